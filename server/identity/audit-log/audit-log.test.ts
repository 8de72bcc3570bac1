import { expect, test } from 'vitest'
import { newId } from '#kernel/id.ts'
import { anAdministrator, anOrganization, aUser, cookieHeader, PASSWORD, type TestUser } from '#test/support/a-user.ts'
import { sharedServer } from '#test/support/server.ts'

const server = await sharedServer()
const { database } = server.platform
const PATH = '/api/auth/list-audit-entries'
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'

async function entriesOf(user: Pick<TestUser, 'request'>, query = '') {
  const answer = await user.request('GET', `${PATH}${query}`)
  expect(answer.status).toBe(200)
  return answer.json as { entries: { id: string; action: string; isThisSession: boolean }[]; nextBefore: string | null }
}

/** Writes `count` entries of a user; several share an instant. */
async function written(userId: string, count: number): Promise<void> {
  const at = (index: number) => new Date(Date.UTC(2026, 1, 1) + Math.floor(index / 3))
  const entry = { organizationId: null, userId, caller: { kind: 'anonymous' } } as const
  await database.transaction(async (tx) => {
    for (let index = 0; index < count; index += 1)
      await server.platform.audit.append(tx, { ...entry, action: 'user.signed_out', now: at(index) })
  })
}

test('a user lists the entries of their account, newest first, with the browser of each', async () => {
  const user = await aUser(server)
  const headers = { 'user-agent': FIREFOX }
  const body = { email: user.email, password: PASSWORD }
  const signedIn = await server.request('POST', '/api/auth/sign-in/email', { headers, body, ipAddress: '192.0.2.7' })
  await server.request('POST', '/api/auth/sign-in/email', { body: { ...body, password: 'not their password' } })
  const { entries, nextBefore } = await entriesOf({
    request: (method, url) => server.request(method, url, { headers: { cookie: cookieHeader(signedIn) } }),
  })
  expect(nextBefore).toBeNull()
  expect(entries.map(({ action, isThisSession }) => [action, isThisSession]).sort()).toEqual([
    ['user.sign_in_failed', false],
    ['user.signed_in', false],
    ['user.signed_in', true],
    ['user.signed_up', false],
  ])
  expect(entries.find(({ isThisSession }) => isThisSession)).toEqual({
    id: expect.any(String),
    action: 'user.signed_in',
    happenedAt: server.clock.now().toISOString(),
    address: '192.0.2.7',
    userAgent: FIREFOX,
    browser: 'Firefox on Linux',
    details: { method: 'password', browser: 'new', remembered: true },
    isByAdministrator: false,
    isThisSession: true,
  })
  expect(entries.find(({ action }) => action === 'user.sign_in_failed')).toMatchObject({ details: { email: user.email } })
})

test('a user sees neither entries of other users nor entries of organizations', async () => {
  const { owner } = await anOrganization(server)
  const other = await aUser(server)
  const own = await entriesOf(owner)
  expect(own.entries.map(({ action }) => action)).not.toContain('organization.created')
  expect(await entriesOf(owner, `?userId=${other.id}`)).toEqual(own)
  const [foreign] = (await entriesOf(other)).entries
  expect(await entriesOf(owner, `?before=${foreign?.id}`)).toEqual({ entries: [], nextBefore: null })
})

test('an administrator of the platform lists the entries of any user, and by default their own', async () => {
  const [boss, user] = [await aUser(server), await aUser(server)]
  const asBoss = {
    request: (method: 'GET', url: string) => server.request(method, url, { headers: { authorization: `Bearer ${boss.token}` } }),
  }
  await database.db.updateTable('users').set({ role: 'user,admin' }).where('id', '=', boss.id).execute()
  const ids = ({ entries }: { entries: { id: string }[] }) => entries.map(({ id }) => id)
  expect(ids(await entriesOf(asBoss, `?userId=${user.id}`))).toEqual(ids(await entriesOf(user)))
  expect(ids(await entriesOf(asBoss))).not.toEqual(ids(await entriesOf(user)))
  expect(await entriesOf(asBoss, `?userId=${newId(server.clock.now())}`)).toEqual({ entries: [], nextBefore: null })
})

test('a user sees the actions of administrators on their account or as impersonators, but not their origin', async () => {
  const [boss, user] = [await anAdministrator(server), await aUser(server)]
  const headers = { 'user-agent': FIREFOX, authorization: `Bearer ${boss.token}` }
  const body = { userId: user.id }
  const impersonation = await server.request('POST', '/api/auth/admin/impersonate-user', { headers, body, ipAddress: '192.0.2.9' })
  const asUser = { 'user-agent': FIREFOX, authorization: `Bearer ${impersonation.json.session.token}` }
  await server.request('POST', '/api/auth/update-user', { headers: asUser, body: { name: 'Bea' }, ipAddress: '192.0.2.9' })
  const { entries } = await entriesOf(user)
  const concerned = entries.filter(({ action }) => action === 'user.impersonated' || action === 'user.updated')
  const hidden = expect.objectContaining({ isByAdministrator: true, address: null, userAgent: null, browser: null })
  expect(concerned).toEqual([hidden, hidden])
})

test('pages contain each entry once, also if several share an instant', async () => {
  const user = await aUser(server)
  await written(user.id, 120)
  const all = [...(await entriesOf(user, '?limit=100')).entries]
  expect(all).toHaveLength(100)
  const read: string[] = []
  let before: string | null = null
  do {
    const page = await entriesOf(user, before === null ? '?limit=7' : `?limit=7&before=${before}`)
    read.push(...page.entries.map(({ id }) => id))
    before = page.nextBefore
  } while (before !== null)
  expect(new Set(read).size).toBe(122)
  expect(read.slice(0, 100)).toEqual(all.map(({ id }) => id))
  expect((await entriesOf(user)).entries).toHaveLength(50)
})

test('a list takes one round trip besides the lookup of the session', async () => {
  const user = await aUser(server)
  const answer = await server.request('GET', PATH, { headers: { authorization: `Bearer ${user.token}` } })
  expect([answer.status, answer.roundTrips]).toEqual([200, 2])
})

test.each(['limit=0', 'limit=101', 'limit=ten', 'before=yesterday', 'userId=me'])('%s is refused', async (query) => {
  const user = await aUser(server)
  const answer = await user.request('GET', `${PATH}?${query}`)
  expect([answer.status, answer.json.code]).toEqual([400, 'VALIDATION_ERROR'])
})

test('a list needs a session', async () => {
  const answer = await server.request('GET', PATH)
  expect([answer.status, answer.text]).toEqual([401, ''])
})
