import { afterAll, expect, test } from 'vitest'
import { anAdministrator, anOrganization, aUser, PASSWORD, type TestUser } from '#test/support/a-user.ts'
import { ownDatabase } from '#test/support/database.ts'
import { type TestAnswer, testServer } from '#test/support/server.ts'

const server = await testServer({ database: await ownDatabase() })
afterAll(() => server.close())
const { db } = server.platform.database
const { origin } = new URL(server.settings.BASE_URL)

/** A browser that keeps its cookies from one answer to the next, as the administrator's does. */
function aBrowser(first: string) {
  const jar = new Map(first.split('; ').map((pair) => [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)]))
  const ask = async (method: 'GET' | 'POST', url: string, body?: unknown): Promise<TestAnswer> => {
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
    const answer = await server.request(method, url, { headers: { cookie, origin }, ...(body !== undefined && { body }) })
    for (const [name, line] of answer.cookies) {
      if (/; Max-Age=0(;|$)/.test(line)) jar.delete(name)
      else jar.set(name, line.slice(name.length + 1).split(';', 1)[0] ?? '')
    }
    return answer
  }
  return { jar, ask, post: (call: string, body?: unknown) => ask('POST', `/api/auth/${call}`, body) }
}

const borrow = (browser: ReturnType<typeof aBrowser>, { id: userId }: Pick<TestUser, 'id'>) =>
  browser.post('admin/impersonate-user', { userId })

async function borrowed(person?: TestUser) {
  const [boss, bea] = [await anAdministrator(server), person ?? (await aUser(server))]
  const browser = aBrowser(boss.cookie)
  const answer = await borrow(browser, bea)
  return { boss, bea, browser, answer }
}

test('an administrator takes the session of a person for an hour, and gives it back', async () => {
  const { boss, bea, browser, answer } = await borrowed()
  const until = new Date(server.clock.now().getTime() + 3_600_000).toISOString()
  expect([answer.status, answer.json.user.id]).toEqual([200, bea.id])
  expect(answer.json.session).toMatchObject({ userId: bea.id, impersonatedBy: boss.id, expiresAt: until })
  expect([...answer.cookies.keys()]).toEqual(
    expect.arrayContaining(['better-auth.session_token', 'better-auth.dont_remember', 'admin_session']),
  )
  expect(answer.cookies.get('better-auth.session_token')).not.toMatch(/Max-Age/)
  expect(answer.cookies.get('admin_session')).toMatch(/; Max-Age=604800; Path=\/; HttpOnly; SameSite=Lax$/)
  const shown = (await browser.ask('GET', '/api/auth/get-session')).json
  expect([shown.user.id, shown.session.impersonatedBy]).toEqual([bea.id, boss.id])
  const back = await browser.post('admin/stop-impersonating')
  expect([back.status, back.json.user.id, back.json.session.impersonatedBy]).toEqual([200, boss.id, null])
  expect([browser.jar.has('admin_session'), browser.jar.has('better-auth.dont_remember')]).toEqual([false, false])
  expect((await browser.ask('GET', '/api/auth/get-session')).json.user.id).toBe(boss.id)
  const rest = await db.selectFrom('sessions').select('id').where('impersonated_by', '=', boss.id).execute()
  expect(rest).toEqual([])
})

test('every answer says who borrowed the session, and after an hour it is over', async () => {
  const { boss, browser } = await borrowed()
  const answer = await browser.ask('GET', '/api/auth/list-sessions')
  expect(answer.headers['x-impersonated-by']).toBe(boss.id)
  const refused = await browser.post('admin/ban-user', { userId: boss.id })
  expect([refused.status, refused.headers['x-impersonated-by']]).toEqual([403, boss.id])
  expect((await browser.ask('GET', '/v1/organizations/')).headers['x-impersonated-by']).toBe(boss.id)
  const invalid = await browser.ask('POST', '/api/auth/organization/create', {})
  expect([invalid.status, invalid.headers['x-impersonated-by']]).toEqual([400, boss.id])
  expect((await boss.request('GET', '/api/auth/list-sessions')).headers['x-impersonated-by']).toBeUndefined()
  server.clock.advance(3599)
  expect((await browser.ask('GET', '/api/auth/get-session')).json).not.toBeNull()
  server.clock.advance(1)
  expect((await browser.ask('GET', '/api/auth/get-session')).json).toBeNull()
})

test.each([
  ['change-password', { currentPassword: PASSWORD, newPassword: 'a quite new password' }],
  ['change-email', { newEmail: 'other@example.test' }],
  ['delete-user', { password: PASSWORD }],
])('%s is refused in a borrowed session', async (call, body) => {
  const { browser } = await borrowed()
  const answer = await browser.post(call, body)
  expect([answer.status, answer.json.message]).toEqual([403, 'You are acting for somebody else'])
})

test('what is done in it is written down with both names', async () => {
  const { boss, bea, browser } = await borrowed()
  await browser.post('update-user', { name: 'Bea' })
  const made = await browser.post('organization/create', { name: 'Acme', slug: `acme-${bea.id.slice(-8)}` })
  expect(made.status).toBe(200)
  await browser.post('admin/stop-impersonating')
  const entries = await db.selectFrom('audit_entries').select(['action', 'actor']).where('user_id', '=', bea.id).orderBy('id').execute()
  const both = { type: 'person', id: bea.id, impersonated_by: boss.id }
  expect(Object.fromEntries(entries.map(({ action, actor }) => [action, actor]))).toMatchObject({
    'user.signed_up': { type: 'nobody' },
    'user.impersonated': { type: 'person', id: boss.id },
    'user.updated': both,
    'organization.created': both,
    'user.impersonation_ended': both,
  })
})

