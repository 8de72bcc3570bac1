// A merchant who meters usage, and the requests of its program.
import { randomUUID } from 'node:crypto'
import { aMerchant, type TestMerchant } from '#test/support/a-merchant.ts'
import type { TestServer } from '#test/support/server.ts'
import type { BenchRequest } from '../fixture.ts'
import { query } from '../rivals/rivals.ts'

/** The name of every event. */
export const EVENT_NAME = 'ai.tokens'

const DAY_MS = 86_400_000
const DAYS = 30
const NAMED = { conjunction: 'and', clauses: [{ property: 'name', operator: 'eq', value: EVENT_NAME }] }
const LARGE = { property: 'model', operator: 'eq', value: 'large' }
/** Each event matches the first two, every second one the third. */
const METERS = [
  { name: 'Tokens', filter: NAMED, aggregation: { func: 'sum', property: 'tokens' } },
  { name: 'Requests', filter: NAMED, aggregation: { func: 'count' } },
  { name: 'Longest request', filter: { ...NAMED, clauses: [...NAMED.clauses, LARGE] }, aggregation: { func: 'max', property: 'tokens' } },
]

/** A merchant with meters and customers. */
export interface UsageMerchant {
  readonly merchant: TestMerchant
  readonly meterIds: readonly string[]
  /** The customer with the external id `customer-0`. */
  readonly customerId: string
  /** The number of customers. */
  readonly customers: number
}

/** Creates the merchant with so many customers, the n-th with the external id `customer-n`, and waits until its meters count. */
export async function aUsageMerchant(
  application: TestServer,
  { databaseUrl, customers }: { readonly databaseUrl: string; readonly customers: number },
): Promise<UsageMerchant> {
  const merchant = await aMerchant(application)
  const create = async (path: string, body: object): Promise<string> => {
    const { status, text, json } = await merchant.request('POST', path, { body })
    if (status !== 201) throw new Error(`${path} was answered ${status}: ${text}`)
    return json.id
  }
  const meterIds: string[] = []
  for (const meter of METERS) meterIds.push(await create('/v1/meters/', meter))
  const customerId = await create('/v1/customers/', { email: 'customer-0@example.test', external_id: 'customer-0' })
  await query(
    databaseUrl,
    `insert into customers select copy.* from customers as template, generate_series(1, ${customers - 1}) as n,
       lateral jsonb_populate_record(template, jsonb_build_object('id', gen_random_uuid(), 'external_id', 'customer-' || n,
         'email', 'customer-' || n || '@example.test')) as copy
     where template.organization_id = '${merchant.organizationId}' and template.id = '${customerId}';
     analyze customers`,
  )
  await application.drain()
  return { merchant, meterIds, customerId, customers }
}

/** Sends so many new events, each with an id of the sender: one each of the customers from the `from`-th on, in turn. */
export function ingestionOf({ merchant, customers }: UsageMerchant, count: number, from: number): BenchRequest {
  const events = Array.from({ length: count }, (_, at) => ({
    name: EVENT_NAME,
    external_customer_id: `customer-${(from + at) % customers}`,
    external_id: randomUUID(),
    metadata: { tokens: 100 + at, model: at % 2 ? 'large' : 'small', region: 'eu' },
  }))
  const headers = { 'content-type': 'application/json', ...merchant.headers }
  return { method: 'POST', path: '/v1/events/ingest', headers, body: JSON.stringify({ events }) }
}

/** The quantities of the first meter by day, of 30 days that end with that of `end`; of all customers, or of one. */
export function quantitiesOf({ merchant, meterIds }: UsageMerchant, end: Date, customerId?: string): BenchRequest {
  const start = new Date(end.getTime() - (DAYS - 1) * DAY_MS)
  const range = `start_timestamp=${start.toISOString()}&end_timestamp=${end.toISOString()}&interval=day`
  const ofCustomer = customerId === undefined ? '' : `&customer_id=${customerId}`
  return { method: 'GET', path: `/v1/meters/${meterIds[0]}/quantities?${range}${ofCustomer}`, headers: merchant.headers }
}

/** Requests what a customer has used of each meter, and what is left. */
export function balanceOf({ merchant, customerId }: UsageMerchant): BenchRequest {
  return { method: 'GET', path: `/v1/customer-meters/?customer_id=${customerId}`, headers: merchant.headers }
}
