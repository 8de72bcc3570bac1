// Rates of taxes that the operator of the server enters: from their first day on, for every organization without its own.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { shippedRates } from '#kernel/taxes/rates.ts'
import { ratesFinding, unratedFinding } from '#server/cli/findings/tax-rates.ts'
import { aCheckout } from '#test/support/a-checkout.ts'
import { aMerchant, aProduct, type TestMerchant } from '#test/support/a-merchant.ts'
import { checkBooksAfterEach } from '#test/support/books/invariants.ts'
import { ownDatabase } from '#test/support/database.ts'
import { passDays, testServer } from '#test/support/server.ts'
import { aPlan, aSubscription } from '#test/support/subscriptions/a-subscription.ts'
import { collectTaxes, germanTaxes } from '#test/support/taxes/collect-taxes.ts'

const folder = mkdtempSync(join(tmpdir(), 'guildhall-rates-'))
const path = join(folder, 'rates.csv')
// The clock of tests starts on 2026-03-12.
writeFileSync(
  path,
  `place,name,rate_percent,valid_from,source
PT,VAT,25.5,2026-03-14,Diário da República
FR,VAT,10,2014-01-01,Corrected
US-NY,Sales tax,8.875,2020-01-01,New York State
`,
)
const settings = { RATE_LIMIT_ENABLED: 'false', TAX_RATES_FILE: path }
const server = await testServer({ database: await ownDatabase(), settings })
checkBooksAfterEach(server)
afterAll(async () => {
  await server.close()
  rmSync(folder, { recursive: true })
})

const { version } = server.settings.TAX_RATES_FILE
const settingsPath = (merchant: TestMerchant) => `/v1/organizations/${merchant.organizationId}/tax-settings`
const at = (country: string, more: object = {}) => ({ customer_billing_address: { country, ...more } })

// The rates by which a sale to this address is taxed, and what it stores as their source.
async function sold(merchant: TestMerchant, body: object): Promise<{ readonly rates: unknown; readonly source: unknown }> {
  const prices = [{ amount_type: 'fixed', price_amount: 10_000, price_currency: 'eur' }]
  const checkout = await aCheckout(server, merchant, { products: [(await aProduct(merchant, { prices })).id] })
  await checkout.update(body)
  const confirmed = await checkout.confirm(undefined, { body: body as Readonly<Record<string, unknown>> })
  expect(confirmed.status).toBe(200)
  const [order] = (await merchant.request('GET', '/v1/orders/?sorting=-created_at&limit=1')).json.items
  const { rows } = await sql<{ source: string }>`select tax ->> 'source' as source from orders where id = ${order.id}`.execute(
    server.platform.database.db,
  )
  const rates = order.tax_breakdown.map((part: { rate_ppm: number; jurisdiction: string }) => `${part.jurisdiction} ${part.rate_ppm}`)
  return { rates, source: rows[0]?.source }
}

test('a rate counts from its first day on: for sales, changes and renewals', async () => {
  const merchant = await aMerchant(server)
  await collectTaxes(merchant)
  const product = await aPlan(merchant, 1000)
  const subscription = await aSubscription(server, merchant, { productId: product, ageSeconds: 25 * 86_400 })
  await merchant.request('PATCH', `/v1/customers/${subscription.customerId}`, { body: { billing_address: { country: 'PT' } } })
  const larger = { product_id: await aPlan(merchant, 3000), proration_behavior: 'invoice' }
  const previewed = async () => (await subscription.preview(larger)).json.order.tax_breakdown[0].rate_ppm
  expect(await sold(merchant, at('PT'))).toEqual({ rates: ['PT 230000'], source: version })
  expect(await previewed()).toBe(230_000)
  expect(version).toMatch(/^2026-11-26\+[0-9a-f]{8}$/)
  await passDays(server, 2)
  expect(await sold(merchant, at('PT'))).toEqual({ rates: ['PT 255000'], source: version })
  expect(await previewed()).toBe(255_000)
  await passDays(server, 2)
  const renewals = (await merchant.request('GET', `/v1/orders/?subscription_id=${subscription.id}`)).json.items
  expect(renewals).toMatchObject([{ billing_reason: 'subscription_cycle', tax_breakdown: [{ rate_ppm: 255_000 }] }])
  expect((await subscription.update(larger)).status).toBe(200)
  const [changed] = (await merchant.request('GET', '/v1/orders/?sorting=-created_at&limit=1')).json.items
  expect(changed).toMatchObject({ billing_reason: 'subscription_update', tax_breakdown: [{ rate_ppm: 255_000 }] })
})

