import { afterAll, expect, test } from 'vitest'
import { anAdministrator, anOrganization, aUser, PASSWORD, type TestUser } from '#test/support/a-user.ts'
import { ownDatabase } from '#test/support/database.ts'
import { type TestAnswer, testServer } from '#test/support/server.ts'

const server = await testServer({ database: await ownDatabase() })
afterAll(() => server.close())
const { db } = server.platform.database
const { origin } = new URL(server.settings.BASE_URL)

/** A browser that stores cookies like that of the administrator. */
function aBrowser(first: string) {
  const jar = new Map(first.split('; ').map((pair) => [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)]))
  const send = async (method: 'GET' | 'POST', url: string, body?: unknown): Promise<TestAnswer> => {
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
    const answer = await server.request(method, url, { headers: { cookie, origin }, ...(body !== undefined && { body }) })
    for (const [name, line] of answer.cookies) {
      if (/; Max-Age=0(;|$)/.test(line)) jar.delete(name)
      else jar.set(name, line.slice(name.length + 1).split(';', 1)[0] ?? '')
    }
    return answer
  }
  return { jar, send, post: (call: string, body?: unknown) => send('POST', `/api/auth/${call}`, body) }
}

const impersonate = (browser: ReturnType<typeof aBrowser>, { id: userId }: Pick<TestUser, 'id'>) =>
  browser.post('admin/impersonate-user', { userId })

async function impersonating(user?: TestUser) {
  const [boss, bea] = [await anAdministrator(server), user ?? (await aUser(server))]
  const browser = aBrowser(boss.cookie)
  const answer = await impersonate(browser, bea)
  return { boss, bea, browser, answer }
}

test('an administrator impersonates a user for an hour, and stops', async () => {
  const { boss, bea, browser, answer } = await impersonating()
  const until = new Date(server.clock.now().getTime() + 3_600_000).toISOString()
  expect([answer.status, answer.json.user.id]).toEqual([200, bea.id])
  expect(answer.json.session).toMatchObject({ userId: bea.id, impersonatedBy: boss.id, expiresAt: until })
  expect([...answer.cookies.keys()]).toEqual(
    expect.arrayContaining(['better-auth.session_token', 'better-auth.dont_remember', 'admin_session']),
  )
  expect(answer.cookies.get('better-auth.session_token')).not.toMatch(/Max-Age/)
  expect(answer.cookies.get('admin_session')).toMatch(/; Max-Age=604800; Path=\/; HttpOnly; SameSite=Lax$/)
  const current = (await browser.send('GET', '/api/auth/get-session')).json
  expect([current.user.id, current.session.impersonatedBy]).toEqual([bea.id, boss.id])
  const restored = await browser.post('admin/stop-impersonating')
  expect([restored.status, restored.json.user.id, restored.json.session.impersonatedBy]).toEqual([200, boss.id, null])
  expect([browser.jar.has('admin_session'), browser.jar.has('better-auth.dont_remember')]).toEqual([false, false])
  expect((await browser.send('GET', '/api/auth/get-session')).json.user.id).toBe(boss.id)
  const rest = await db.selectFrom('sessions').select('id').where('impersonated_by', '=', boss.id).execute()
  expect(rest).toEqual([])
})

test('every answer names the impersonator, and the session expires after an hour', async () => {
  const { boss, browser } = await impersonating()
  const answer = await browser.send('GET', '/api/auth/list-sessions')
  expect(answer.headers['x-impersonated-by']).toBe(boss.id)
  const refused = await browser.post('admin/ban-user', { userId: boss.id })
  expect([refused.status, refused.headers['x-impersonated-by']]).toEqual([403, boss.id])
  expect((await browser.send('GET', '/v1/organizations/')).headers['x-impersonated-by']).toBe(boss.id)
  const invalid = await browser.send('POST', '/api/auth/organization/create', {})
  expect([invalid.status, invalid.headers['x-impersonated-by']]).toEqual([400, boss.id])
  expect((await boss.request('GET', '/api/auth/list-sessions')).headers['x-impersonated-by']).toBeUndefined()
  server.clock.advance(3599)
  expect((await browser.send('GET', '/api/auth/get-session')).json).not.toBeNull()
  server.clock.advance(1)
  expect((await browser.send('GET', '/api/auth/get-session')).json).toBeNull()
})

test.each([
  ['change-password', { currentPassword: PASSWORD, newPassword: 'a quite new password' }],
  ['change-email', { newEmail: 'other@example.test' }],
  ['delete-user', { password: PASSWORD }],
])('%s is refused in an impersonation session', async (call, body) => {
  const { browser } = await impersonating()
  const answer = await browser.post(call, body)
  expect([answer.status, answer.json.message]).toEqual([403, 'You are acting for somebody else'])
})

