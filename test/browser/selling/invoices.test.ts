// Invoices: the seller's details, the invoice of an order, the list, the books of the month, and the order in the portal.
import { expect } from 'vitest'
import { aCheckout } from '#test/support/a-checkout.ts'
import { aMerchant } from '#test/support/a-merchant.ts'
import { expectAccessible, expectNoOverflow, picture, signInAs, test } from '#test/support/browser.ts'
import { withOwnServer } from '../own-server.ts'
import { openPortal } from '../portal/a-customer.ts'

const SLOW = { timeout: 240_000 }

test(
  'a seller enters the business, generates an invoice with its buyer, finds it in the list, and reads the books',
  SLOW,
  async ({ page }) => {
    await withOwnServer(page, {}, async ({ server, url }) => {
      const merchant = await aMerchant(server)
      const checkout = await aCheckout(server, merchant)
      await checkout.confirm()
      await server.drain()
      const [order] = (await merchant.request('GET', `/v1/orders/?checkout_id=${checkout.id}`)).json.items
      await signInAs(page.context(), merchant.owner, url)
      const at = (path: string) => `${url}/dashboard/${merchant.slug}${path}`

      await page.goto(at('/settings/invoices'))
      await page.getByText('Your invoices still lack your registered name, your registered seat and your tax ID.').waitFor()
      await page.getByLabel('Registered name').fill('Northwind Tools GmbH')
      await page.getByLabel('Tax ID').fill('DE136695976')
      await page.getByLabel('Country').selectOption('Germany')
      await page.getByLabel('Street and number').fill('Torstraße 140')
      await page.getByLabel('City').fill('Berlin')
      await page.getByRole('button', { name: /^Save/ }).click()
      await page.getByText('Your invoices have everything that most countries require.').waitFor()
      await expectAccessible(page)
      await picture(page, 'settings-invoices')

      await page.goto(at(`/orders/${order.id}`))
      await page.getByRole('button', { name: 'Edit', exact: true }).click()
      await page.getByLabel('Name or company').fill('Pascal SARL')
      await page.getByLabel('City').fill('Rouen')
      await expectAccessible(page)
      await picture(page, 'order-buyer')
      await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
      await page.getByText('Buyer saved').waitFor()
      await page.getByRole('button', { name: 'Generate invoice' }).click()
      const downloading = page.waitForEvent('download')
      await page.getByRole('button', { name: 'Download INV-0001 as PDF' }).click()
      expect((await downloading).suggestedFilename()).toBe('INV-0001.pdf')
      await merchant.request('POST', '/v1/refunds/', { body: { order_id: order.id, reason: 'other', amount: 200 } })
      await page.reload()
      await page.getByRole('button', { name: 'Download INV-CN-0001 as PDF' }).waitFor()
      await expectAccessible(page)
      await picture(page, 'order-invoice')

      await page.goto(at('/invoices'))
      await page.getByText('INV-CN-0001').waitFor()
      await expectAccessible(page)
      await picture(page, 'invoices')

      await page.goto(at('/books'))
      await page.getByRole('rowheader', { name: 'France' }).waitFor()
      await expectAccessible(page)
      await picture(page, 'books')
    })
  },
)

test('a customer creates the invoice of an order with their name and address, and downloads it', SLOW, async ({ page }) => {
  await withOwnServer(page, {}, async ({ server, url }) => {
    const merchant = await aMerchant(server)
    const checkout = await aCheckout(server, merchant)
    await checkout.confirm()
    await server.drain()
    const [order] = (await merchant.request('GET', `/v1/orders/?checkout_id=${checkout.id}`)).json.items
    const shop = { merchant, customerId: order.customer_id }
    await openPortal(page, { url, shop, path: `/orders/${order.id}` })
    await page.getByRole('button', { name: 'Enter name and billing address' }).click()
    await page.getByLabel('Name or company').fill('Pascal SARL')
    await page.setViewportSize({ width: 360, height: 800 })
    await expectNoOverflow(page)
    await picture(page, 'portal-order-buyer')
    await page.getByRole('button', { name: 'Create invoice' }).click()
    const downloading = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download INV-0001' }).click()
    expect((await downloading).suggestedFilename()).toBe('INV-0001.pdf')
    await expectAccessible(page)
    await expectNoOverflow(page)
    await picture(page, 'portal-order-invoice')
  })
})
