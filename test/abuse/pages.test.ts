// Every mounted list with a full page of rows that are as large as their schemas allow: no answer is larger than 4 MiB.
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { z } from 'zod'
import { newId, PLATFORM_ID } from '#kernel/id.ts'
import { flushApiCalls } from '#operations/api-calls/actions/record-api-call.ts'
import { composition } from '#server/app.ts'
import { aCheckout } from '#test/support/a-checkout.ts'
import { aMerchant, type TestMerchant } from '#test/support/a-merchant.ts'
import { anAdministrator, aUser, type TestUser, uniqueEmail } from '#test/support/a-user.ts'
import { ownDatabase } from '#test/support/database.ts'
import { aGrant } from '#test/support/grants/a-grant.ts'
import { aLicenseKey } from '#test/support/license-keys/a-license-key.ts'
import { aDispute } from '#test/support/payments/a-dispute.ts'
import { aPortal } from '#test/support/portal/a-portal.ts'
import { type TestAnswer, type TestServer, testServer } from '#test/support/server.ts'
import { aTaxRecord } from '#test/support/taxes/a-tax-record.ts'
import { copyRow, type Overrides } from './copies.ts'
import { printTable } from './figures.ts'

const PAGE_BYTES = 4 * 1024 * 1024
/** The largest page of every list, and the number of rows of each table here. */
const ROWS = 100
/** Three bytes of UTF-8 for each character. */
const WIDE = '\u4e2d'
const text = (length: number): string => WIDE.repeat(length)
const metadata = Object.fromEntries(Array.from({ length: 50 }, (_, at) => [`key${at}`.padEnd(40, 'k'), text(500)]))
const socials = Array.from({ length: 50 }, (_, at) => ({ platform: 'x', url: `https://example.com/${at}`.padEnd(2000, 'a') }))
const address = { country: 'FR', line1: text(250), line2: text(250), city: text(250), postal_code: text(250) }
const picture = `https://example.com/${'a'.repeat(1900)}`
const ORGANIZATION = '/api/auth/organization'

let server: TestServer
let merchant: TestMerchant
let owner: TestUser
let administrator: TestUser
/** An endpoint of the operator. */
let endpointId: string
/** Invited to every organization. */
let guest: TestUser
const figures: [route: string, entries: string, bytes: string][] = []

/** The lists that have fewer than 100 entries at most, and that of the ledger, whose entries hold no texts; with their numbers here. */
const ofFixedLength: Readonly<Record<string, number>> = {
  'auth:list-providers': 0,
  'connections:list': 0,
  'ledger:list_entries': 1,
  'test-clocks:list': 0,
  'auth:list-accounts': 1,
  'auth:admin-list-emails': 10,
  // Its pages end at a size; the cursor leads on.
  'auth:admin-list-facts': 5,
  'auth:options': 0,
  'auth:admin-get-email': 0,
  'webhooks:list_webhook_endpoints': 20,
  'auth:admin-webhooks-list-endpoints': 20,
  'auth:admin-webhooks-get-endpoint': 1,
  'organization:list-roles': 50,
  'customer_portal:customers:list_payment_methods': 1,
}

/** The lists of customers, by the table that they are of. */
const portalTables: Readonly<Record<string, string>> = {
  'customer_portal:orders:list': 'orders',
  'customer_portal:subscriptions:list': 'subscriptions',
  'customer_portal:customer_meters:list': 'customer_meters',
  'customer_portal:customers:list_payment_methods': 'payment_methods',
  'customer_portal:downloadables:list': 'downloadables',
  'customer_portal:license_keys:list': 'license_keys',
  'customer_portal:benefit-grants:list': 'benefit_grants',
}

const jsonRoutes = composition.routes.filter(({ method, answer, answerType }) => method === 'GET' && answer && !answerType)

/** The names of the lists in an answer; '' where the answer itself is one. */
function listsOf(schema: z.ZodType): string[] {
  const {
    type,
    shape = {},
    innerType,
  } = schema._zod.def as unknown as {
    type: string
    shape?: Record<string, z.ZodType>
    innerType?: z.ZodType
  }
  if (type === 'array') return ['']
  if (innerType) return listsOf(innerType)
  return Object.keys(shape).filter((key) => listsOf(shape[key] as z.ZodType).includes(''))
}
const lists = jsonRoutes.filter(({ answer, path }) => !path.includes('{') && listsOf(answer as z.ZodType).length > 0)

