import { expect, test } from 'vitest'
import { aUser, newAddress, PASSWORD } from '#test/support/a-user.ts'
import { sharedServer } from '#test/support/server.ts'
import { createAdministrator } from './index.ts'

const server = await sharedServer()

function make(email: string, password: string | null) {
  return createAdministrator(server.platform, { email, name: 'Boss', password, now: server.clock.now() })
}

function userOf(email: string) {
  const users = server.platform.database.db.selectFrom('users')
  return users.select(['id', 'role', 'is_email_verified']).where('email', '=', email).executeTakeFirst()
}

async function retired(email: string): Promise<void> {
  await server.platform.database.db.updateTable('users').set({ role: 'user' }).where('email', '=', email).execute()
}

test('somebody new becomes a verified administrator who can sign in', async () => {
  const email = newAddress()
  expect(await make(email, null)).toBe('password-needed')
  expect(await userOf(email)).toBeUndefined()
  const made = await make(email.toUpperCase(), PASSWORD)
  expect(made).toMatchObject({ email, isNew: true })
  expect(await userOf(email)).toMatchObject({ role: 'admin', is_email_verified: true })
  const answer = await server.request('POST', '/api/auth/sign-in/email', { body: { email, password: PASSWORD } })
  expect(answer.status).toBe(200)
  await retired(email)
})

test('somebody who exists is promoted, keeps their password and is signed out everywhere', async () => {
  const person = await aUser(server)
  expect(await make(person.email, null)).toEqual({ userId: person.id, email: person.email, isNew: false })
  expect(await userOf(person.email)).toMatchObject({ role: 'admin', is_email_verified: true })
  expect((await person.request('GET', '/api/auth/get-session')).text).toBe('null')
  const body = { email: person.email, password: PASSWORD }
  expect((await server.request('POST', '/api/auth/sign-in/email', { body })).status).toBe(200)
  await retired(person.email)
})

test('what is no address, and a password that is too short, is refused', async () => {
  await expect(make('boss', PASSWORD)).rejects.toThrow('Invalid email')
  await expect(make(newAddress(), 'short')).rejects.toThrow('Password too short')
})