test('nobody gets out of it unmarked: the sessions of the person are shown without their tokens, and can be ended all the same', async () => {
  const { bea, browser } = await borrowed()
  const [own] = (await browser.ask('GET', '/api/auth/list-sessions')).json
  expect(own.userId).toBe(bea.id)
  expect(own.token).not.toBe(bea.token)
  const bearer = { authorization: `Bearer ${own.token}` }
  expect((await server.request('GET', '/api/auth/list-accounts', { headers: bearer })).status).toBe(401)
  expect((await browser.post('revoke-session', { token: own.token })).json).toEqual({ status: true })
  expect((await bea.request('GET', '/api/auth/get-session')).json).toBeNull()
})

test('administrators are nobody else', async () => {
  const { answer } = await borrowed(await anAdministrator(server))
  expect([answer.status, answer.json.message]).toEqual([403, 'Administrators cannot be impersonated'])
})

test('nobody acts as somebody who is banned, until the ban is over', async () => {
  const bea = await aUser(server)
  const boss = await anAdministrator(server)
  await boss.request('POST', '/api/auth/admin/ban-user', { body: { userId: bea.id, banExpiresIn: 60 } })
  const browser = aBrowser(boss.cookie)
  expect((await borrow(browser, bea)).json.code).toBe('BANNED_USER')
  server.clock.advance(60)
  expect((await borrow(browser, bea)).json.user).toMatchObject({ id: bea.id, banned: false })
})

test('a person who came to administer the platform does not take a borrower with them', async () => {
  const { bea, browser } = await borrowed()
  await db.updateTable('users').set({ role: 'admin' }).where('id', '=', bea.id).execute()
  expect((await browser.ask('GET', '/api/auth/admin/list-users')).status).toBe(403)
})

test('in a session of their own nobody has anything to give back', async () => {
  const boss = await anAdministrator(server)
  const answer = await boss.request('POST', '/api/auth/admin/stop-impersonating')
  expect([answer.status, answer.json.message]).toEqual([400, 'You are not impersonating anyone'])
  expect((await server.request('POST', '/api/auth/admin/stop-impersonating')).status).toBe(401)
})

test.each([
  ['is gone', (browser: ReturnType<typeof aBrowser>) => browser.jar.delete('admin_session')],
  ['was made up', (browser: ReturnType<typeof aBrowser>) => browser.jar.set('admin_session', 'abc%3A.def')],
])('where the way back %s the borrowed session ends all the same', async (_, spoil) => {
  const { browser } = await borrowed()
  spoil(browser)
  const answer = await browser.post('admin/stop-impersonating')
  expect([answer.status, answer.json.message]).toEqual([500, 'Failed to find admin session'])
  expect((await browser.ask('GET', '/api/auth/get-session')).json).toBeNull()
})

test('the way back of another administrator leads nowhere', async () => {
  const [{ browser }, other] = [await borrowed(), await borrowed()]
  browser.jar.set('admin_session', other.browser.jar.get('admin_session') ?? '')
  expect((await browser.post('admin/stop-impersonating')).status).toBe(500)
})

test('signing out of it takes the way back along', async () => {
  const { browser } = await borrowed()
  const answer = await browser.post('sign-out')
  expect(answer.cookies.get('admin_session')).toMatch(/; Max-Age=0/)
  expect(browser.jar.has('admin_session')).toBe(false)
})

test('whoever signed in for this visit alone is remembered no longer afterwards', async () => {
  const boss = await anAdministrator(server)
  const signedIn = await server.request('POST', '/api/auth/sign-in/email', {
    body: { email: boss.email, password: PASSWORD, rememberMe: false },
  })
  const browser = aBrowser([...signedIn.cookies.values()].map((line) => line.split(';', 1)[0]).join('; '))
  await borrow(browser, await aUser(server))
  const back = await browser.post('admin/stop-impersonating')
  expect(back.cookies.get('better-auth.session_token')).not.toMatch(/Max-Age/)
  expect(browser.jar.has('better-auth.dont_remember')).toBe(true)
})

test('a bearer borrows and is sent no cookie', async () => {
  const [boss, { owner }] = [await anAdministrator(server), await anOrganization(server)]
  const headers = { authorization: `Bearer ${boss.token}` }
  const answer = await server.request('POST', '/api/auth/admin/impersonate-user', { headers, body: { userId: owner.id } })
  expect([answer.status, answer.cookies.size]).toEqual([200, 0])
  const asOwner = { authorization: `Bearer ${answer.json.session.token}` }
  expect((await server.request('GET', '/api/auth/get-session', { headers: asOwner })).json.session.impersonatedBy).toBe(boss.id)
})

test.each([
  ['remove-user', {}],
  ['ban-user', {}],
  ['set-role', { role: 'user' }],
])('the borrowed session ends with the administrator: %s', async (call, body) => {
  const { boss, browser } = await borrowed()
  const other = await anAdministrator(server)
  expect((await other.request('POST', `/api/auth/admin/${call}`, { body: { userId: boss.id, ...body } })).status).toBe(200)
  expect((await browser.ask('GET', '/api/auth/get-session')).json).toBeNull()
})
