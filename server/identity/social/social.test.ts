import { afterAll, expect, test } from 'vitest'
import { newId } from '#kernel/id.ts'
import { aUser, type TestUser } from '#test/support/a-user.ts'
import { sharedServer, type TestServer, testServer } from '#test/support/server.ts'

const server = await sharedServer()
const opened: TestServer[] = []
afterAll(() => Promise.all(opened.map((each) => each.close())))

/** Links an account of a provider, as a sign-in does. */
async function linked(user: TestUser, provider: string): Promise<string> {
  const now = server.clock.now()
  const accountId = newId(now)
  await server.platform.database.db
    .insertInto('accounts')
    .values({
      id: newId(now),
      user_id: user.id,
      provider_id: provider,
      account_id: accountId,
      scope: 'email,profile',
      created_at: now,
      updated_at: now,
    } as never)
    .execute()
  return accountId
}

const accountsOf = async (user: TestUser) => (await user.request('GET', '/api/auth/list-accounts')).json
const unlink = (user: TestUser, body: unknown, at = server) =>
  at.request('POST', '/api/auth/unlink-account', { body, headers: { cookie: user.cookie, origin: at.settings.BASE_URL } })

test('sign-in methods are listed without secrets', async () => {
  const user = await aUser(server)
  server.clock.advance(1)
  const accountId = await linked(user, 'github')
  const times = { id: expect.any(String), createdAt: expect.any(String), updatedAt: expect.any(String) }
  expect(await accountsOf(user)).toEqual([
    { ...times, provider: 'credential', providerId: 'credential', accountId: user.id, scopes: [], userId: user.id },
    { ...times, provider: 'github', providerId: 'github', accountId, scopes: ['email', 'profile'], userId: user.id },
  ])
})

test('an account can be unlinked, the last one cannot, and that of another user is not found', async () => {
  const [user, other] = [await aUser(server), await aUser(server)]
  await linked(user, 'github')
  const foreign = await linked(other, 'google')
  const missing = await unlink(user, { providerId: 'google', accountId: foreign })
  expect([missing.status, missing.json.message]).toEqual([400, 'Account not found'])
  expect((await unlink(user, { providerId: 'github' })).json).toEqual({ status: true })
  const last = await unlink(user, { providerId: 'credential' })
  expect([last.status, last.json]).toEqual([
    400,
    { code: 'YOU_CANT_UNLINK_YOUR_LAST_ACCOUNT', message: "You can't unlink your last account" },
  ])
  expect(await accountsOf(user)).toHaveLength(1)
  expect(await accountsOf(other)).toHaveLength(2)
})

test('one account remains when two are unlinked concurrently', async () => {
  const user = await aUser(server)
  await linked(user, 'github')
  const answers = await Promise.all([unlink(user, { providerId: 'github' }), unlink(user, { providerId: 'credential' })])
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 400])
  expect(await accountsOf(user)).toHaveLength(1)
})

test('unlinking needs a fresh session, unless SESSION_FRESH_AGE is 0', async () => {
  const user = await aUser(server)
  await linked(user, 'github')
  server.clock.advance(86_401)
  const stale = await unlink(user, { providerId: 'github' })
  expect([stale.status, stale.json.message]).toEqual([403, 'Session is not fresh'])
  const easy = await testServer({ settings: { SESSION_FRESH_AGE: '0' }, clock: server.clock })
  opened.push(easy)
  expect((await unlink(user, { providerId: 'github' }, easy)).status).toBe(200)
})

test('with ALLOW_UNLINKING_ALL the last account can be unlinked', async () => {
  const free = await testServer({ settings: { ALLOW_UNLINKING_ALL: 'true' }, clock: server.clock })
  opened.push(free)
  const user = await aUser(server)
  expect((await unlink(user, { providerId: 'credential' }, free)).status).toBe(200)
  expect(await accountsOf(user)).toEqual([])
})