test('audit entries of an impersonation session name both users', async () => {
  const { boss, bea, browser } = await impersonating()
  await browser.post('update-user', { name: 'Bea' })
  const created = await browser.post('organization/create', { name: 'Acme', slug: `acme-${bea.id.slice(-8)}` })
  expect(created.status).toBe(200)
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

test('in an impersonation session the sessions of the user are listed without their tokens, and can be revoked', async () => {
  const { bea, browser } = await impersonating()
  const [own] = (await browser.send('GET', '/api/auth/list-sessions')).json
  expect(own.userId).toBe(bea.id)
  expect(own.token).not.toBe(bea.token)
  const bearer = { authorization: `Bearer ${own.token}` }
  expect((await server.request('GET', '/api/auth/list-accounts', { headers: bearer })).status).toBe(401)
  expect((await browser.post('revoke-session', { token: own.token })).json).toEqual({ status: true })
  expect((await bea.request('GET', '/api/auth/get-session')).json).toBeNull()
})

test('administrators cannot be impersonated', async () => {
  const { answer } = await impersonating(await anAdministrator(server))
  expect([answer.status, answer.json.message]).toEqual([403, 'Administrators cannot be impersonated'])
})

test('a banned user cannot be impersonated until the ban expires', async () => {
  const bea = await aUser(server)
  const boss = await anAdministrator(server)
  await boss.request('POST', '/api/auth/admin/ban-user', { body: { userId: bea.id, banExpiresIn: 60 } })
  const browser = aBrowser(boss.cookie)
  expect((await impersonate(browser, bea)).json.code).toBe('BANNED_USER')
  server.clock.advance(60)
  expect((await impersonate(browser, bea)).json.user).toMatchObject({ id: bea.id, banned: false })
})

test('an impersonation session does not gain the permissions of a user who becomes an administrator', async () => {
  const { bea, browser } = await impersonating()
  await db.updateTable('users').set({ role: 'admin' }).where('id', '=', bea.id).execute()
  expect((await browser.send('GET', '/api/auth/admin/list-users')).status).toBe(403)
})

test('stop-impersonating is refused in a normal session', async () => {
  const boss = await anAdministrator(server)
  const answer = await boss.request('POST', '/api/auth/admin/stop-impersonating')
  expect([answer.status, answer.json.message]).toEqual([400, 'You are not impersonating anyone'])
  expect((await server.request('POST', '/api/auth/admin/stop-impersonating')).status).toBe(401)
})

test.each([
  ['is missing', (browser: ReturnType<typeof aBrowser>) => browser.jar.delete('admin_session')],
  ['is forged', (browser: ReturnType<typeof aBrowser>) => browser.jar.set('admin_session', 'abc%3A.def')],
])('if the cookie of the own session %s, the impersonation session is revoked all the same', async (_, spoil) => {
  const { browser } = await impersonating()
  spoil(browser)
  const answer = await browser.post('admin/stop-impersonating')
  expect([answer.status, answer.json.message]).toEqual([500, 'Failed to find admin session'])
  expect((await browser.send('GET', '/api/auth/get-session')).json).toBeNull()
})

test('the cookie of another administrator cannot restore a session', async () => {
  const [{ browser }, other] = [await impersonating(), await impersonating()]
  browser.jar.set('admin_session', other.browser.jar.get('admin_session') ?? '')
  expect((await browser.post('admin/stop-impersonating')).status).toBe(500)
})

test('signing out of an impersonation session clears the cookie of the own session', async () => {
  const { browser } = await impersonating()
  const answer = await browser.post('sign-out')
  expect(answer.cookies.get('admin_session')).toMatch(/; Max-Age=0/)
  expect(browser.jar.has('admin_session')).toBe(false)
})

test('a session that is not remembered is not remembered after an impersonation', async () => {
  const boss = await anAdministrator(server)
  const signedIn = await server.request('POST', '/api/auth/sign-in/email', {
    body: { email: boss.email, password: PASSWORD, rememberMe: false },
  })
  const browser = aBrowser([...signedIn.cookies.values()].map((line) => line.split(';', 1)[0]).join('; '))
  await impersonate(browser, await aUser(server))
  const restored = await browser.post('admin/stop-impersonating')
  expect(restored.cookies.get('better-auth.session_token')).not.toMatch(/Max-Age/)
  expect(browser.jar.has('better-auth.dont_remember')).toBe(true)
})

test('a bearer client impersonates without cookies', async () => {
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
])('the impersonation session is revoked with the sessions of the administrator: %s', async (call, body) => {
  const { boss, browser } = await impersonating()
  const other = await anAdministrator(server)
  expect((await other.request('POST', `/api/auth/admin/${call}`, { body: { userId: boss.id, ...body } })).status).toBe(200)
  expect((await browser.send('GET', '/api/auth/get-session')).json).toBeNull()
})
