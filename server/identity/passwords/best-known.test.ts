import { afterAll, expect, test } from 'vitest'
import { aUser, newAddress, PASSWORD } from '#test/support/a-user.ts'
import { ledOnWith, linkTo } from '#test/support/emails.ts'
import { type TestAnswer, testServer } from '#test/support/server.ts'
import { createAdministrator } from './index.ts'

const SERVICE_TOKEN = 'a-token-of-the-service-that-nobody-else-knows'
const server = await testServer({ settings: { SERVICE_TOKEN } })
afterAll(() => server.close())

const post = (path: string, body: unknown, headers = {}) => server.request('POST', path, { body, headers })

async function signUp(password: string): Promise<TestAnswer> {
  return post('/api/auth/sign-up/email', { name: 'Ada', email: newAddress(), password })
}

async function change(newPassword: string): Promise<TestAnswer> {
  const person = await aUser(server)
  return person.request('POST', '/api/auth/change-password', { body: { currentPassword: PASSWORD, newPassword } })
}

async function reset(newPassword: string): Promise<TestAnswer> {
  const { email } = await aUser(server)
  await post('/api/auth/forget-password', { email })
  const token = ledOnWith(await server.request('GET', await linkTo(server, email, 'reset-password')), 'token')
  const refused = await post('/api/auth/reset-password', { newPassword, token })
  // The link is still good for another choice.
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
  ['changing it', change],
  ['a reset link', reset],
  ['a server call', set],
])('by %s nobody takes a password that everybody tries first', async (_, take) => {
  for (const password of ['Password123', 'qwertyuiop']) {
    const answer = await take(password)
    expect([answer.status, answer.json]).toEqual([400, { code: 'PASSWORD_TOO_COMMON', message: 'Password is too common' }])
  }
})

test('an administrator is not made with one either', async () => {
  const making = createAdministrator(server.platform, {
    email: newAddress(),
    name: 'Boss',
    password: 'Iloveyou',
    now: server.clock.now(),
  })
  await expect(making).rejects.toThrow('Password is too common')
})

test('where six characters are enough, the best known of six are refused too', async () => {
  const lax = await testServer({ settings: { MIN_PASSWORD_LENGTH: '6' } })
  const answer = await lax.request('POST', '/api/auth/sign-up/email', { body: { name: 'Ada', email: newAddress(), password: '123456' } })
  expect(answer.json.code).toBe('PASSWORD_TOO_COMMON')
  await lax.close()
})

test('who has had such a password still signs in', async () => {
  const person = await aUser(server)
  const hash = await server.platform.passwords.hash('password123')
  await server.platform.database.db.updateTable('accounts').set({ password: hash }).where('user_id', '=', person.id).execute()
  expect((await post('/api/auth/sign-in/email', { email: person.email, password: 'password123' })).status).toBe(200)
})
