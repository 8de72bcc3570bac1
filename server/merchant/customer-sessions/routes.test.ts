import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { aCheckout, cards } from '#test/support/a-checkout.ts'
import { aMerchant, type TestMerchant } from '#test/support/a-merchant.ts'
import { testServer } from '#test/support/server.ts'

const server = await testServer()
const { db } = server.platform.database
afterAll(() => server.close())
const SESSIONS = '/v1/customer-sessions/'
const ME = '/v1/customer-portal/customers/me'
const UNKNOWN = '019a2f3c-7b5e-7c40-9a51-3f0d8e6b1c22'

async function aCustomer(merchant: TestMerchant, body: Readonly<Record<string, unknown>> = {}) {
  const checkout = await aCheckout(server, merchant, body)
  const confirmed = await checkout.confirm()
  const { items } = (await merchant.request('GET', `/v1/customers/?email=${encodeURIComponent(checkout.email)}`)).json
  return { email: checkout.email, id: items[0].id as string, token: confirmed.json.customer_session_token as string }
}

const create = (merchant: TestMerchant, body: Readonly<Record<string, unknown>>) => merchant.request('POST', SESSIONS, { body })
const me = (token: string) => server.request('GET', ME, { headers: { authorization: `Bearer ${token}` } })
const problemsOf = (answer: { readonly json: { detail: { loc: unknown; type: string }[] } }) =>
  answer.json.detail.map(({ loc, type }) => [loc, type])

test('a merchant creates a session of an hour for a customer, by either id; only the digest of its token is stored', async () => {
  const merchant = await aMerchant(server)
  const { id, email } = await aCustomer(merchant, { external_customer_id: 'user-17' })
  for (const body of [{ customer_id: id }, { external_customer_id: 'user-17' }, { customer_external_id: 'user-17' }]) {
    const answer = await create(merchant, body)
    const now = server.clock.now()
    expect([answer.status, answer.json]).toEqual([
      201,
      {
        id: expect.any(String),
        created_at: now.toISOString(),
        modified_at: null,
        expires_at: new Date(now.getTime() + 3_600_000).toISOString(),
        return_url: null,
        token: expect.stringMatching(/^gh_cst_[0-9A-Za-z]{43}$/),
        customer_portal_url: `http://localhost:3000/portal/${merchant.slug}?customer_session_token=${answer.json.token}`,
        customer_id: id,
        customer: (await merchant.request('GET', `/v1/customers/${id}`)).json,
      },
    ])
    expect((await me(answer.json.token)).json).toMatchObject({ id, email, email_verified: false, oauth_accounts: {} })
  }
  const { rows } = await sql<{ token_digest: string }>`select * from customer_sessions where customer_id = ${id}`.execute(db)
  for (const row of rows) expect(JSON.stringify(row)).not.toContain('gh_cst_')
})

test('creating a session takes three round trips besides the caller, and is recorded in the audit log', async () => {
  const merchant = await aMerchant(server)
  const { id } = await aCustomer(merchant)
  expect((await create(merchant, { customer_id: id })).roundTrips).toBe(4)
  const { rows } = await sql`
    select action, actor ->> 'type' as actor, target from audit_entries
    where organization_id = ${merchant.organizationId} and action like 'customer_session.%'`.execute(db)
  expect(rows).toEqual([{ action: 'customer_session.created', actor: 'organization_token', target: { type: 'customer', id } }])
})

test('a body without a customer, or with one that the merchant does not have, is refused and names the field', async () => {
  const [merchant, stranger] = [await aMerchant(server), await aMerchant(server)]
  const { id } = await aCustomer(stranger, { external_customer_id: 'user-18' })
  expect(problemsOf(await create(merchant, {}))).toEqual([[['body', 'customer_id'], 'missing']])
  for (const unknown of [id, UNKNOWN])
    expect(problemsOf(await create(merchant, { customer_id: unknown }))).toEqual([[['body', 'customer_id'], 'value_error']])
  const byExternalId = await create(merchant, { external_customer_id: 'user-18' })
  expect(problemsOf(byExternalId)).toEqual([[['body', 'external_customer_id'], 'value_error']])
})