const copy = (table: string, where: Overrides, overrides?: (at: number) => Overrides, times = ROWS) =>
  copyRow(server, { table, where, times, ...(overrides && { overrides }) })
const ofMerchant = (): Overrides => ({ organization_id: merchant.organizationId })
const done = ({ status, text: body }: TestAnswer): void => expect([status < 300, body.slice(0, 300)]).toEqual([true, expect.anything()])

beforeAll(async () => {
  server = await testServer({ database: await ownDatabase(), settings: { ORGANIZATION_LIMIT: '200' } })
  merchant = await aMerchant(server)
  owner = merchant.owner
  administrator = await anAdministrator(server)
  const operators = { url: 'http://127.0.0.1:9/', events: ['member.added'] }
  const endpoint = await administrator.request('POST', '/api/auth/admin/webhooks/create-endpoint', { body: operators })
  done(endpoint)
  endpointId = endpoint.json.id
  await fillMembership()
  await fillSales()
  await fillUsage()
  await fillRecords()
  await fillPayouts()
  await fillDownloads()
  await fillGrants()
})
afterAll(async () => {
  await server.close()
  printTable('Pages of 100 rows that are as large as they may be.', [['list', 'entries', 'bytes'], ...figures])
})

async function fillMembership(): Promise<void> {
  guest = await aUser(server)
  await server.platform.database.db.updateTable('users').set({ is_email_verified: true }).where('id', 'in', [owner.id, guest.id]).execute()
  done(await owner.request('POST', '/api/auth/update-user', { body: { name: text(250), image: picture } }))
  const data = { name: text(250), logo: picture, metadata: { text: text(9900) } }
  done(await owner.request('POST', `${ORGANIZATION}/update`, { body: { data, organizationId: merchant.organizationId } }))
  done(await owner.request('PATCH', `/v1/organizations/${merchant.organizationId}`, { body: { socials, name: text(250) } }))
  const organizationIds = Array.from({ length: ROWS }, () => newId(server.clock.now()))
  await copy('organizations', { id: merchant.organizationId }, (at) => ({ id: organizationIds[at], slug: `copy-${at}` }))
  await copy('merchants', ofMerchant(), (at) => ({ organization_id: organizationIds[at] }))
  await copy('members', { user_id: owner.id }, (at) => ({ organization_id: organizationIds[at], team_id: null }))
  await copy('users', { id: owner.id }, (at) => ({ email: `${at}-${uniqueEmail()}` }))
  const { db } = server.platform.database
  const copies = await db.selectFrom('users').select('id').where('image', '=', picture).where('id', '<>', owner.id).execute()
  await copy('members', { ...ofMerchant(), user_id: owner.id }, (at) => ({ user_id: copies[at]?.id }))
  const invite = { email: guest.email, role: 'member' }
  done(await owner.request('POST', `${ORGANIZATION}/invite-member`, { body: invite }))
  await copy('invitations', ofMerchant(), (at) => ({ email: `${'a'.repeat(200)}${at}@example.test` }))
  await copy('invitations', { email: guest.email }, (at) => ({ organization_id: organizationIds[at], inviter_id: owner.id }))
  done(await owner.request('POST', `${ORGANIZATION}/create-team`, { body: { name: text(100) } }))
  await copy('teams', ofMerchant())
  await copy('teams', ofMerchant(), (at) => ({ organization_id: organizationIds[at] }))
  await sql`update members set team_id = (
    select id from teams where teams.organization_id = members.organization_id order by id limit 1
  )`.execute(db)
  done(await owner.request('POST', `${ORGANIZATION}/create-role`, { body: { name: 'a'.repeat(37), permissions: {} } }))
  await copy('organization_roles', ofMerchant(), (at) => ({ name: `${'b'.repeat(37)}${at}` }), 49)
  for (const { id } of [owner, administrator]) {
    await copy('sessions', { user_id: id }, (at) => ({ token_digest: `${id} ${at}`, user_agent: 'a'.repeat(500) }))
  }
  const comment = text(250)
  done(await owner.request('PATCH', `/v1/organization-access-tokens/${merchant.tokenId}`, { body: { comment } }))
  await copy('organization_access_tokens', ofMerchant(), (at) => ({ digest: `digest ${at}` }))
}

