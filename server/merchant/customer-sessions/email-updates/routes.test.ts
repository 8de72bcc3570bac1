import { afterAll, expect, test } from 'vitest'
import { aMerchant } from '#test/support/a-merchant.ts'
import { uniqueEmail } from '#test/support/a-user.ts'
import { emailsTo, emailTo } from '#test/support/emails.ts'
import { aPortal, PORTAL, portalOf } from '#test/support/portal/a-portal.ts'
import { aVerifiedPortal } from '#test/support/portal/a-verified-portal.ts'
import { testServer } from '#test/support/server.ts'

const server = await testServer({ settings: { RATE_LIMIT_ENABLED: 'true' } })
afterAll(() => server.close())
const merchant = await aMerchant(server)
const UPDATE = '/customers/me/email-update'

/** A new customer who has opened their portal by a code. */
async function aFreshPortal() {
  const { email } = await aPortal(server, merchant)
  return aVerifiedPortal(server, merchant, email)
}

async function tokenTo(email: string): Promise<string> {
  const [, token] = /email_token=([0-9A-Za-z]+)/.exec((await emailTo(server, email, 'portal-email-change')).text) ?? []
  return token ?? ''
}
const verify = (token: string) => server.request('POST', `${PORTAL}${UPDATE}/verify`, { body: { token } })
const check = (token: string) => server.request('GET', `${PORTAL}${UPDATE}/check?token=${token}`)

test('a new email counts once its link was opened: POST …/email-update/request, GET …/email-update/check, POST …/email-update/verify', async () => {
  const [portal, email] = [await aFreshPortal(), uniqueEmail()]
  const requested = await portal.request('POST', `${UPDATE}/request`, { body: { email: email.toUpperCase() } })
  expect([requested.status, requested.json]).toEqual([202, {}])
  expect((await portal.request('GET', '/customers/me')).json).toMatchObject({ email: portal.email, email_verified: true })
  const token = await tokenTo(email)
  expect([(await check(token)).status, (await check('wrong')).status]).toEqual([204, 401])
  const verified = await verify(token)
  expect([verified.status, verified.json.token]).toEqual([200, expect.stringMatching(/^gh_cst_/)])
  expect((await portalOf(server, verified.json.token)('GET', '/customers/me')).json).toMatchObject({ email, email_verified: true })
  expect([(await verify(token)).json.error, (await check(token)).status]).toEqual(['EmailUpdateInvalidOrExpired', 401])
})

test('the paths of the contract are those of the portal', async () => {
  const paths = [
    '/v1/customer-portal/customers/me/email-update/request',
    '/v1/customer-portal/customers/me/email-update/verify',
    '/v1/customer-portal/customers/me/email-update/return',
  ]
  for (const path of paths) expect((await server.request('POST', path, { body: {} })).status).not.toBe(404)
  expect((await server.request('GET', '/v1/customer-portal/customers/me/email-update/check?token=x')).status).toBe(401)
  expect((await server.request('GET', '/v1/customer-portal/customers/me/email-update/return/check?token=x')).status).toBe(401)
})

test('PATCH /v1/customer-portal/customers/me with an email sends the link, and a later one voids the earlier', async () => {
  const portal = await aFreshPortal()
  const [first, second] = [uniqueEmail(), uniqueEmail()]
  const changed = await portal.request('PATCH', '/customers/me', { body: { email: first, name: 'Ada King' } })
  expect(changed.json).toMatchObject({ email: portal.email, name: 'Ada King' })
  const earlier = await tokenTo(first)
  await portal.request('PATCH', '/customers/me', { body: { email: second } })
  expect((await verify(earlier)).status).toBe(401)
  const later = await tokenTo(second)
  server.clock.advance(3600)
  expect((await verify(later)).status).toBe(401)
})

test('an email that another customer has is refused when it is confirmed, and not before', async () => {
  const [portal, other] = [await aFreshPortal(), await aPortal(server, merchant)]
  expect((await portal.request('POST', `${UPDATE}/request`, { body: { email: other.email } })).status).toBe(202)
  const refused = await verify(await tokenTo(other.email))
  expect([refused.status, refused.json.detail[0].loc]).toEqual([422, ['body', 'email']])
})