test("a session reads its customer's record in two round trips, and nothing of the merchant's metadata", async () => {
  const merchant = await aMerchant(server)
  const { id, email } = await aCustomer(merchant, { external_customer_id: 'user-19', customer_metadata: { vip: true } })
  const answer = await me((await create(merchant, { customer_id: id })).json.token)
  expect([answer.status, answer.roundTrips]).toEqual([200, 2])
  expect(answer.json).toEqual({
    id,
    created_at: expect.any(String),
    modified_at: null,
    email,
    email_verified: false,
    name: 'Blaise Pascal',
    billing_address: expect.objectContaining({ country: 'FR' }),
    tax_id: null,
    type: 'individual',
    billing_name: null,
    locale: null,
    default_payment_method_id: null,
    oauth_accounts: {},
  })
})

test('the session of a confirm opens the portal of a new customer, and of a customer who was only recognized by email it does not', async () => {
  const merchant = await aMerchant(server)
  const { email, token } = await aCustomer(merchant)
  expect((await me(token)).status).toBe(200)
  const second = await aCheckout(server, merchant)
  const { customer_session_token: limited } = (await second.confirm(undefined, { body: { customer_email: email } })).json
  const refused = await me(limited)
  expect([refused.status, refused.json.error]).toEqual([403, 'NotPermitted'])
})

test('a session of a checkout that is not paid yet grants no access', async () => {
  const checkout = await aCheckout(server, await aMerchant(server))
  const { customer_session_token: token } = (await checkout.confirm(cards.requiresAction)).json
  expect((await me(token)).json.error).toBe('invalid_token')
})

test('a session ends after an hour, and at once when its customer is deleted; a mistyped token costs no round trip', async () => {
  const merchant = await aMerchant(server)
  const [first, second] = [await aCustomer(merchant), await aCustomer(merchant)]
  const tokens = await Promise.all(
    [first, second].map(async ({ id }) => (await create(merchant, { customer_id: id })).json.token as string),
  )
  await sql`update customers set deleted_at = ${server.clock.now()} where id = ${first.id}`.execute(db)
  const answers = await Promise.all(tokens.map(me))
  expect(answers.map(({ status, json }) => [status, json.error])).toEqual([
    [401, 'invalid_token'],
    [200, undefined],
  ])
  server.clock.advance(3600)
  expect((await me(tokens[1] ?? '')).status).toBe(401)
  const mistyped = await me('gh_cst_'.padEnd(50, 'x'))
  expect([mistyped.status, mistyped.roundTrips]).toEqual([401, 0])
})

test('DELETE /v1/customer-portal/customer-session ends the session, one of a checkout too, and no other of its customer', async () => {
  const merchant = await aMerchant(server)
  const { id, email, token } = await aCustomer(merchant)
  const other = (await create(merchant, { customer_id: id })).json.token as string
  const end = (secret: string) =>
    server.request('DELETE', '/v1/customer-portal/customer-session', { headers: { authorization: `Bearer ${secret}` } })
  const ended = await end(token)
  expect([ended.status, ended.text]).toEqual([204, ''])
  expect([(await me(token)).json.error, (await end(token)).json.error, (await me(other)).status]).toEqual([
    'invalid_token',
    'invalid_token',
    200,
  ])
  const checkout = await aCheckout(server, merchant)
  const { customer_session_token: limited } = (await checkout.confirm(undefined, { body: { customer_email: email } })).json
  expect([(await end(limited)).status, (await end(limited)).status]).toEqual([204, 401])
  const { rows } = await sql<{ actor: string }>`select actor ->> 'type' as actor from audit_entries
    where organization_id = ${merchant.organizationId} and action = 'customer_session.ended'`.execute(db)
  expect(rows).toEqual(Array(2).fill({ actor: 'customer' }))
})

test('expired sessions are deleted a day later', async () => {
  const merchant = await aMerchant(server)
  const { id } = await aCustomer(merchant)
  const count = async () => (await sql`select from customer_sessions where customer_id = ${id}`.execute(db)).rows.length
  expect(await count()).toBe(1)
  server.clock.advance(2 * 86_400)
  await server.drain()
  expect(await count()).toBe(0)
})