async function fillSales(): Promise<void> {
  const prices = [{ amount_type: 'fixed', price_amount: 4200, price_currency: 'usd' }]
  const product = { name: text(250), description: text(20_000), recurring_interval: null, metadata, prices }
  const created = await merchant.request('POST', '/v1/products/', { body: product })
  done(created)
  const note = { type: 'custom', description: text(42), properties: { note: text(2000) }, metadata }
  const { id } = (await merchant.request('POST', '/v1/benefits/', { body: note })).json
  done(await merchant.request('POST', `/v1/products/${created.json.id}/benefits`, { body: { benefits: [id] } }))
  await copy('products', ofMerchant())
  const products: string[] = []
  while (products.length < 10) products.push((await merchant.request('POST', '/v1/products/', { body: product })).json.id)
  const PART = 5 * 1024 * 1024
  const upload = { parts: Array.from({ length: 20 }, (_, at) => ({ number: at + 1, chunk_start: at * PART, chunk_end: (at + 1) * PART })) }
  const file = { service: 'downloadable', name: text(255), mime_type: 'application/pdf', size: 20 * PART, version: text(100), upload }
  done(await merchant.request('POST', '/v1/files/', { body: file }))
  await copy('files', ofMerchant())
  const option = (at: number) => ({ value: text(97) + String(at).padStart(3, '0'), label: text(100) })
  const shown = { form_label: text(500), form_help_text: text(500), form_placeholder: text(500) }
  const properties = { ...shown, options: Array.from({ length: 50 }, (_, at) => option(at)) }
  done(await merchant.request('POST', '/v1/custom-fields/', { body: { type: 'select', slug: 'a', name: text(250), properties, metadata } }))
  await copy('custom_fields', ofMerchant(), (at) => ({ slug: `${'a'.repeat(70)}${at}` }))
  const discount = { type: 'percentage', basis_points: 1, duration: 'once', name: text(250), code: 'a'.repeat(255), metadata, products }
  done(await merchant.request('POST', '/v1/discounts/', { body: discount }))
  await copy('discounts', ofMerchant(), (at) => ({ code: `${'a'.repeat(250)}${at}` }))
  const link = { payment_processor: 'stripe', products, label: text(250), metadata, success_url: picture }
  done(await merchant.request('POST', '/v1/checkout-links/', { body: link }))
  await copy('checkout_links', ofMerchant())
  await copy('benefits', ofMerchant())
  const clauses = Array(50).fill({ property: text(100), operator: 'eq', value: text(250) })
  const meter = { name: text(250), filter: { conjunction: 'and', clauses }, aggregation: { func: 'sum', property: text(100) }, metadata }
  done(await merchant.request('POST', '/v1/meters/', { body: meter }))
  await copy('meters', ofMerchant())
  await merchant.request('POST', '/v1/webhooks/endpoints', {
    body: { url: 'http://127.0.0.1:9/', format: 'raw', secret: 'a secret of tests', events: ['order.created', 'checkout.updated'] },
  })
  const checkout = await aCheckout(server, merchant, { products: [created.json.id], metadata, customer_metadata: metadata })
  const form = { customer_name: text(250), customer_billing_address: address, customer_billing_name: text(250) }
  done(await checkout.confirm(undefined, { body: form }))
  await server.drain()
  const [{ id: order_id }] = (await merchant.request('GET', '/v1/orders/?limit=1')).json.items
  await aDispute(server, merchant, [created.json.id])
  const refund = { order_id, reason: 'other', amount: 1, comment: text(1000), metadata }
  done(await merchant.request('POST', '/v1/refunds/', { body: refund }))
  const plan = (
    await merchant.request('POST', '/v1/products/', {
      body: {
        name: text(250),
        description: text(6000),
        metadata,
        recurring_interval: 'month',
        prices: [{ amount_type: 'fixed', price_amount: 900 }],
      },
    })
  ).json
  done(await (await aCheckout(server, merchant, { products: [plan.id] })).confirm())
  await copy('subscriptions', ofMerchant(), () => ({ checkout_id: null, is_exclusive: false }))
  await copy('refunds', ofMerchant(), (at) => ({ idempotency_key: `copy-${at}` }))
  await copy('disputes', ofMerchant(), (at) => ({ reference: `copy-${at}`, reason: text(100) }))
  await aTaxRecord(server, { organizationId: merchant.organizationId, orderId: order_id })
  await copy('tax_records', ofMerchant(), (at) => ({ reference: `copy-${at}`, failure_detail: text(500) }))
  const refundIds = await refundsWithoutNote()
  await copy('invoices', ofMerchant(), (at) => ({ number: `COPY-${at}`, refund_id: refundIds[at] ?? null }))
  await copy('customers', ofMerchant(), (at) => ({ email: `${at}-${uniqueEmail()}` }))
  await copy('checkouts', ofMerchant(), () => ({ payment_id: null }))
  await copy('orders', ofMerchant(), (at) => ({ number: `COPY-${at}`, checkout_id: null, payment_id: null }))
}

