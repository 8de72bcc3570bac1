import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { aMerchant, type TestMerchant } from '#test/support/a-merchant.ts'
import { uniqueEmail } from '#test/support/a-user.ts'
import { emailsTo, emailTo } from '#test/support/emails.ts'
import { portalOf } from '#test/support/portal/a-portal.ts'
import { testServer } from '#test/support/server.ts'

const server = await testServer({ settings: { RATE_LIMIT_ENABLED: 'true' } })
afterAll(() => server.close())
const { db } = server.platform.database
const REQUEST = '/v1/customer-portal/customer-session/request'
const AUTHENTICATE = '/v1/customer-portal/customer-session/authenticate'

const merchant = await aMerchant(server)

async function aCustomer(of: TestMerchant = merchant) {
  const email = uniqueEmail()
  const { id } = (await of.request('POST', '/v1/customers/', { body: { email } })).json
  return { id: id as string, email }
}
const request = (email: string, headers: Readonly<Record<string, string>> = {}) =>
  server.request('POST', REQUEST, { body: { email, organization_id: merchant.organizationId }, headers })
const authenticate = (request_id: string, code: string) => server.request('POST', AUTHENTICATE, { body: { request_id, code } })

async function codeTo(email: string): Promise<string> {
  const [, code] = /: ([A-Z0-9]{6})\n/.exec((await emailTo(server, email, 'portal-code')).text) ?? []
  return code ?? ''
}

test('a customer opens the portal by a mailed code, which works once and verifies the email', async () => {
  const customer = await aCustomer()
  const requested = await request(customer.email.toUpperCase())
  expect([requested.status, requested.json]).toEqual([202, { request_id: expect.any(String) }])
  const code = await codeTo(customer.email)
  expect(code).toMatch(/^[ACDEFGHJKMNPQRTUVWXY34679]{6}$/)
  const { rows } = await sql`select * from customer_session_codes where customer_id = ${customer.id}`.execute(db)
  expect([rows.length, JSON.stringify(rows).includes(code)]).toEqual([1, false])
  const typed = `${code.slice(0, 3)}-${code.slice(3)} `.toLowerCase()
  const opened = await authenticate(requested.json.request_id, typed)
  expect([opened.status, opened.json]).toEqual([200, { token: expect.stringMatching(/^gh_cst_/) }])
  const me = await portalOf(server, opened.json.token)('GET', '/customers/me')
  expect(me.json).toMatchObject({ id: customer.id, email_verified: true })
  expect((await authenticate(requested.json.request_id, code)).status).toBe(401)
  const entries = await sql`select action, actor ->> 'type' as actor, details ->> 'via' as via from audit_entries
    where target ->> 'id' = ${customer.id} and action like 'customer_session.%' order by id`.execute(db)
  expect(entries.rows).toEqual([
    { action: 'customer_session.code_requested', actor: 'nobody', via: null },
    { action: 'customer_session.created', actor: 'customer', via: 'code' },
  ])
})

test('an unknown email and an unknown organization get the same answer, by the same statements, and no email', async () => {
  const customer = await aCustomer()
  const email = uniqueEmail()
  const known = await request(customer.email)
  for (const unknown of [
    await request(email),
    await server.request('POST', REQUEST, { body: { email: customer.email, organization_id: '019a2f3c-7b5e-7c40-9a51-3f0d8e6b1c22' } }),
  ])
    expect([unknown.status, Object.keys(unknown.json), unknown.roundTrips]).toEqual([202, ['request_id'], known.roundTrips])
  expect(await emailsTo(server, email)).toEqual([])
  expect(await emailsTo(server, customer.email)).toHaveLength(1)
})

test('a code opens nothing without the request that it was mailed for', async () => {
  const [customer, other] = [await aCustomer(), await aCustomer()]
  const { json: own } = await request(customer.email)
  const { json: foreign } = await request(other.email)
  const code = await codeTo(customer.email)
  expect((await authenticate(foreign.request_id, code)).json.error).toBe('CustomerSessionCodeInvalidOrExpired')
  expect((await server.request('POST', AUTHENTICATE, { body: { code } })).status).toBe(422)
  expect((await authenticate(own.request_id, code)).status).toBe(200)
})

test('after five wrong codes the right one is refused; so it is after half an hour', async () => {
  const customer = await aCustomer()
  const { json: first } = await request(customer.email)
  const code = await codeTo(customer.email)
  for (let count = 0; count < 5; count += 1) expect((await authenticate(first.request_id, 'AAAAAA')).status).toBe(401)
  expect((await authenticate(first.request_id, code)).status).toBe(401)
  server.clock.advance(1)
  const { json: second } = await request(customer.email)
  const later = await codeTo(customer.email)
  server.clock.advance(1800)
  expect((await authenticate(second.request_id, later)).status).toBe(401)
})

test('the code of a customer whose email was changed, or who was deleted, opens nothing', async () => {
  for (const change of [
    ({ id }: { id: string }) => merchant.request('PATCH', `/v1/customers/${id}`, { body: { email: uniqueEmail() } }),
    ({ id }: { id: string }) => merchant.request('DELETE', `/v1/customers/${id}`),
  ]) {
    const customer = await aCustomer()
    const { json } = await request(customer.email)
    const code = await codeTo(customer.email)
    await change(customer)
    expect((await authenticate(json.request_id, code)).status).toBe(401)
  }
})

test('the email is in the language of the browser', async () => {
  const customer = await aCustomer()
  await request(customer.email, { 'accept-language': 'de' })
  expect((await emailTo(server, customer.email, 'portal-code')).text).toContain('Ihr Code')
})

test('an email gets ten codes in an hour; further requests are answered alike', async () => {
  const customer = await aCustomer()
  for (let count = 0; count < 12; count += 1) expect((await request(customer.email)).status).toBe(202)
  expect(await emailsTo(server, customer.email)).toHaveLength(10)
})

test('the erasure of a customer deletes the codes that were mailed to them', async () => {
  const customer = await aCustomer()
  await request(customer.email)
  await codeTo(customer.email)
  await merchant.request('DELETE', `/v1/customers/${customer.id}?anonymize=true`)
  await server.drain()
  expect((await sql`select from customer_session_codes where customer_id = ${customer.id}`.execute(db)).rows).toEqual([])
})
