import { expect, test } from 'vitest'
import { aMerchant, aToken, type TestMerchant } from '#test/support/a-merchant.ts'
import { aUser, cookieHeader } from '#test/support/a-user.ts'
import { linkTo, redirectParameter } from '#test/support/emails.ts'
import { sharedServer } from '#test/support/server.ts'
import { revokeTokensOfSecured } from './actions/revoke-tokens-of-secured.ts'

const server = await sharedServer()
const { database } = server.platform
const NEWER = 'a quite different phrase'

/** The owner of the email resets the password, and signs in. */
async function takeOver({ owner }: TestMerchant): Promise<string> {
  await server.request('POST', '/api/auth/forget-password', { body: { email: owner.email } })
  const opened = await server.request('GET', await linkTo(server, owner.email, 'reset-password'))
  const body = { newPassword: NEWER, token: redirectParameter(opened, 'token') }
  expect((await server.request('POST', '/api/auth/reset-password', { body })).status).toBe(200)
  await server.drain()
  return cookieHeader(await server.request('POST', '/api/auth/sign-in/email', { body: { email: owner.email, password: NEWER } }))
}

const statusOf = async ({ request }: Pick<TestMerchant, 'request'>) => (await request('GET', '/v1/products/')).status

test('when the owner of an unverified email takes the account over, the tokens of organizations that only it owns are revoked', async () => {
  const [merchant, shared] = [await aMerchant(server), await aMerchant(server)]
  const other = await aUser(server)
  const rows = [merchant.owner, other].map((user) => ({
    organization_id: shared.organizationId,
    id: crypto.randomUUID(),
    user_id: user.id,
    role: 'owner',
    created_at: server.clock.now(),
  }))
  await database.transaction((tx) => tx.insertInto('members').values(rows).execute())
  const cookie = await takeOver(merchant)
  expect([await statusOf(merchant), await statusOf(shared)]).toEqual([401, 200])
  const found = await server.request('GET', `/v1/organizations/${merchant.organizationId}`, { headers: { cookie } })
  expect([found.status, found.json.id]).toEqual([200, merchant.organizationId])
  const entries = await database.db
    .selectFrom('audit_entries')
    .select('target')
    .where('organization_id', '=', merchant.organizationId)
    .where('action', '=', 'organization_access_token.deleted')
    .execute()
  expect(entries).toEqual([{ target: { type: 'organization_access_token', id: merchant.tokenId } }])
})

test('a token that the owner of the email creates after that stays, even if the event is handled again', async () => {
  const merchant = await aMerchant(server)
  const securedAt = server.clock.now()
  const cookie = await takeOver(merchant)
  server.clock.advance(1)
  const request: TestMerchant['request'] = (method, url, sent = {}) =>
    server.request(method, url, { ...sent, headers: { cookie, origin: server.settings.BASE_URL } })
  const { token } = await aToken({ ...merchant.owner, request }, merchant.organizationId)
  const secured = { userId: merchant.owner.id, createdUntil: securedAt, now: server.clock.now() }
  await database.transaction((tx) => revokeTokensOfSecured(tx, server.platform, secured))
  const headers = { authorization: `Bearer ${token}` }
  expect((await server.request('GET', '/v1/products/', { headers })).status).toBe(200)
})

test('a reset of a verified email revokes no token', async () => {
  const merchant = await aMerchant(server)
  await database.db.updateTable('users').set({ is_email_verified: true }).where('id', '=', merchant.owner.id).execute()
  await takeOver(merchant)
  expect(await statusOf(merchant)).toBe(200)
})
