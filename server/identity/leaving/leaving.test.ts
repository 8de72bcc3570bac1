import { afterAll, expect, test } from 'vitest'
import { anOrganization, aUser, newAddress, PASSWORD, type TestUser } from '#test/support/a-user.ts'
import { linkTo } from '#test/support/emails.ts'
import { sharedServer, type TestServer, testServer } from '#test/support/server.ts'

const server = await sharedServer()
const { db } = server.platform.database
const opened: TestServer[] = []
afterAll(() => Promise.all(opened.map((each) => each.close())))

async function serverWith(settings: Record<string, string>): Promise<TestServer> {
  const made = await testServer({ settings, clock: server.clock })
  opened.push(made)
  return made
}

const leave = (person: TestUser, body: unknown, at = server) =>
  at.request('POST', '/api/auth/delete-user', { body, headers: { cookie: person.cookie, origin: at.settings.BASE_URL } })
const exists = async ({ id }: TestUser) => (await db.selectFrom('users').select('id').where('id', '=', id).execute()).length === 1
const gone = { success: true, message: 'User deleted' }

test('an account goes with its sessions and ways in, and the browser forgets it; the records stay', async () => {
  const person = await aUser(server)
  const answer = await leave(person, { password: PASSWORD })
  expect([answer.status, answer.json]).toEqual([200, gone])
  expect([...answer.cookies.values()].filter((line) => line.includes('Max-Age=0'))).toHaveLength(3)
  expect(await exists(person)).toBe(false)
  expect((await person.request('GET', '/api/auth/get-session')).text).toBe('null')
  const again = await server.request('POST', '/api/auth/sign-in/email', { body: { email: person.email, password: PASSWORD } })
  expect(again.status).toBe(401)
  const kept = await db.selectFrom('audit_entries').select('action').where('user_id', '=', person.id).execute()
  expect(kept.map(({ action }) => action)).toContain('user.deleted')
})

test('a fresh session is enough; a stale one is not, and a password then is', async () => {
  const [fresh, stale] = [await aUser(server), await aUser(server)]
  expect((await leave(fresh, {})).json).toEqual(gone)
  server.clock.advance(86_401)
  const refused = await leave(stale, {})
  expect([refused.status, refused.json.message]).toEqual([400, 'Session expired. Re-authenticate to perform this action.'])
  expect(await exists(stale)).toBe(true)
  const easy = await serverWith({ SESSION_FRESH_AGE: '0' })
  const another = await aUser(server)
  server.clock.advance(86_401)
  expect((await leave(another, {}, easy)).json).toEqual(gone)
  expect((await leave(stale, { password: PASSWORD })).json).toEqual(gone)
})

test('a wrong password and an account without one are refused', async () => {
  const person = await aUser(server)
  const wrong = await leave(person, { password: 'something else' })
  expect([wrong.status, wrong.json.message]).toEqual([400, 'Invalid password'])
  await db.updateTable('accounts').set({ password: null }).where('user_id', '=', person.id).execute()
  const none = await leave(person, { password: PASSWORD })
  expect([none.status, none.json.message]).toEqual([400, 'Credential account not found'])
  expect(await exists(person)).toBe(true)
})

test('where deletion is confirmed by mail, the mailed link deletes once, in the session of its own person', async () => {
  const mailed = await serverWith({ DELETE_USER_VERIFICATION: 'true' })
  const [person, other] = [await aUser(server), await aUser(server)]
  for (const body of [{}, { password: PASSWORD }]) {
    // So that the second is the newer one in the inbox too.
    server.clock.advance(1)
    const answer = await leave(person, { ...body, callbackURL: '/goodbye' }, mailed)
    expect(answer.json).toEqual({ success: true, message: 'Verification email sent' })
    await mailed.drain()
  }
  expect(await exists(person)).toBe(true)
  const link = new URL(await linkTo(mailed, person.email), mailed.settings.BASE_URL)
  expect(link.searchParams.get('token')).toMatch(/^[a-z0-9]{32}$/)
  const open = (as?: TestUser) => mailed.request('GET', link.pathname + link.search, { headers: as ? { cookie: as.cookie } : {} })
  const nobody = await open()
  expect([nobody.status, nobody.json.message]).toEqual([404, 'Failed to get user info'])
  const foreign = await open(other)
  expect([foreign.status, foreign.json.message]).toEqual([404, 'invalid token'])
  const answer = await open(person)
  expect([answer.status, answer.headers['location']]).toEqual([302, `${server.settings.BASE_URL}/goodbye`])
  expect(await exists(person)).toBe(false)
  expect(await exists(other)).toBe(true)
})

