import { afterAll, expect, test } from 'vitest'
import { aUser, PASSWORD, uniqueEmail } from '#test/support/a-user.ts'
import { linkTo, redirectParameter } from '#test/support/emails.ts'
import { type TestAnswer, testServer } from '#test/support/server.ts'
import { createAdministrator } from './index.ts'

const SERVICE_TOKEN = 'a-token-of-the-service-that-nobody-else-knows'
const server = await testServer({ settings: { SERVICE_TOKEN } })
afterAll(() => server.close())

const post = (path: string, body: unknown, headers = {}) => server.request('POST', path, { body, headers })

async function signUp(password: string): Promise<TestAnswer> {
  return post('/api/auth/sign-up/email', { name: 'Ada', email: uniqueEmail(), password })
}

async function change(newPassword: string): Promise<TestAnswer> {
  const user = await aUser(server)
  return user.request('POST', '/api/auth/change-password', { body: { currentPassword: PASSWORD, newPassword } })
}

async function reset(newPassword: string): Promise<TestAnswer> {
  const { email } = await aUser(server)
  await post('/api/auth/forget-password', { email })
  const token = redirectParameter(await server.request('GET', await linkTo(server, email, 'reset-password')), 'token')
  const refused = await post('/api/auth/reset-password', { newPassword, token })
  // The link is still valid for another password.
  expect((await post('/api/auth/reset-password', { newPassword: 'a quite different phrase', token })).status).toBe(200)
  return refused
}

async function set(newPassword: string): Promise<TestAnswer> {
  const { id } = await aUser(server)
  await server.platform.database.db.deleteFrom('accounts').where('user_id', '=', id).execute()
  return post('/api/auth/set-password', { newPassword, userId: id }, { authorization: `Bearer ${SERVICE_TOKEN}` })
}

test.each([
  ['signing up', signUp],
  ['changing the password', change],
  ['resetting the password', reset],
  ['setting the password by a server call', set],
])('a common password is refused when %s', async (_, submit) => {
  for (const password of ['Password123', 'qwertyuiop']) {
    const answer = await submit(password)
    expect([answer.status, answer.json]).toEqual([400, { code: 'PASSWORD_TOO_COMMON', message: 'Password is too common' }])
  }
})

test('creating an administrator with a common password is refused', async () => {
  const creation = createAdministrator(server.platform, {
    email: uniqueEmail(),
    name: 'Boss',
    password: 'Iloveyou',
    now: server.clock.now(),
  })
  await expect(creation).rejects.toThrow('Password is too common')
})

test('with a minimum length of six a common password of six characters is refused', async () => {
  const lax = await testServer({ settings: { MIN_PASSWORD_LENGTH: '6' } })
  const answer = await lax.request('POST', '/api/auth/sign-up/email', { body: { name: 'Ada', email: uniqueEmail(), password: '123456' } })
  expect(answer.json.code).toBe('PASSWORD_TOO_COMMON')
  await lax.close()
})

test('a user with an existing common password can sign in', async () => {
  const user = await aUser(server)
  const hash = await server.platform.passwords.hash('password123')
  await server.platform.database.db.updateTable('accounts').set({ password: hash }).where('user_id', '=', user.id).execute()
  expect((await post('/api/auth/sign-in/email', { email: user.email, password: 'password123' })).status).toBe(200)
})
