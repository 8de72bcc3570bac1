import { afterAll, expect, test } from 'vitest'
import { anAdministrator, PASSWORD, type TestUser } from '#test/support/a-user.ts'
import { ownDatabase } from '#test/support/database.ts'
import { type TestAnswer, testServer } from '#test/support/server.ts'

const server = await testServer({ database: await ownDatabase() })
afterAll(() => server.close())

/** The platform with this many administrators; those of earlier tests are none any more. */
async function administratorsOf(count: number): Promise<TestUser[]> {
  await server.platform.database.db.updateTable('users').set({ role: null }).execute()
  const administrators: TestUser[] = []
  for (let index = 0; index < count; index += 1) administrators.push(await anAdministrator(server))
  return administrators
}

const left = async () =>
  (await server.platform.database.db.selectFrom('users').select(['role', 'is_banned']).execute()).filter(
    ({ role, is_banned }) => role?.split(',').includes('admin') && !is_banned,
  ).length

type Action = (by: TestUser, on: TestUser) => Promise<TestAnswer>
const actions: readonly (readonly [string, Action])[] = [
  ['takes the role of', (by, on) => by.request('POST', '/api/auth/admin/set-role', { body: { userId: on.id, role: 'user' } })],
  ['bans', (by, on) => by.request('POST', '/api/auth/admin/ban-user', { body: { userId: on.id } })],
  ['removes', (by, on) => by.request('POST', '/api/auth/admin/remove-user', { body: { userId: on.id } })],
]

test.each(actions.filter(([name]) => name !== 'bans'))('the last administrator who %s themselves is refused', async (_, run) => {
  const administrators = await administratorsOf(1)
  const [boss] = administrators as [TestUser]
  for (const id of [boss.id, boss.id.toUpperCase()]) {
    const answer = await run(boss, { ...boss, id })
    expect([answer.status, answer.json.message]).toEqual([400, 'The platform needs an administrator'])
  }
  expect(await left()).toBe(1)
})

test('the last administrator cannot delete their own account', async () => {
  const administrators = await administratorsOf(1)
  const [boss] = administrators as [TestUser]
  const answer = await boss.request('POST', '/api/auth/delete-user', { body: { password: PASSWORD } })
  expect([answer.status, answer.json.message]).toEqual([400, 'You are the only administrator of the platform'])
})

test('a banned administrator does not count as another administrator', async () => {
  const administrators = await administratorsOf(2)
  const [boss, other] = administrators as [TestUser, TestUser]
  expect((await actions[1]?.[1](boss, other))?.status).toBe(200)
  expect((await actions[0]?.[1](boss, boss))?.status).toBe(400)
  expect(await left()).toBe(1)
})

test.each(actions)('one administrator remains when each %s the next concurrently', async (_, run) => {
  const administrators = await administratorsOf(4)
  const answers = await Promise.all(administrators.map((by, index) => run(by, administrators[(index + 1) % 4] ?? by)))
  expect(answers.every(({ status }) => status < 500)).toBe(true)
  expect(await left()).toBeGreaterThan(0)
})

test('an administrator who is not the last one can revoke their own role', async () => {
  const administrators = await administratorsOf(2)
  const [boss] = administrators as [TestUser]
  expect((await actions[0]?.[1](boss, boss))?.status).toBe(200)
  expect(await left()).toBe(1)
})
