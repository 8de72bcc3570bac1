// The bills of a subscription for usage, as the merchant sees them.
import { expect, inject } from 'vitest'
import { LANGUAGE_COOKIE } from '#kernel/language/languages.ts'
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

/** A subscription for $29.00 a month and half a cent for each token, of which its customer has used 8,214. */
async function meteredSubscription(merchant: TestMerchant): Promise<string> {
  const filter = { conjunction: 'and', clauses: [{ property: 'name', operator: 'eq', value: 'ai.tokens' }] }
  const body = { name: 'Tokens', filter, aggregation: { func: 'sum', property: 'tokens' } }
  const { id: meter_id } = (await merchant.request('POST', '/v1/meters/', { body })).json
  const currency = { price_currency: 'usd' }
  const { id: productId } = await aProduct(merchant, {
    name: 'Assistant',
    recurring_interval: 'month',
    prices: [
      { amount_type: 'fixed', price_amount: 2900, ...currency },
      { amount_type: 'metered_unit', meter_id, unit_amount: '0.5', ...currency },
    ],
  })
  const { json } = await merchant.request('POST', '/v1/checkouts/', { body: { products: [productId] } })
  await merchant.request('POST', `/v1/checkouts/client/${json.client_secret}/confirm`, { body: BUYER })
  const [{ id, customer_id }] = (await merchant.request('GET', '/v1/subscriptions/')).json.items
  const events = [{ name: 'ai.tokens', customer_id, metadata: { tokens: 8214 } }]
  await expect
    .poll(async () => {
      await merchant.request('POST', '/v1/events/ingest', { body: { events: events.map((event) => ({ ...event, external_id: 'one' })) } })
      return (await merchant.request('GET', `/v1/subscriptions/${id}`)).json.meters[0]?.consumed_units
    })
    .toBe(8214)
  return id
}

test('the page of a subscription shows what was used and what that costs so far', SLOW, async ({ page, context, merchant }) => {
  const id = await meteredSubscription(merchant)
  const at = `/dashboard/${merchant.slug}`
  await page.goto(`${at}/subscriptions/${id}`)
  await page.getByText('$41.07 so far').waitFor()
  await page.getByText('8,214 used').waitFor()
  // The preview of the renewal has the price and the usage.
  await page.getByText('Tokens × 8214').waitFor()
  await expectAccessible(page)
  await expectNoOverflow(page)
  await picture(page, 'subscription-usage')
  await page.getByRole('link', { name: 'Tokens', exact: true }).click()
  await page.getByRole('heading', { name: 'Tokens' }).waitFor()
  await context.addCookies([{ name: LANGUAGE_COOKIE, value: 'de', url: new URL(page.url()).origin }])
  await page.goto(`${at}/subscriptions/${id}`)
  await page.getByText('8.214 verbraucht').waitFor()
  await picture(page, 'subscription-usage-de')
})
