import { expect, test } from 'vitest'
import { aUser, newAddress } from '#test/support/a-user.ts'
import { sharedServer } from '#test/support/server.ts'

const server = await sharedServer()
const newName = () => `Ann.${newAddress().slice(0, 8)}`

async function someone() {
  const person = await aUser(server)
  const update = (body: unknown) => person.request('POST', '/api/auth/update-user', { body })
  const shown = async () => (await person.request('GET', '/api/auth/get-session')).json.user
  return { person, update, shown }
}

test('name and picture are changed at once, although the session is cached; null takes the picture away', async () => {
  const { update, shown } = await someone()
  const answer = await update({ name: 'Ada King', image: 'https://example.test/ada.png' })
  expect([answer.status, answer.json]).toEqual([200, { status: true }])
  expect(answer.cookies.has('better-auth.session_token')).toBe(true)
  expect(await shown()).toMatchObject({ name: 'Ada King', image: 'https://example.test/ada.png' })
  await update({ image: null })
  expect(await shown()).toMatchObject({ name: 'Ada King', image: null })
})

test('a user name is kept in lower case and shown as it was written, or as is wished', async () => {
  const { update, shown } = await someone()
  const [first, second] = [newName(), newName()]
  await update({ username: first })
  expect(await shown()).toMatchObject({ username: first.toLowerCase(), displayUsername: first })
  await update({ username: second, displayUsername: 'The Countess' })
  expect(await shown()).toMatchObject({ username: second.toLowerCase(), displayUsername: 'The Countess' })
})

test('a user name that somebody has is refused, one’s own among them, and of two at once one gets it', async () => {
  const [one, other] = [await someone(), await someone()]
  const username = newName()
  const answers = await Promise.all([one.update({ username }), other.update({ username: username.toUpperCase() })])
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 422])
  for (const again of [await one.update({ username }), await other.update({ username })]) {
    expect([again.status, again.json.message]).toEqual([422, 'username is already taken. please try another.'])
  }
})

test.each([
  ['an address', { email: 'other@example.test' }, 400, 'Email can not be updated'],
  ['a short user name', { username: 'ab' }, 422, 'username is too short'],
  ['a long user name', { username: 'a'.repeat(31) }, 422, 'username is too long'],
  ['a user name with a space', { username: 'a b c' }, 422, 'username is invalid'],
  ['an empty name', { name: '' }, 400, 'Invalid body parameters'],
  ['a picture that is a list', { image: [] }, 400, 'Invalid body parameters'],
])('%s is refused and changes nothing', async (_, body, status, message) => {
  const { update, shown } = await someone()
  const before = await shown()
  const answer = await update(body)
  expect([answer.status, answer.json.message]).toEqual([status, message])
  expect(await shown()).toEqual(before)
})

test('roles, bans and verified addresses in the body are ignored', async () => {
  const { update, shown } = await someone()
  expect((await update({ name: 'Eve', role: 'admin', emailVerified: true, banned: true, id: crypto.randomUUID() })).status).toBe(200)
  expect(await shown()).toMatchObject({ name: 'Eve', role: 'user', emailVerified: false, banned: null })
})

test('nobody is answered with an empty 401', async () => {
  const answer = await server.request('POST', '/api/auth/update-user', { body: { name: 'x' } })
  expect([answer.status, answer.text]).toEqual([401, ''])
})