/** The refunds that have no credit note, by their ids. */
async function refundsWithoutNote(): Promise<readonly string[]> {
  const { rows } = await sql<{ id: string }>`select id from refunds where organization_id = ${merchant.organizationId}
    and not exists (select from invoices where invoices.refund_id = refunds.id)`.execute(server.platform.database.db)
  return rows.map(({ id }) => id)
}

/** Events with as much metadata as they may have, and what a customer has used of each meter. */
async function fillUsage(): Promise<void> {
  const { db } = server.platform.database
  const [{ id: customer_id }] = (await merchant.request('GET', '/v1/customers/?limit=1')).json.items
  const event = (at: number) => ({ name: text(240) + String(at), customer_id, external_id: text(240) + String(at), metadata })
  for (const half of [0, 1]) {
    const events = Array.from({ length: ROWS / 2 }, (_, at) => event((half * ROWS) / 2 + at))
    done(await merchant.request('POST', '/v1/events/ingest', { body: { events } }))
  }
  done(await merchant.request('POST', '/v1/event-imports/', { body: { file_name: text(255), size: 100 } }))
  await copy('event_imports', ofMerchant())
  await sql`insert into customer_meters (organization_id, id, customer_id, meter_id, created_at)
    select organization_id, gen_random_uuid(), ${customer_id}, id, created_at from meters
    where organization_id = ${merchant.organizationId} on conflict do nothing`.execute(db)
  const [{ id: meter_id }] = (await merchant.request('GET', '/v1/meters/?limit=1')).json.items
  done(await merchant.request('POST', '/v1/usage-alerts/', { body: { name: text(250), meter_id, threshold: 1e15, metadata } }))
  await copy('usage_alerts', ofMerchant())
  const [{ id: customerId }] = (await merchant.request('GET', '/v1/customers/?limit=1')).json.items
  await aLicenseKey(server, merchant, { customerId, properties: { prefix: text(50) } })
  await copy('license_keys', ofMerchant(), (at) => ({ key_digest: `copy ${at}` }))
}

/** A payout to each organization, with a reference as long as it may be. */
async function fillPayouts(): Promise<void> {
  await server.platform.database.transaction(async (tx) => {
    await sql`
      with entries as (
        insert into ledger_entries (organization_id, id, kind, source, currency, happened_at)
        select id, gen_random_uuid(), 'payout', 'payout:' || repeat('a', 200), 'usd', now() from organizations returning organization_id, id)
      insert into ledger_postings (organization_id, entry_id, position, account, amount, currency)
      select organization_id, id, position, account, amount, 'usd' from entries,
        (values (0, 'payouts', -500), (1, 'org_payable', 500)) as posting (position, account, amount)`.execute(tx)
  })
}