test('a mailed token works by POST as well, until it is too old or a newer one was mailed', async () => {
  const mailed = await serverWith({ DELETE_USER_VERIFICATION: 'true', DELETE_TOKEN_EXPIRES_IN: '60' })
  const person = await aUser(server)
  const tokenOf = async () => {
    server.clock.advance(1)
    await leave(person, {}, mailed)
    return new URL(await linkTo(mailed, person.email), mailed.settings.BASE_URL).searchParams.get('token')
  }
  const [older, newer] = [await tokenOf(), await tokenOf()]
  const refused = await leave(person, { token: older }, mailed)
  expect([refused.status, refused.json.message]).toEqual([404, 'invalid token'])
  server.clock.advance(61)
  expect((await leave(person, { token: newer }, mailed)).status).toBe(404)
  expect((await leave(person, { token: await tokenOf() }, mailed)).json).toEqual(gone)
})

test('the only owner of an organization stays; one of two may go', async () => {
  const { owner, id } = await anOrganization(server)
  const refused = await leave(owner, { password: PASSWORD })
  expect([refused.status, refused.json.message]).toEqual([400, 'You cannot leave the organization as the only owner'])
  expect(await exists(owner)).toBe(true)
  const second = await aUser(server, { email: newAddress() })
  const now = server.clock.now()
  await db
    .insertInto('members')
    .values({ organization_id: id, id: crypto.randomUUID(), user_id: second.id, role: 'admin,owner', created_at: now })
    .execute()
  const answers = await Promise.all([leave(owner, {}), leave(second, {})])
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 400])
})

test('switched off, there is no such call', async () => {
  const closed = await serverWith({ DELETE_USER_DISABLED: 'true' })
  const person = await aUser(server)
  const answer = await leave(person, { password: PASSWORD }, closed)
  expect([answer.status, answer.text]).toEqual([404, ''])
  const link = await closed.request('GET', '/api/auth/delete-user/callback?token=x', { headers: { cookie: person.cookie } })
  expect([link.status, link.text]).toEqual([404, ''])
  expect((await server.request('POST', '/api/auth/delete-user', { body: {} })).status).toBe(401)
})

test('somebody who acts for another cannot delete their account', async () => {
  const [person, administrator] = [await aUser(server), await aUser(server)]
  await db.updateTable('sessions').set({ impersonated_by: administrator.id }).where('user_id', '=', person.id).execute()
  const headers = { authorization: `Bearer ${person.token}` }
  const posted = await server.request('POST', '/api/auth/delete-user', { headers, body: { password: PASSWORD } })
  const opened = await server.request('GET', '/api/auth/delete-user/callback?token=unknown', { headers })
  for (const answer of [posted, opened]) expect([answer.status, answer.json.message]).toEqual([403, 'You are acting for somebody else'])
  expect(await exists(person)).toBe(true)
})

test('whoever is deleted while they still do something is told that nobody is signed in', async () => {
  const acts = [
    ['update-user', { name: 'Still here' }],
    ['organization/create', { name: 'Left', slug: `left-${newAddress().slice(0, 8)}` }],
  ] as const
  for (const [path, body] of acts) {
    const person = await aUser(server)
    const [left, acted] = await Promise.all([leave(person, {}), person.request('POST', `/api/auth/${path}`, { body })])
    // Whichever came first: what they did before they left was done.
    expect([
      [200, 200],
      [200, 401],
      [400, 200],
    ]).toContainEqual([left.status, acted.status])
    if (acted.status === 401) expect(acted.text).toBe('')
  }
})
