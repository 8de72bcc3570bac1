import { expect, test } from 'vitest'
import { aUser, PASSWORD, uniqueEmail } from '#test/support/a-user.ts'
import { sharedServer } from '#test/support/server.ts'

const server = await sharedServer()
const newName = () => `Ann.${uniqueEmail().slice(0, 8)}`

async function aProfile() {
  const user = await aUser(server)
  const update = (body: unknown) => user.request('POST', '/api/auth/update-user', { body })
  const readUser = async () => (await user.request('GET', '/api/auth/get-session')).json.user
  return { user, update, readUser }
}

test('name and picture are updated at once although the session is cached; null removes the picture', async () => {
  const { update, readUser } = await aProfile()
  const answer = await update({ name: 'Ada King', image: 'https://example.test/ada.png' })
  expect([answer.status, answer.json]).toEqual([200, { status: true }])
  expect(answer.cookies.has('better-auth.session_token')).toBe(true)
  expect(await readUser()).toMatchObject({ name: 'Ada King', image: 'https://example.test/ada.png' })
  await update({ image: null })
  expect(await readUser()).toMatchObject({ name: 'Ada King', image: null })
})

test('a user name is stored in lower case and displayed as it was written, or as displayUsername says', async () => {
  const { update, readUser } = await aProfile()
  const [first, second] = [newName(), newName()]
  await update({ username: first })
  expect(await readUser()).toMatchObject({ username: first.toLowerCase(), displayUsername: first })
  await update({ username: second, displayUsername: 'The Countess' })
  expect(await readUser()).toMatchObject({ username: second.toLowerCase(), displayUsername: 'The Countess' })
})

test('a user name in use is refused, also one’s own, and only one of two concurrent requests gets it', async () => {
  const [one, other] = [await aProfile(), await aProfile()]
  const username = newName()
  const answers = await Promise.all([one.update({ username }), other.update({ username: username.toUpperCase() })])
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 422])
  for (const again of [await one.update({ username }), await other.update({ username })]) {
    expect([again.status, again.json.message]).toEqual([422, 'username is already taken. please try another.'])
  }
})

test.each([
  ['an email', { email: 'other@example.test' }, 400, 'Email can not be updated'],
  ['a short user name', { username: 'ab' }, 422, 'username is too short'],
  ['a long user name', { username: 'a'.repeat(31) }, 422, 'username is too long'],
  ['a user name with a space', { username: 'a b c' }, 422, 'username is invalid'],
  ['an empty name', { name: '' }, 400, 'Invalid body parameters'],
  ['a picture that is a list', { image: [] }, 400, 'Invalid body parameters'],
])('%s is refused and changes nothing', async (_, body, status, message) => {
  const { update, readUser } = await aProfile()
  const before = await readUser()
  const answer = await update(body)
  expect([answer.status, answer.json.message]).toEqual([status, message])
  expect(await readUser()).toEqual(before)
})

test('roles, bans and verified emails in the body are ignored', async () => {
  const { update, readUser } = await aProfile()
  expect((await update({ name: 'Eve', role: 'admin', emailVerified: true, banned: true, id: crypto.randomUUID() })).status).toBe(200)
  expect(await readUser()).toMatchObject({ name: 'Eve', role: 'user', emailVerified: false, banned: null })
})

test('an anonymous request is answered with an empty 401', async () => {
  const answer = await server.request('POST', '/api/auth/update-user', { body: { name: 'x' } })
  expect([answer.status, answer.text]).toEqual([401, ''])
})

test('a chosen language is part of the own user at once, and null gives the choice back to the browser', async () => {
  const { update, readUser } = await aProfile()
  expect(await readUser()).toMatchObject({ language: null })
  const chosen = await update({ language: 'de' })
  expect([chosen.status, chosen.json]).toEqual([200, { status: true }])
  expect(chosen.cookies.get('language')).toBe('language=de; Max-Age=34560000; Path=/; SameSite=Lax')
  expect(await readUser()).toMatchObject({ language: 'de' })
  const cleared = await update({ language: null })
  expect(cleared.cookies.get('language')).toBe('language=; Max-Age=0; Path=/; SameSite=Lax')
  expect(await readUser()).toMatchObject({ language: null })
  expect((await update({ name: 'Ada King' })).cookies.has('language')).toBe(false)
})

test.each([['fr'], [''], ['en-GB'], [3]])('the language %j, which is not offered, is refused and named', async (language) => {
  const { update, readUser } = await aProfile()
  const answer = await update({ language })
  expect([answer.status, answer.json.errors[0].path]).toEqual([400, 'language'])
  expect(await readUser()).toMatchObject({ language: null })
})

test('signing in sets the language of the account, and signing out keeps it; without a choice the browser keeps its own', async () => {
  const { user, update } = await aProfile()
  const signIn = () =>
    server.request('POST', '/api/auth/sign-in/email', {
      headers: { cookie: 'language=en' },
      body: { email: user.email, password: PASSWORD },
    })
  expect((await signIn()).cookies.has('language')).toBe(false)
  await update({ language: 'de' })
  expect((await signIn()).cookies.get('language')).toContain('language=de;')
  expect((await user.request('POST', '/api/auth/sign-out')).cookies.has('language')).toBe(false)
})

test('a user name is free until somebody takes it, in any case; an invalid one is refused', async () => {
  const username = newName()
  const check = (name: string) => server.request('POST', '/api/auth/is-username-available', { body: { username: name } })
  expect((await check(username)).json).toEqual({ available: true })
  const user = await aUser(server)
  await user.request('POST', '/api/auth/update-user', { body: { username } })
  expect((await check(username.toUpperCase())).json).toEqual({ available: false })
  const invalid = await check('a b c')
  expect([invalid.status, invalid.json.message]).toEqual([422, 'username is invalid'])
})