/** A benefit with every file, all of which one customer may download and has downloaded. */
async function fillDownloads(): Promise<void> {
  const { db } = server.platform.database
  const [{ id: customerId }] = (await merchant.request('GET', '/v1/customers/?limit=1')).json.items
  const body = { type: 'custom', description: text(42), properties: {} }
  const { id: benefitId } = (await merchant.request('POST', '/v1/benefits/', { body })).json
  const ofOrganization = sql`where organization_id = ${merchant.organizationId}::uuid`
  await sql`update benefits set type = 'downloadables', properties = jsonb_build_object('archived', '{}'::jsonb, 'files',
    (select jsonb_agg(id) from files ${ofOrganization})) ${ofOrganization} and id = ${benefitId}::uuid`.execute(db)
  const { organizationId } = merchant
  const grantId = await aGrant(server, { organizationId, customerId, benefitId })
  await sql`insert into downloadables (organization_id, id, customer_id, benefit_id, grant_id, file_id, created_at)
    select organization_id, gen_random_uuid(), ${customerId}::uuid, ${benefitId}::uuid, ${grantId}::uuid, id, created_at
    from files ${ofOrganization}`.execute(db)
  await sql`insert into download_counts
      (organization_id, id, customer_id, file_id, downloads, first_downloaded_at, last_downloaded_at)
    select organization_id, gen_random_uuid(), ${customerId}::uuid, id, 2147483647, created_at, created_at
    from files ${ofOrganization}`.execute(db)
}

/** A customer with the same benefit by many subscriptions, each with an error. */
async function fillGrants(): Promise<void> {
  const { organizationId } = merchant
  const [{ id: customerId }] = (await merchant.request('GET', '/v1/customers/?limit=1')).json.items
  const body = { type: 'custom', description: text(42), properties: { note: text(2000) }, metadata }
  const { id: benefitId } = (await merchant.request('POST', '/v1/benefits/', { body })).json
  for (let at = 0; at < ROWS; at += 1) await aGrant(server, { organizationId, customerId, benefitId })
  const error = JSON.stringify({ message: text(100), type: 'RETRIES_EXHAUSTED', timestamp: '2026-03-01T12:00:00.000Z' })
  await sql`update benefit_grants set error = ${error}::jsonb where organization_id = ${organizationId}`.execute(
    server.platform.database.db,
  )
}

async function fillRecords(): Promise<void> {
  await copy('webhook_endpoints', ofMerchant(), undefined, 19)
  const eventIds = Array.from({ length: ROWS }, () => newId(server.clock.now()))
  await copy('webhook_payloads', ofMerchant(), (at) => ({ domain_event_id: eventIds[at] }))
  await copy('webhook_events', ofMerchant(), (at) => ({ domain_event_id: eventIds[at], sequence: at + 1000 }))
  await copy('webhook_deliveries', ofMerchant(), (at) => ({ attempt: at + 100 }))
  const ofPlatform = { organization_id: PLATFORM_ID }
  await copy('webhook_endpoints', ofPlatform, undefined, 19)
  await copy('webhook_payloads', ofPlatform, (at) => ({ domain_event_id: eventIds[at] }))
  await copy('webhook_events', ofPlatform, (at) => ({ domain_event_id: eventIds[at], sequence: at + 1000 }))
  await copy('webhook_deliveries', ofPlatform, (at) => ({ attempt: at + 100 }))
  await copy('payments', ofMerchant(), (at) => ({ idempotency_key: `copy ${at}` }))
  await flushApiCalls(server.platform)
  await copy('api_calls', ofMerchant(), () => ({ error: 'a'.repeat(100), error_detail: text(500) }))
  await copy('sandbox_charges', ofMerchant(), (at) => ({ key: `copy ${at}` }))
  const entry = { user_agent: 'a'.repeat(500), organization_id: merchant.organizationId }
  await copy('audit_entries', { user_id: owner.id }, () => ({ ...entry, organization_id: null, user_id: owner.id }))
  await copy('audit_entries', { user_id: owner.id }, () => ({ ...entry, user_id: administrator.id }))
  await copy('domain_events', ofMerchant(), (at) => ({ sequence: at + 1_000_000 }))
  const job = { key: null, dead_at: server.clock.now(), last_error: text(2000) }
  await server.platform.database.transaction((tx) =>
    tx
      .insertInto('jobs')
      .values(
        Array.from({ length: ROWS }, () => ({
          id: newId(server.clock.now()),
          kind: 'webhooks:deliver',
          payload: '{}',
          run_at: server.clock.now(),
          created_at: server.clock.now(),
          ...job,
        })),
      )
      .execute(),
  )
}

