import { expect, test } from 'vitest'
import { newId } from '#kernel/id.ts'
import { anAdministrator, anOrganization, aUser, cookieHeader, PASSWORD, type TestUser } from '#test/support/a-user.ts'
import { sharedServer } from '#test/support/server.ts'

const server = await sharedServer()
const { database } = server.platform
const PATH = '/api/auth/list-audit-entries'
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'

async function entriesOf(person: Pick<TestUser, 'request'>, query = '') {
  const answer = await person.request('GET', `${PATH}${query}`)
  expect(answer.status).toBe(200)
  return answer.json as { entries: { id: string; action: string; isThisSession: boolean }[]; nextBefore: string | null }
}

/** Writes `count` entries of a person, of which several share an instant. */
async function written(userId: string, count: number): Promise<void> {
  const at = (index: number) => new Date(Date.UTC(2026, 1, 1) + Math.floor(index / 3))
  const entry = { organizationId: null, userId, caller: { kind: 'anonymous' } } as const
  await database.transaction(async (tx) => {
    for (let index = 0; index < count; index += 1)
      await server.platform.audit.append(tx, { ...entry, action: 'user.signed_out', now: at(index) })
  })
}

test('a person reads what was done to their account, the latest first, and by whom of their browsers', async () => {
  const person = await aUser(server)
  const headers = { 'user-agent': FIREFOX }
  const body = { email: person.email, password: PASSWORD }
  const signedIn = await server.request('POST', '/api/auth/sign-in/email', { headers, body, from: '192.0.2.7' })
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
  expect(entries.find(({ action }) => action === 'user.sign_in_failed')).toMatchObject({ details: { email: person.email } })
})

test('nobody reads what was done to others, nor what was done in an organization', async () => {
  const { owner } = await anOrganization(server)
  const other = await aUser(server)
  const own = await entriesOf(owner)
  expect(own.entries.map(({ action }) => action)).not.toContain('organization.created')
  expect(await entriesOf(owner, `?userId=${other.id}`)).toEqual(own)
  const [foreign] = (await entriesOf(other)).entries
  expect(await entriesOf(owner, `?before=${foreign?.id}`)).toEqual({ entries: [], nextBefore: null })
})

test('an administrator of the platform reads those of anybody, and their own where nobody is named', async () => {
  const [boss, person] = [await aUser(server), await aUser(server)]
  const asBoss = {
    request: (method: 'GET', url: string) => server.request(method, url, { headers: { authorization: `Bearer ${boss.token}` } }),
  }
  await database.db.updateTable('users').set({ role: 'user,admin' }).where('id', '=', boss.id).execute()
  const ids = ({ entries }: { entries: { id: string }[] }) => entries.map(({ id }) => id)
  expect(ids(await entriesOf(asBoss, `?userId=${person.id}`))).toEqual(ids(await entriesOf(person)))
  expect(ids(await entriesOf(asBoss))).not.toEqual(ids(await entriesOf(person)))
  expect(await entriesOf(asBoss, `?userId=${newId(server.clock.now())}`)).toEqual({ entries: [], nextBefore: null })
})

test('a person reads what administrators did to their account or in their name, but not from where', async () => {
  const [boss, person] = [await anAdministrator(server), await aUser(server)]
  const headers = { 'user-agent': FIREFOX, authorization: `Bearer ${boss.token}` }
  const body = { userId: person.id }
  const borrowed = await server.request('POST', '/api/auth/admin/impersonate-user', { headers, body, from: '192.0.2.9' })
  const asPerson = { 'user-agent': FIREFOX, authorization: `Bearer ${borrowed.json.session.token}` }
  await server.request('POST', '/api/auth/update-user', { headers: asPerson, body: { name: 'Bea' }, from: '192.0.2.9' })
  const { entries } = await entriesOf(person)
  const told = entries.filter(({ action }) => action === 'user.impersonated' || action === 'user.updated')
  const hidden = expect.objectContaining({ isByAdministrator: true, address: null, userAgent: null, browser: null })
  expect(told).toEqual([hidden, hidden])
})

test('page by page each entry is read once, also where several share an instant', async () => {
  const person = await aUser(server)
  await written(person.id, 120)
  const all = [...(await entriesOf(person, '?limit=100')).entries]
  expect(all).toHaveLength(100)
  const read: string[] = []
  let before: string | null = null
  do {
    const page = await entriesOf(person, before === null ? '?limit=7' : `?limit=7&before=${before}`)
    read.push(...page.entries.map(({ id }) => id))
    before = page.nextBefore
  } while (before !== null)
  expect(new Set(read).size).toBe(122)
  expect(read.slice(0, 100)).toEqual(all.map(({ id }) => id))
  expect((await entriesOf(person)).entries).toHaveLength(50)
})

test('it costs one message beside the look-up of the session', async () => {
  const person = await aUser(server)
  const answer = await server.request('GET', PATH, { headers: { authorization: `Bearer ${person.token}` } })
  expect([answer.status, answer.messages]).toEqual([200, 2])
})

test.each(['limit=0', 'limit=101', 'limit=ten', 'before=yesterday', 'userId=me'])('%s is refused', async (query) => {
  const person = await aUser(server)
  const answer = await person.request('GET', `${PATH}?${query}`)
  expect([answer.status, answer.json.code]).toEqual([400, 'VALIDATION_ERROR'])
})

test('without a session there is nothing to read', async () => {
  const answer = await server.request('GET', PATH)
  expect([answer.status, answer.text]).toEqual([401, ''])
})