test('the own email sends nothing, and a customer may enter five others in an hour', async () => {
  const portal = await aFreshPortal()
  const enter = (email: string) => portal.request('POST', `${UPDATE}/request`, { body: { email } })
  expect((await enter(portal.email)).status).toBe(202)
  expect(await emailsTo(server, portal.email)).toHaveLength(1)
  for (let count = 0; count < 5; count += 1) expect((await enter(uniqueEmail())).status).toBe(202)
  expect((await enter(uniqueEmail())).status).toBe(429)
})

test('a session that no code has opened, or whose code is older than a quarter of an hour, changes no email', async () => {
  const [portal, email] = [await aPortal(server, merchant), uniqueEmail()]
  const refused = await portal.request('POST', `${UPDATE}/request`, { body: { email } })
  expect([refused.status, refused.json.error]).toEqual([403, 'FreshCodeRequired'])
  expect((await portal.request('PATCH', '/customers/me', { body: { email } })).json.error).toBe('FreshCodeRequired')
  const verified = await aVerifiedPortal(server, merchant, portal.email)
  server.clock.advance(900)
  expect((await verified.request('POST', `${UPDATE}/request`, { body: { email } })).json.error).toBe('FreshCodeRequired')
  expect(await emailsTo(server, email)).toEqual([])
})

const returning = (token: string) => server.request('POST', `${PORTAL}${UPDATE}/return`, { body: { token } })
const checkReturn = (token: string) => server.request('GET', `${PORTAL}${UPDATE}/return/check?token=${token}`)

async function returnTokenTo(email: string): Promise<string> {
  const [, token] = /email_return_token=([0-9A-Za-z]+)/.exec((await emailTo(server, email, 'portal-email-changed')).text) ?? []
  return token ?? ''
}

/** Changes the email of a session that a code or link has opened, and returns the session that follows. */
async function change(request: ReturnType<typeof portalOf>, email: string) {
  expect((await request('POST', `${UPDATE}/request`, { body: { email } })).status).toBe(202)
  const { json } = await verify(await tokenTo(email))
  return portalOf(server, json.token)
}

test('the former address gets a link that takes the change back and ends all sessions: GET …/email-update/return/check, POST …/email-update/return', async () => {
  const [portal, stolen] = [await aFreshPortal(), uniqueEmail()]
  const thief = await change(portal.request, stolen)
  expect((await portal.request('GET', '/customers/me')).status).toBe(401)
  const token = await returnTokenTo(portal.email)
  expect([(await checkReturn(token)).status, (await checkReturn('wrong')).status]).toEqual([204, 401])
  expect((await thief('GET', '/customers/me')).json).toMatchObject({ email: stolen })
  const returned = await returning(token)
  expect(returned.status).toBe(200)
  expect((await thief('GET', '/customers/me')).status).toBe(401)
  const me = await portalOf(server, returned.json.token)('GET', '/customers/me')
  expect(me.json).toMatchObject({ email: portal.email, email_verified: true })
  expect([(await returning(token)).json.error, (await checkReturn(token)).status]).toEqual(['EmailReturnInvalidOrExpired', 401])
})

test('the link of the first change works after a second one, whose own link is void then', async () => {
  const [portal, first, second] = [await aFreshPortal(), uniqueEmail(), uniqueEmail()]
  await change(await change(portal.request, first), second)
  const [own, thiefs] = [await returnTokenTo(portal.email), await returnTokenTo(first)]
  expect((await returning(own)).status).toBe(200)
  expect((await returning(thiefs)).status).toBe(401)
})

test('a link back is void after a week, and where the merchant has stated another email since', async () => {
  const [late, corrected] = [await aFreshPortal(), await aFreshPortal()]
  await change(late.request, uniqueEmail())
  await change(corrected.request, uniqueEmail())
  await merchant.request('PATCH', `/v1/customers/${corrected.customerId}`, { body: { email: uniqueEmail() } })
  expect((await returning(await returnTokenTo(corrected.email))).status).toBe(401)
  const token = await returnTokenTo(late.email)
  server.clock.advance(7 * 86_400)
  expect((await returning(token)).status).toBe(401)
})
