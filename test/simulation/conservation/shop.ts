// The merchant of a wave on the real application, with its plans and discounts, and the passing of its time on a test clock.
import { expect } from 'vitest'
import { aDiscount } from '#test/support/a-discount.ts'
import { aMerchant, aProduct, type TestMerchant } from '#test/support/a-merchant.ts'
import type { TestServer } from '#test/support/server.ts'
import { collectTaxes } from '#test/support/taxes/collect-taxes.ts'
import type { Terms } from './sequences.ts'

const HOUR_MS = 3_600_000
/** Longer than the pause after which a job is tried again, and than a slow refund takes. */
const PAUSE_SECONDS = 61
const PAUSES = 20

/** A recurring product; the price is in minor units before discount. */
export interface Plan {
  readonly name: string
  readonly price: number
  readonly interval: 'month' | 'year'
  readonly isExempt?: true
  readonly trialDays?: number
}

/** Two tiers with two intervals each, a free one, one that is not taxed, and one with a trial. */
export const PLANS: readonly Plan[] = [
  { name: 'Free', price: 0, interval: 'month' },
  { name: 'Basic', price: 1000, interval: 'month' },
  { name: 'Pro', price: 31_000, interval: 'month' },
  { name: 'Basic Year', price: 9001, interval: 'year' },
  { name: 'Pro Year', price: 310_000, interval: 'year' },
  { name: 'Exempt', price: 1999, interval: 'month', isExempt: true },
  { name: 'Trial', price: 1500, interval: 'month', trialDays: 14 },
]

/** A discount: hundredths of a percent, or an amount; for one period (0), some months, or always (null). */
export interface Reduction {
  readonly basisPoints: number | null
  readonly amount: number
  readonly months: number | null
}

const DISCOUNTS: readonly (readonly [Readonly<Record<string, unknown>>, Reduction])[] = [
  [
    { basis_points: 5000, duration: 'forever' },
    { basisPoints: 5000, amount: 0, months: null },
  ],
  [
    { basis_points: 3333, duration: 'once' },
    { basisPoints: 3333, amount: 0, months: 0 },
  ],
  [
    { basis_points: 10_000, duration: 'repeating', duration_in_months: 3 },
    { basisPoints: 10_000, amount: 0, months: 3 },
  ],
  [
    { type: 'fixed', basis_points: undefined, amount: 300, currency: 'usd', duration: 'repeating', duration_in_months: 2 },
    { basisPoints: null, amount: 300, months: 2 },
  ],
]

/** Something of the merchant, and what is known of it. */
export interface Known<Of> {
  readonly id: string
  readonly of: Of
}

/** A merchant whose time stands still. */
export interface Shop {
  readonly server: TestServer
  readonly merchant: TestMerchant
  readonly terms: Terms
  readonly plans: readonly Known<Plan>[]
  readonly discounts: readonly Known<Reduction>[]
  readonly clockId: string
  /** The merchant's time, in milliseconds. */
  now: number
}

const pricesOf = (price: number) =>
  price === 0 ? [{ amount_type: 'free' }] : [{ amount_type: 'fixed', price_amount: price, price_currency: 'usd' }]

/** Opens the shop of a wave at the instant at which its sequences begin. */
export async function openShop(server: TestServer, terms: Terms): Promise<Shop> {
  const merchant = await aMerchant(server)
  const settings = {
    allow_multiple_subscriptions: false,
    proration_behavior: terms.billing,
    dunning_final: terms.final,
    apply_upgrades: 'now',
    apply_downgrades: terms.downgrades,
  }
  const body = { subscription_settings: settings, billing_timezone: terms.zone }
  const updated = await merchant.request('PATCH', `/v1/organizations/${merchant.organizationId}`, { body })
  expect([updated.status, updated.text]).toEqual([200, expect.any(String)])
  if (terms.taxes !== 'none') await collectTaxes(merchant, { behavior: terms.taxes === 'added' ? 'exclusive' : 'inclusive' })
  const plans: Known<Plan>[] = []
  for (const plan of PLANS) {
    const trial = plan.trialDays && { trial_interval: 'day', trial_interval_count: plan.trialDays }
    const details = { name: plan.name, recurring_interval: plan.interval, prices: pricesOf(plan.price), ...trial }
    plans.push({ id: (await aProduct(merchant, { ...details, tax_code: plan.isExempt ? 'exempt' : 'standard' })).id, of: plan })
  }
  const discounts: Known<Reduction>[] = []
  for (const [details, of] of DISCOUNTS) discounts.push({ id: (await aDiscount(merchant, details)).id, of })
  const clock = (await merchant.request('POST', '/v1/test-clocks/', { body: {} })).json
  const shop = { server, merchant, terms, plans, discounts, clockId: clock.id, now: 0 }
  await passTo(shop, Date.parse(terms.start))
  return shop
}

/** Moves the clock of the merchant, and lets the worker do all that is due until then. */
export async function passTo(shop: Shop, to: number): Promise<void> {
  const { server, merchant, clockId } = shop
  const path = `/v1/test-clocks/${clockId}`
  const requested = await merchant.request('POST', `${path}/advance`, { body: { to: new Date(to).toISOString() } })
  expect([requested.status, requested.text]).toEqual([202, expect.any(String)])
  for (let pause = 0; pause < PAUSES; pause += 1) {
    await server.drain()
    const { status, error } = (await merchant.request('GET', path)).json
    expect(error).toBeNull()
    if (status === 'ready') {
      shop.now = to
      return
    }
    server.clock.advance(PAUSE_SECONDS)
  }
  throw new Error('The test clock does not arrive.')
}

/** The instant some hours after the present time of the shop. */
export const later = ({ now }: Shop, hours: number): number => now + Math.round(hours * HOUR_MS)
