import { afterAll, expect, test } from 'vitest'
import { aMerchant } from '#test/support/a-merchant.ts'
import { uniqueEmail } from '#test/support/a-user.ts'
import { emailsTo, emailTo } from '#test/support/emails.ts'
import { aPortal, PORTAL, portalOf } from '#test/support/portal/a-portal.ts'
import { testServer } from '#test/support/server.ts'

const server = await testServer({ settings: { RATE_LIMIT_ENABLED: 'true' } })
afterAll(() => server.close())
const merchant = await aMerchant(server)
const UPDATE = '/customers/me/email-update'

async function tokenTo(email: string): Promise<string> {
  const [, token] = /email_token=([0-9A-Za-z]+)/.exec((await emailTo(server, email, 'portal-email-change')).text) ?? []
  return token ?? ''
}
const verify = (token: string) => server.request('POST', `${PORTAL}${UPDATE}/verify`, { body: { token } })
const check = (token: string) => server.request('GET', `${PORTAL}${UPDATE}/check?token=${token}`)

test('a new email counts once its link was opened: POST …/email-update/request, GET …/email-update/check, POST …/email-update/verify', async () => {
  const [portal, email] = [await aPortal(server, merchant), uniqueEmail()]
  const requested = await portal.request('POST', `${UPDATE}/request`, { body: { email: email.toUpperCase() } })
  expect([requested.status, requested.json]).toEqual([202, {}])
  expect((await portal.request('GET', '/customers/me')).json).toMatchObject({ email: portal.email, email_verified: false })
  const token = await tokenTo(email)
  expect([(await check(token)).status, (await check('wrong')).status]).toEqual([204, 401])
  const verified = await verify(token)
  expect([verified.status, verified.json.token]).toEqual([200, expect.stringMatching(/^gh_cst_/)])
  expect((await portalOf(server, verified.json.token)('GET', '/customers/me')).json).toMatchObject({ email, email_verified: true })
  expect([(await verify(token)).json.error, (await check(token)).status]).toEqual(['EmailUpdateInvalidOrExpired', 401])
})

test('the paths of the contract are those of the portal', async () => {
  const paths = ['/v1/customer-portal/customers/me/email-update/request', '/v1/customer-portal/customers/me/email-update/verify']
  for (const path of paths) expect((await server.request('POST', path, { body: {} })).status).not.toBe(404)
  expect((await server.request('GET', '/v1/customer-portal/customers/me/email-update/check?token=x')).status).toBe(401)
})

test('PATCH /v1/customer-portal/customers/me with an email sends the link, and a later one voids the earlier', async () => {
  const portal = await aPortal(server, merchant)
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
  const [portal, other] = [await aPortal(server, merchant), await aPortal(server, merchant)]
  expect((await portal.request('POST', `${UPDATE}/request`, { body: { email: other.email } })).status).toBe(202)
  const refused = await verify(await tokenTo(other.email))
  expect([refused.status, refused.json.detail[0].loc]).toEqual([422, ['body', 'email']])
})

test('the own email sends nothing, and a customer may enter five others in an hour', async () => {
  const portal = await aPortal(server, merchant)
  const enter = (email: string) => portal.request('POST', `${UPDATE}/request`, { body: { email } })
  expect((await enter(portal.email)).status).toBe(202)
  expect(await emailsTo(server, portal.email)).toEqual([])
  for (let count = 0; count < 5; count += 1) expect((await enter(uniqueEmail())).status).toBe(202)
  expect((await enter(uniqueEmail())).status).toBe(429)
})
