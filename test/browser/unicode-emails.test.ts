// An address with a Unicode domain is stored in ASCII form, and shown as people read it on every page.
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { aCheckout } from '#test/support/a-checkout.ts'
import { aMerchant } from '#test/support/a-merchant.ts'
import { forgetCookies, signInAs, test } from '#test/support/browser.ts'
import { withServer } from './own-server.ts'
import { openPortal } from './portal/a-customer.ts'

const STORED = 'joerg@xn--mller-kva.example'
const SHOWN = 'joerg@müller.example'

/** The page shows the address in Unicode, and nowhere in ASCII form. */
async function expectShown(page: Page): Promise<void> {
  await page.getByText(SHOWN).filter({ visible: true }).first().waitFor()
  await expect.poll(() => page.locator('body').textContent()).not.toContain('xn--')
}

test('a customer without a name is shown by a Unicode address to buyer, merchant and customer', { timeout: 240_000 }, async ({
  page,
  context,
  pageErrors,
}) => {
  // The frame of a mail runs no scripts, not even those of this test.
  pageErrors.allow(/Blocked script execution in 'about:blank'/)
  await withServer(page, {}, async (server, url) => {
    const merchant = await aMerchant(server)
    const open = await aCheckout(server, merchant, { customer_email: SHOWN })
    expect(open.created.customer_email).toBe(STORED)
    const checkout = await aCheckout(server, merchant)
    expect((await checkout.confirm(undefined, { body: { customer_email: SHOWN } })).status).toBe(200)
    await server.drain()
    const [order] = (await merchant.request('GET', '/v1/orders/')).json.items
    expect((await merchant.request('PATCH', `/v1/customers/${order.customer_id}`, { body: { name: '' } })).status).toBe(200)
    const refund = { order_id: order.id, amount: 100, reason: 'customer_request' }
    expect((await merchant.request('POST', '/v1/refunds/', { body: refund })).status).toBe(200)

    await page.goto(`${url}/checkout/${checkout.secret}`)
    await expectShown(page)
    await openPortal(page, { url, shop: { merchant, customerId: order.customer_id }, path: '/settings' })
    await expectShown(page)

    await forgetCookies(context)
    await signInAs(context, merchant, url)
    for (const path of ['customers', 'orders', 'checkouts', 'refunds', `customers/${order.customer_id}`, `orders/${order.id}`]) {
      await page.goto(`${url}/dashboard/${merchant.slug}/${path}`)
      await expectShown(page)
    }
    // The last of them says where the receipt went, and shows it as the customer gets it.
    await page.getByText(`To ${SHOWN}`).waitFor()
    await page.getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('menuitem', { name: 'View or resend receipt…' }).click()
    await page.getByRole('dialog').getByText(`To ${SHOWN}`).waitFor()
    await expectShown(page)
  })
})
