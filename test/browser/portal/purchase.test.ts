// From the purchase through the portal: nothing in between is answered by the test.
import { buffer } from 'node:stream/consumers'
import { expect } from 'vitest'
import { aCheckout } from '#test/support/a-checkout.ts'
import { aMerchant, aProduct, type TestMerchant } from '#test/support/a-merchant.ts'
import { expectAccessible, test } from '#test/support/browser.ts'
import { aFileBenefit, aSoldFile, HANDBOOK } from '#test/support/files/a-download.ts'
import type { TestServer } from '#test/support/server.ts'
import { withOwnServer } from '../own-server.ts'
import { EMAIL, openPortal } from './a-customer.ts'

/** A plan with a license key, a file and a note. Returns its id. */
async function aPlanWithBenefits(server: TestServer, merchant: TestMerchant): Promise<string> {
  const create = async (body: object) => (await merchant.request('POST', '/v1/benefits/', { body })).json.id
  const properties = { prefix: 'ACME', activations: { limit: 2, enable_customer_admin: true }, limit_usage: 100 }
  const benefits = [
    await create({ type: 'license_keys', description: 'License key for the app', properties }),
    await aFileBenefit(merchant, [await aSoldFile(server, merchant)]),
    await create({ type: 'custom', description: 'Members’ call', properties: { note: 'Every **Tuesday** at ten.' } }),
  ]
  const prices = [{ amount_type: 'fixed', price_amount: 1900, price_currency: 'usd' }]
  const plan = await aProduct(merchant, { name: 'Library access', recurring_interval: 'month', prices })
  const included = await merchant.request('POST', `/v1/products/${plan.id}/benefits`, { body: { benefits } })
  if (included.status !== 200) throw new Error(`The benefits were answered ${included.text}`)
  return plan.id
}

test('a buyer pays, downloads the file, finds the key that a program activates, frees its place, and cancels', {
  timeout: 150_000,
}, async ({ page }) => {
  await withOwnServer(page, {}, async ({ server, url }) => {
    const merchant = await aMerchant(server)
    const checkout = await aCheckout(server, merchant, { products: [await aPlanWithBenefits(server, merchant)] })
    await page.goto(`${url}/checkout/${checkout.secret}`)
    await page.getByLabel('E-mail').fill(EMAIL)
    await page.getByRole('button', { name: 'Fill in' }).click()
    await page.getByLabel('Name on card').fill('Sanne Visser')
    await page.getByLabel('Country').selectOption('Netherlands')
    await page.getByRole('button', { name: 'Subscribe', exact: true }).click()
    await page.getByRole('heading', { name: 'You’re subscribed to Library access' }).waitFor()
    await expect.poll(async () => (await checkout.view()).json.status).toBe('succeeded')
    await server.drain()
    const [{ customer_id: customerId }] = (await merchant.request('GET', '/v1/subscriptions/')).json.items

    await openPortal(page, { url, shop: { merchant, customerId }, path: '/benefits' })
    await page.getByText('Tuesday', { exact: true }).waitFor()
    const downloading = page.waitForEvent('download')
    await page.getByRole('link', { name: `Download ${HANDBOOK.name}` }).click()
    const downloaded = await downloading
    expect([downloaded.suggestedFilename(), await buffer(await downloaded.createReadStream())]).toEqual([HANDBOOK.name, HANDBOOK.content])

    await page.getByRole('button', { name: 'Show the license key' }).click()
    const key = (await page.locator('code', { hasText: 'ACME-' }).textContent()) ?? ''
    const program = { key, organization_id: merchant.organizationId }
    const activated = await server.request('POST', '/v1/customer-portal/license-keys/activate', { body: { ...program, label: 'Laptop' } })
    expect(activated.status).toBe(200)
    await page.reload()
    await page.getByRole('button', { name: 'Deactivate Laptop' }).click()
    await expectAccessible(page)
    await page.getByRole('dialog').getByRole('button', { name: 'Deactivate' }).click()
    await page.getByText('Laptop deactivated').waitFor()
    const validate = { body: { ...program, activation_id: activated.json.id } }
    expect((await server.request('POST', '/v1/customer-portal/license-keys/validate', validate)).status).toBe(404)

    await page.getByRole('link', { name: 'Subscriptions' }).click()
    await page.getByRole('link', { name: 'Library access' }).click()
    await page.getByRole('button', { name: 'Cancel subscription' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel subscription' }).click()
    await page.getByText(/^Canceled\. You have it until .+\.$/).waitFor()
    expect((await merchant.request('GET', '/v1/subscriptions/')).json.items).toMatchObject([{ cancel_at_period_end: true }])
  })
})