test('a rate of the same place, name and day takes the place of the shipped one, and own rates that of both', async () => {
  const merchant = await aMerchant(server)
  await collectTaxes(merchant)
  expect((await sold(merchant, at('FR'))).rates).toEqual(['FR 100000'])
  await collectTaxes(merchant, { rates: [{ place: 'FR', name: 'TVA', rate_ppm: 55_000, valid_from: '2026-01-01' }] })
  expect((await sold(merchant, at('FR'))).rates).toEqual(['FR 55000'])
})

test('a place without shipped rates can be registered, and the settings list its rate with its source', async () => {
  const merchant = await aMerchant(server)
  await collectTaxes(merchant, { origin: 'US', behavior: 'location', registrations: [{ place: 'US-NY', tax_id: null }] })
  const address = { state: 'US-NY', city: 'New York', postal_code: '10001', line1: '1 Main Street' }
  expect((await sold(merchant, at('US', address))).rates).toEqual(['US-NY 88750'])
  const read = (await merchant.request('GET', `${settingsPath(merchant)}?place=US-NY`)).json
  expect(read).toMatchObject({ rates_version: version, preview: { tax_breakdown: [{ rate_ppm: 88_750 }] } })
  const row = { place: 'US-NY', name: 'Sales tax', rate_ppm: 88_750, valid_from: '2020-01-01', source: 'New York State' }
  expect(read.shipped_rates).toContainEqual(row)
  expect(read.shipped_rates.filter((rate: { place: string }) => rate.place === 'FR')).toMatchObject([
    { rate_ppm: 100_000, source: 'Corrected' },
  ])
  const refused = await merchant.request('PATCH', settingsPath(merchant), { body: { registrations: [{ place: 'US-CA', tax_id: null }] } })
  expect([refused.status, refused.json.detail[0].loc]).toEqual([422, ['body', 'registrations', 0, 'place']])
})

test('doctor names the places of registration that have no rate any more', async () => {
  const { platform } = server
  const lost = { ...server.settings, TAX_RATES_FILE: shippedRates }
  const merchant = await aMerchant(server)
  await collectTaxes(merchant, { registrations: [...germanTaxes.registrations, { place: 'US-NY', tax_id: null }] })
  expect(await unratedFinding(platform)).toMatchObject({ state: 'well' })
  expect(await unratedFinding({ ...platform, settings: lost })).toMatchObject({
    state: 'warning',
    sentence: expect.stringMatching(/^No rate counts in US-NY \(2 organizations\): sales there are taxed at 0 %\./),
  })
  const own = { place: 'US-NY', name: 'Sales tax', rate_ppm: 40_000, valid_from: '2020-01-01' }
  await merchant.request('PATCH', settingsPath(merchant), { body: { rates: [own] } })
  expect(await unratedFinding({ ...platform, settings: lost })).toMatchObject({
    sentence: expect.stringContaining('US-NY (one organization)'),
  })
})

test('doctor compares the rates of the running server with the file', () => {
  expect(ratesFinding('2026-11-26+0a1b2c3d', '2026-11-26+0a1b2c3d')).toBeUndefined()
  expect(ratesFinding('2026-11-26+0a1b2c3d', '2026-11-26')).toMatchObject({ name: 'taxes', state: 'warning' })
})
