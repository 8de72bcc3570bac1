// Payments and checkouts in the dashboard: every attempt can be found, and says why it failed.
import { inject } from 'vitest'
import { aMerchant, aProduct, type TestMerchant } from '#test/support/a-merchant.ts'
import { BUYER } from '#test/support/a-sale.ts'
import { expectAccessible, expectNoOverflow, picture, test as plain, signInAs } from '#test/support/browser.ts'
import { runningServer } from '#test/support/running-server.ts'

const SLOW = { timeout: 120_000 }

const test = plain.extend('merchant', async ({ context }): Promise<TestMerchant> => {
  const merchant = await aMerchant(runningServer(inject('baseUrl')))
  await signInAs(context, merchant)
  return merchant
})

/** A checkout that was declined once and then paid, and one that is open; the id of the first. */
async function twoCheckouts(merchant: TestMerchant): Promise<string> {
  const { id } = await aProduct(merchant)
  await merchant.request('POST', '/v1/checkouts/', { body: { products: [id] } })
  const { json } = await merchant.request('POST', '/v1/checkouts/', { body: { products: [id] } })
  for (const card of ['sandbox_4000000000009995', 'sandbox_4242424242424242']) {
    const body = { ...BUYER, confirmation_token_id: card }
    await merchant.request('POST', `/v1/checkouts/client/${json.client_secret}/confirm`, { body })
  }
  return json.id
}

test('a declined payment is found by its card, and says why and what came after it', SLOW, async ({ page, merchant }) => {
  await twoCheckouts(merchant)
  await page.goto(`/dashboard/${merchant.slug}/payments`)
  await page.getByText('2 payments').waitFor()
  await expectAccessible(page)
  await expectNoOverflow(page)
  await picture(page, 'payments')
  await page.getByRole('searchbox').fill('9995')
  await page.getByText('1 payment', { exact: true }).waitFor()
  await page.getByRole('link', { name: BUYER.customer_email }).click()
  await page.getByRole('heading', { name: 'Visa •••• 9995' }).waitFor()
  await page.getByText('The card doesn’t have enough funds.').first().waitFor()
  await expectAccessible(page)
  await picture(page, 'payment-declined')
  await page.getByRole('link', { name: 'Visa •••• 4242' }).click()
  await page.getByRole('heading', { name: 'Visa •••• 4242' }).waitFor()
  await page.getByText('$42.00 charged').waitFor()
})

test('the list of checkouts counts how far they came, and a checkout shows each attempt', SLOW, async ({ page, merchant }) => {
  const id = await twoCheckouts(merchant)
  await page.goto(`/dashboard/${merchant.slug}/checkouts`)
  await page.getByText('50% of all · 100% of the attempted').waitFor()
  await page.getByText('1 still open').waitFor()
  await expectAccessible(page)
  await expectNoOverflow(page)
  await page.goto(`/dashboard/${merchant.slug}/checkouts/${id}`)
  await page.getByText('Card declined').waitFor()
  await page.getByText('$42.00 paid').waitFor()
  await page.getByRole('link', { name: 'Visa •••• 9995' }).waitFor()
  await expectAccessible(page)
  await picture(page, 'checkout-with-attempts')
})
