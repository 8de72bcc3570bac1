import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { newId } from '#kernel/id.ts'
import { aMember } from '#test/support/a-member.ts'
import { aMerchant, aToken, type TestMerchant } from '#test/support/a-merchant.ts'
import { ownDatabase } from '#test/support/database.ts'
import { sharedServer, type TestServer, testServer } from '#test/support/server.ts'
import { flushApiCalls } from './actions/record-api-call.ts'
import type { ApiCall } from './model.ts'
import { deleteSurplusCalls, findSettings, insertCalls } from './store.ts'

const LIST = '/v1/api-calls/'
const settingsOf = ({ organizationId }: TestMerchant) => `/v1/organizations/${organizationId}/api-call-settings`

let server: TestServer
let merchant: TestMerchant
const flush = () => flushApiCalls(server.platform)
const idOf = ({ headers }: { readonly headers: Readonly<Record<string, unknown>> }) => String(headers['x-request-id'])
const callOf = async (id: string, of = merchant) => (await of.owner.request('GET', LIST + id)).json

beforeAll(async () => {
  server = await sharedServer()
  merchant = await aMerchant(server)
})

test('a call with a token is in the log with what it was and how it was answered', async () => {
  const id = newId(server.clock.now())
  const answer = await merchant.request('GET', `/v1/products/${id}?expand=secret`)
  await flush()
  expect(await callOf(idOf(answer))).toEqual({
    id: idOf(answer),
    token_id: merchant.tokenId,
    token_comment: 'For tests',
    method: 'GET',
    path: `/v1/products/${id}`,
    status: 404,
    duration_ms: expect.any(Number),
    error: 'ResourceNotFound',
    error_detail: 'Not found',
    created_at: server.clock.now().toISOString(),
    content: null,
  })
})

test('a call costs the request no round trip: it sends the statements that it sends for a person', async () => {
  const narrow = await aMerchant(server)
  const byToken = await narrow.request('GET', '/v1/products/')
  const byUser = await narrow.owner.request('GET', '/v1/products/')
  expect(byToken.statements.join()).not.toContain('api_call')
  expect(byToken.roundTrips).toBe(byUser.roundTrips)
})

test('calls of people, of unknown tokens and of other organizations are not in the log', async () => {
  const other = await aMerchant(server)
  const foreign = await other.request('GET', '/v1/products/')
  const own = await merchant.owner.request('GET', '/v1/products/')
  await flush()
  for (const answer of [foreign, own]) expect(await callOf(idOf(answer))).toMatchObject({ error: 'ResourceNotFound' })
  expect(await callOf(idOf(foreign), other)).toMatchObject({ status: 200 })
})

test('the list is newest first and is filtered by status, method, token and text', async () => {
  const shop = await aMerchant(server)
  const second = await aToken(shop.owner, shop.organizationId, ['products:read'])
  const headers = { authorization: `Bearer ${second.token}` }
  await shop.request('GET', '/v1/products/')
  await shop.request('POST', '/v1/products/', { body: {} })
  const refused = await server.request('GET', '/v1/orders/', { headers })
  await flush()
  const listed = async (query: string) => {
    const { json } = await shop.owner.request('GET', `${LIST}?${query}`)
    return json.items.map((each: { method: string; path: string; status: number }) => `${each.method} ${each.path} ${each.status}`)
  }
  const [get, post, orders] = ['GET /v1/products/ 200', 'POST /v1/products/ 422', 'GET /v1/orders/ 403']
  expect(await listed('')).toEqual([orders, post, get])
  expect(await listed('status=2xx')).toEqual([get])
  expect(await listed('status=4xx&status=5xx')).toEqual([orders, post])
  expect(await listed('method=POST')).toEqual([post])
  expect(await listed(`token_id=${second.tokenId}`)).toEqual([orders])
  expect(await listed('query=products')).toEqual([post, get])
  expect(await listed(`query=${idOf(refused)}`)).toEqual([orders])
  expect(await listed('query=insufficient')).toEqual([orders])
})

test('only owners and admins of the organization see the log, and no token does', async () => {
  const answer = await merchant.request('GET', '/v1/products/')
  await flush()
  const member = await aMember(server, merchant.organizationId, 'member')
  for (const path of [LIST, settingsOf(merchant), LIST + idOf(answer)]) {
    expect([path, (await member.request('GET', path)).status]).toEqual([path, 403])
    expect([path, (await merchant.request('GET', path)).status]).toEqual([path, 403])
  }
  expect((await member.request('PATCH', settingsOf(merchant), { body: { records_bodies: true } })).status).toBe(403)
})

