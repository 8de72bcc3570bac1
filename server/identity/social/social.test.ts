import { afterAll, expect, test } from 'vitest'
import { newId } from '#kernel/id.ts'
import { aUser, type TestUser } from '#test/support/a-user.ts'
import { sharedServer, type TestServer, testServer } from '#test/support/server.ts'

const server = await sharedServer()
const opened: TestServer[] = []
afterAll(() => Promise.all(opened.map((each) => each.close())))

/** Links an account of a provider, as signing in by it will. */
async function linked(person: TestUser, provider: string): Promise<string> {
  const now = server.clock.now()
  const accountId = newId(now)
  await server.platform.database.db
    .insertInto('accounts')
    .values({
      id: newId(now),
      user_id: person.id,
      provider_id: provider,
      account_id: accountId,
      scope: 'email,profile',
      created_at: now,
      updated_at: now,
    } as never)
    .execute()
  return accountId
}

const accountsOf = async (person: TestUser) => (await person.request('GET', '/api/auth/list-accounts')).json
const unlink = (person: TestUser, body: unknown, at = server) =>
  at.request('POST', '/api/auth/unlink-account', { body, headers: { cookie: person.cookie, origin: at.settings.BASE_URL } })

test('the ways in are listed without their secrets', async () => {
  const person = await aUser(server)
  server.clock.advance(1)
  const accountId = await linked(person, 'github')
  const times = { id: expect.any(String), createdAt: expect.any(String), updatedAt: expect.any(String) }
  expect(await accountsOf(person)).toEqual([
    { ...times, provider: 'credential', accountId: person.id, scopes: [] },
    { ...times, provider: 'github', accountId, scopes: ['email', 'profile'] },
  ])
})

test('an account is unlinked, the last one is not, and somebody else’s is not found', async () => {
  const [person, other] = [await aUser(server), await aUser(server)]
  await linked(person, 'github')
  const foreign = await linked(other, 'google')
  const missing = await unlink(person, { providerId: 'google', accountId: foreign })
  expect([missing.status, missing.json.message]).toEqual([400, 'Account not found'])
  expect((await unlink(person, { providerId: 'github' })).json).toEqual({ status: true })
  const last = await unlink(person, { providerId: 'credential' })
  expect([last.status, last.json]).toEqual([
    400,
    { code: 'YOU_CANT_UNLINK_YOUR_LAST_ACCOUNT', message: "You can't unlink your last account" },
  ])
  expect(await accountsOf(person)).toHaveLength(1)
  expect(await accountsOf(other)).toHaveLength(2)
})

test('of two that are unlinked at once one stays', async () => {
  const person = await aUser(server)
  await linked(person, 'github')
  const answers = await Promise.all([unlink(person, { providerId: 'github' }), unlink(person, { providerId: 'credential' })])
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 400])
  expect(await accountsOf(person)).toHaveLength(1)
})

test('unlinking asks for a fresh session, unless the fresh age is 0', async () => {
  const person = await aUser(server)
  await linked(person, 'github')
  server.clock.advance(86_401)
  const stale = await unlink(person, { providerId: 'github' })
  expect([stale.status, stale.json.message]).toEqual([403, 'Session is not fresh'])
  const easy = await testServer({ settings: { SESSION_FRESH_AGE: '0' }, clock: server.clock })
  opened.push(easy)
  expect((await unlink(person, { providerId: 'github' }, easy)).status).toBe(200)
})

test('with ALLOW_UNLINKING_ALL the last one goes as well', async () => {
  const free = await testServer({ settings: { ALLOW_UNLINKING_ALL: 'true' }, clock: server.clock })
  opened.push(free)
  const person = await aUser(server)
  expect((await unlink(person, { providerId: 'credential' }, free)).status).toBe(200)
  expect(await accountsOf(person)).toEqual([])
})
