// Credits of one meter from several purchases of a customer: what each renewal leaves of them. All customers live through the same months.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aCheckout } from '#test/support/a-checkout.ts'
import { aMerchant, aProduct, type TestMerchant } from '#test/support/a-merchant.ts'
import { uniqueEmail } from '#test/support/a-user.ts'
import { ownDatabase } from '#test/support/database.ts'
import { passDays, testServer } from '#test/support/server.ts'

const server = await testServer({ database: await ownDatabase() })
afterAll(() => server.close())

const MONTHS = 3
const sales = {
  once: { units: 25, rollover: false, interval: null },
  onceRolling: { units: 25, rollover: true, interval: null },
  monthly: { units: 50, rollover: false, interval: 'month' },
  yearly: { units: 600, rollover: false, interval: 'year' },
} as const
type Sale = keyof typeof sales

interface Life {
  readonly buys: readonly Sale[]
  /** Calls at the end of the first, second and third month. */
  readonly uses?: readonly number[]
  /** The purchase that is refunded at the end of the first, second and third month. */
  readonly refunds?: readonly (number | null)[]
  /** The units that are credited at first, and after each renewal. */
  readonly credited: readonly number[]
}

const lives: Readonly<Record<string, Life>> = {
  'a one-time product before a subscription': { buys: ['once', 'monthly'], credited: [75, 50, 50, 50] },
  'a subscription before a one-time product': { buys: ['monthly', 'once'], credited: [75, 50, 50, 50] },
  'units of a one-time product that roll over until they are spent': {
    buys: ['onceRolling', 'monthly'],
    uses: [0, 60, 0],
    credited: [75, 75, 65, 65],
  },
  // The units of the month are spent first, so 80 of the year's are.
  'a year before a month': { buys: ['yearly', 'monthly'], uses: [0, 130, 0], credited: [650, 650, 570, 570] },
  'a month before a year': { buys: ['monthly', 'yearly'], uses: [0, 130, 0], credited: [650, 650, 570, 570] },
  'two months that renew together': { buys: ['monthly', 'monthly'], uses: [0, 70, 0], credited: [100, 100, 100, 100] },
  'a refund before the first renewal': { buys: ['once', 'monthly'], refunds: [0], credited: [75, 50, 50, 50] },
  'a refund after the first renewal': { buys: ['once', 'monthly'], refunds: [null, 0], credited: [75, 50, 50, 50] },
}

const seen = new Map<string, number[]>()
let merchant: TestMerchant
let meterId: string
const products = new Map<Sale, string>()

beforeAll(async () => {
  merchant = await aMerchant(server)
  const settings = { subscription_settings: { allow_multiple_subscriptions: true } }
  await merchant.request('PATCH', `/v1/organizations/${merchant.organizationId}`, { body: settings })
  const filter = { conjunction: 'and', clauses: [{ property: 'name', operator: 'eq', value: 'calls' }] }
  meterId = (await merchant.request('POST', '/v1/meters/', { body: { name: 'Calls', filter, aggregation: { func: 'count' } } })).json.id
  for (const sale of Object.keys(sales) as Sale[]) products.set(sale, await aProductFor(sale))
  const customers = new Map<string, { readonly id: string; readonly orders: readonly string[] }>()
  for (const [name, { buys }] of Object.entries(lives)) customers.set(name, await aCustomerWith(buys))
  const readAll = async () => {
    for (const [name, { id }] of customers) seen.set(name, [...(seen.get(name) ?? []), await creditedTo(id)])
  }
  await readAll()
  for (let month = 0; month < MONTHS; month += 1) {
    for (const [name, { id, orders }] of customers) {
      await use(id, lives[name]?.uses?.[month] ?? 0)
      await refund(orders[lives[name]?.refunds?.[month] ?? -1])
    }
    await passDays(server, 31)
    await readAll()
  }
})

async function aProductFor(sale: Sale): Promise<string> {
  const { units, rollover, interval } = sales[sale]
  const { id } = await aProduct(merchant, { recurring_interval: interval })
  const body = { type: 'meter_credit', description: 'Units', properties: { units, rollover, meter_id: meterId } }
  const benefit = (await merchant.request('POST', '/v1/benefits/', { body })).json.id
  await merchant.request('POST', `/v1/products/${id}/benefits`, { body: { benefits: [benefit] } })
  return id
}

async function aCustomerWith(buys: readonly Sale[]) {
  const { id, email } = (await merchant.request('POST', '/v1/customers/', { body: { email: uniqueEmail(), name: 'Ada' } })).json
  const orders: string[] = []
  for (const sale of buys) {
    const checkout = await aCheckout(server, merchant, { products: [products.get(sale)], customer_id: id })
    expect((await checkout.confirm(undefined, { body: { customer_email: email } })).status).toBe(200)
    await server.drain()
    orders.push((await merchant.request('GET', `/v1/orders/?customer_id=${id}&sorting=-created_at`)).json.items[0].id)
  }
  return { id, orders }
}

async function creditedTo(customerId: string): Promise<number> {
  return (await merchant.request('GET', `/v1/customer-meters/?customer_id=${customerId}`)).json.items[0].credited_units
}

async function use(customerId: string, calls: number): Promise<void> {
  if (calls === 0) return
  const events = Array.from({ length: calls }, () => ({ name: 'calls', customer_id: customerId }))
  expect((await merchant.request('POST', '/v1/events/ingest', { body: { events } })).status).toBe(200)
  await server.drain()
}

async function refund(orderId: string | undefined): Promise<void> {
  if (orderId === undefined) return
  const body = { order_id: orderId, reason: 'customer_request', amount: 100, revoke_benefits: true }
  expect((await merchant.request('POST', '/v1/refunds/', { body })).status).toBe(200)
  await server.drain()
}

test.each(Object.keys(lives))('what is credited after each renewal: %s', (name) => {
  expect(seen.get(name)).toEqual(lives[name]?.credited)
})
