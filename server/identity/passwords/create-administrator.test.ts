import { expect, test } from 'vitest'
import { aUser, PASSWORD, uniqueEmail } from '#test/support/a-user.ts'
import { sharedServer } from '#test/support/server.ts'
import { createAdministrator } from './index.ts'

const server = await sharedServer()

function create(email: string, password: string | null) {
  return createAdministrator(server.platform, { email, name: 'Boss', password, now: server.clock.now() })
}

function userOf(email: string) {
  const users = server.platform.database.db.selectFrom('users')
  return users.select(['id', 'role', 'is_email_verified']).where('email', '=', email).executeTakeFirst()
}

async function demote(email: string): Promise<void> {
  await server.platform.database.db.updateTable('users').set({ role: 'user' }).where('email', '=', email).execute()
}

test('a new user becomes a verified administrator who can sign in', async () => {
  const email = uniqueEmail()
  expect(await create(email, null)).toBe('password-needed')
  expect(await userOf(email)).toBeUndefined()
  const administrator = await create(email.toUpperCase(), PASSWORD)
  expect(administrator).toMatchObject({ email, isNew: true })
  expect(await userOf(email)).toMatchObject({ role: 'admin', is_email_verified: true })
  const answer = await server.request('POST', '/api/auth/sign-in/email', { body: { email, password: PASSWORD } })
  expect(answer.status).toBe(200)
  await demote(email)
})

test('an existing user is promoted, keeps the password and is signed out everywhere', async () => {
  const user = await aUser(server)
  expect(await create(user.email, null)).toEqual({ userId: user.id, email: user.email, isNew: false })
  expect(await userOf(user.email)).toMatchObject({ role: 'admin', is_email_verified: true })
  expect((await user.request('GET', '/api/auth/get-session')).text).toBe('null')
  const body = { email: user.email, password: PASSWORD }
  expect((await server.request('POST', '/api/auth/sign-in/email', { body })).status).toBe(200)
  await demote(user.email)
})

test('the promotion of an existing user is published, and that of an administrator changes nothing', async () => {
  const user = await aUser(server)
  const updates = async () => {
    const events = server.platform.database.db.selectFrom('domain_events').select('payload')
    return events.where('name', '=', 'user.updated').where('resource_id', '=', user.id).execute()
  }
  await create(user.email, null)
  expect(await updates()).toMatchObject([{ payload: { id: user.id, role: 'admin', emailVerified: true } }])
  await create(user.email, null)
  expect(await updates()).toHaveLength(1)
  await demote(user.email)
})

test('creating an administrator with an invalid email or a short password is refused', async () => {
  await expect(create('boss', PASSWORD)).rejects.toThrow('Invalid email')
  await expect(create(uniqueEmail(), 'short')).rejects.toThrow('Password too short')
})