/** The longest range of metrics by day. */
const aYear = { start_date: '2025-03-01', end_date: '2026-03-02', interval: 'day' }

/** The token of a session of the customer who has most rows of a table. */
async function sessionFor(table: string): Promise<string> {
  const { rows } = await sql<{ customer_id: string }>`select customer_id from ${sql.table(table)}
    where organization_id = ${merchant.organizationId} group by customer_id order by count(*) desc limit 1`.execute(
    server.platform.database.db,
  )
  return (await aPortal(server, merchant, rows[0]?.customer_id)).token
}

async function teamOf(user: TestUser): Promise<string> {
  const members = server.platform.database.db.selectFrom('members').select('team_id').where('user_id', '=', user.id)
  return (await members.where('organization_id', '=', merchant.organizationId).executeTakeFirstOrThrow()).team_id ?? ''
}

/** The longest list of an answer. */
function lengthOf({ answer }: (typeof lists)[number], json: Record<string, unknown[]>): number {
  return Math.max(...listsOf(answer as z.ZodType).map((name) => ((name ? json[name] : json) as unknown[] | null)?.length ?? 0))
}

test('the lists are found by their answers', () => {
  expect(lists.length).toBeGreaterThan(20)
  expect(Object.keys(ofFixedLength).filter((name) => !lists.some((list) => list.name === name))).toEqual([])
})

test.each(lists.map((list) => [list.name, list] as const))(
  '%s answers a full page in 4 MiB, or says how many entries fit',
  async (name, list) => {
    const user = name.startsWith('auth:admin') ? administrator : name === 'organization:list-user-invitations' ? guest : owner
    const query = new URLSearchParams({ limit: String(ROWS) })
    if (name.includes('organization:') || name.startsWith('auth:organization')) query.set('organizationId', merchant.organizationId)
    if (name === 'auth:admin-list-sessions' || name === 'auth:admin-get-user') query.set('userId', owner.id)
    if (name === 'auth:admin-get-organization') query.set('organizationId', merchant.organizationId)
    if (name === 'metrics:get') for (const [key, value] of Object.entries(aYear)) query.set(key, value)
    if (name === 'auth:admin-webhooks-get-endpoint') query.set('id', endpointId)
    if (name === 'auth:admin-get-email') query.set('name', 'invitation')
    if (name === 'auth:admin-list-jobs') query.set('state', 'dead')
    // Of a user's teams in all organizations: in one it is at most one team.
    if (name === 'organization:list-user-teams') query.delete('organizationId')
    if (name === 'organization:list-team-members') query.set('teamId', await teamOf(owner))
    const headers = portalTables[name] === undefined ? undefined : { authorization: `Bearer ${await sessionFor(portalTables[name])}` }
    const read = () =>
      headers ? server.request('GET', `${list.path}?${query}`, { headers }) : user.request('GET', `${list.path}?${query}`)
    let answer = await read()
    if (answer.status === 422) {
      expect(answer.json.detail[0].loc).toEqual(['query', 'limit'])
      query.set('limit', /at most (\d+) entries/.exec(answer.text)?.[1] ?? '')
      answer = await read()
    }
    expect([answer.status, answer.text.slice(0, 300)]).toEqual([200, expect.anything()])
    const bytes = Buffer.byteLength(answer.text)
    const entries = lengthOf(list, answer.json)
    figures.push([`${list.method} ${list.path}`, String(entries), String(bytes)])
    expect(bytes).toBeLessThan(PAGE_BYTES)
    expect(entries).toBeGreaterThanOrEqual(ofFixedLength[name] ?? Math.min(ROWS, Number(query.get('limit'))))
  },
)