test('bodies are recorded once the organization says so, without secrets, sealed, until it no longer does', async () => {
  const shop = await aMerchant(server)
  const set = (records_bodies: boolean) => shop.owner.request('PATCH', settingsOf(shop), { body: { records_bodies } })
  const send = async () => {
    const metadata = { token: 'of the shop', colour: 'blue' }
    const answer = await shop.request('POST', '/v1/customers/?limit=1', { body: { email: `${randomUUID()}@example.test`, metadata } })
    await flush()
    return answer
  }
  expect((await callOf(idOf(await send()), shop)).content).toBeNull()
  expect((await set(true)).json).toEqual({ organization_id: shop.organizationId, records_bodies: true, dropped_calls: 0 })
  const recorded = await send()
  const { content } = await callOf(idOf(recorded), shop)
  expect(JSON.parse(content.request_body)).toMatchObject({ metadata: { token: '[hidden]', colour: 'blue' } })
  expect(JSON.parse(content.response_body)).toMatchObject({ id: recorded.json.id, metadata: { token: '[hidden]', colour: 'blue' } })
  expect(JSON.parse(content.query)).toEqual({ limit: '1' })
  const stored = await sql<{ text: string }>`
    select sealed_content as text from api_call_contents where call_id = ${idOf(recorded)}`.execute(server.platform.database.db)
  expect(stored.rows[0]?.text).not.toContain('blue')
  await set(false)
  expect((await callOf(idOf(recorded), shop)).content).toBeNull()
  expect((await callOf(idOf(await send()), shop)).content).toBeNull()
  const { rows } = await sql<{ records: boolean }>`
    select details -> 'records_bodies' as records from audit_entries
    where organization_id = ${shop.organizationId} and action = 'api_call_settings.updated' order by id`.execute(
    server.platform.database.db,
  )
  expect(rows.map(({ records }) => records)).toEqual([true, false])
})

test('the contents of an organization are deleted with the data of a customer', async () => {
  const shop = await aMerchant(server)
  await shop.owner.request('PATCH', settingsOf(shop), { body: { records_bodies: true } })
  const created = await shop.request('POST', '/v1/customers/', { body: { email: `${randomUUID()}@example.test` } })
  await flush()
  expect((await callOf(idOf(created), shop)).content).not.toBeNull()
  const erased = await shop.owner.request('DELETE', `/v1/customers/${created.json.id}?anonymize=true`)
  expect(erased.status).toBe(204)
  await server.drain()
  expect((await callOf(idOf(created), shop)).content).toBeNull()
})

test('calls of a deleted organization are left out without losing the others', async () => {
  const answer = await merchant.request('GET', '/v1/products/')
  await flush()
  const call: Omit<ApiCall, 'id' | 'organizationId'> = {
    tokenId: (await callOf(idOf(answer))).token_id,
    method: 'GET',
    path: '/v1/x',
    status: 200,
    durationMs: 1,
    error: null,
    errorDetail: null,
    createdAt: server.clock.now(),
  }
  const next = newId(server.clock.now())
  const calls = [
    { ...call, id: newId(server.clock.now()), organizationId: randomUUID() },
    { ...call, id: next, organizationId: merchant.organizationId },
  ]
  await insertCalls(
    server.platform.database.db,
    calls.map((each) => ({ call: each, sealedContent: null })),
  )
  expect(await callOf(next)).toMatchObject({ path: '/v1/x' })
})

test('calls are deleted after 30 days, and those that cannot be written are counted', async () => {
  const alone = await testServer({ database: await ownDatabase() })
  const { db } = alone.platform.database
  const shop = await aMerchant(alone)
  await shop.request('GET', '/v1/products/')
  await flushApiCalls(alone.platform)
  expect((await shop.owner.request('GET', LIST)).json.pagination.total_count).toBe(1)
  alone.clock.advance(30 * 86_400 + 3600)
  await alone.drain()
  const { rows } = await sql`select id from api_calls`.execute(db)
  expect(rows).toEqual([])
  await shop.request('GET', '/v1/products/')
  await sql`alter table api_calls rename to api_calls_away`.execute(db)
  await flushApiCalls(alone.platform)
  await sql`alter table api_calls_away rename to api_calls`.execute(db)
  await flushApiCalls(alone.platform)
  const since = new Date(alone.clock.now().getTime() - 1000)
  expect(await findSettings(db, shop.organizationId, since)).toMatchObject({ droppedCalls: 1 })
  await alone.close()
})

test('an organization has the newest calls in its log, up to a number', async () => {
  const alone = await testServer({ database: await ownDatabase() })
  const shop = await aMerchant(alone)
  for (let at = 0; at < 3; at += 1) await shop.request('GET', '/v1/products/')
  await flushApiCalls(alone.platform)
  await alone.platform.database.transaction((tx) => deleteSurplusCalls(tx, { newest: 2, limit: 1000 }))
  expect((await shop.owner.request('GET', LIST)).json.pagination.total_count).toBe(2)
  await alone.close()
})
