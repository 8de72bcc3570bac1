import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '#kernel/id.ts'
import { anAdministrator, type TestUser } from '#test/support/a-user.ts'
import { ownDatabase } from '#test/support/database.ts'
import { START, testServer } from '#test/support/server.ts'
import { hasRole, isBannedAt } from './reads.ts'

const database = await ownDatabase()
const server = await testServer({ database })
afterAll(() => server.close())

let boss: TestUser
const at = (minutes: number) => new Date(Date.UTC(2026, 0, 1, 0, minutes))
/** Name, email, whether it is verified, role, whether the user is banned. */
const USERS = [
  ['Zoë Zander', 'zoe@b.example', true, 'user', null],
  ['ada Byron', 'ada_100@a.example', true, 'user', false],
  ['Ada Lovelace', 'ada.1@a.example', false, 'user,admin', null],
  ['Bea 100%', 'bea@c.example', true, 'user', true],
] as const

beforeAll(async () => {
  await database.transaction(async (tx) => {
    for (const [index, [name, email, verified, role, banned]] of USERS.entries())
      await sql`
        insert into users (id, name, email, is_email_verified, role, is_banned, created_at, updated_at)
        values (${newId(at(index))}, ${name}, ${email}, ${verified}, ${role}, ${banned}, ${at(index)}, ${at(9 - index)})`.execute(tx)
  })
  boss = await anAdministrator(server, 'grace@d.test')
})

async function list(query: Readonly<Record<string, string>>, as = boss) {
  const answer = await as.request('GET', `/api/auth/admin/list-users?${new URLSearchParams(query)}`)
  expect([answer.status, answer.roundTrips]).toEqual([200, 2])
  return answer.json as { users: { id: string; name: string; email: string }[]; total: number; limit?: number; offset?: number }
}
const [zoe, ada, lovelace, bea, grace] = ['Zoë Zander', 'ada Byron', 'Ada Lovelace', 'Bea 100%', 'Grace Hopper']

test.each([
  [{}, [zoe, ada, lovelace, bea, grace]],
  [{ sortDirection: 'desc' }, [grace, bea, lovelace, ada, zoe]],
  [{ sortBy: 'name' }, [ada, lovelace, bea, grace, zoe]],
  [{ sortBy: 'email', sortDirection: 'desc', filterField: 'email', filterOperator: 'lt', filterValue: 'c' }, [bea, ada, lovelace]],
  [{ sortBy: 'updatedAt', filterField: 'createdAt', filterOperator: 'lt', filterValue: '2026-02-01T00:00:00Z' }, [bea, lovelace, ada, zoe]],
  [{ searchValue: 'ADA' }, [ada, lovelace]],
  [{ searchValue: 'example', searchOperator: 'ends_with' }, [zoe, ada, lovelace, bea]],
  [{ searchValue: 'a', searchField: 'name', searchOperator: 'starts_with' }, [ada, lovelace]],
  [{ searchValue: 'ZOË', searchField: 'name' }, [zoe]],
  [{ searchValue: '%', searchField: 'name' }, [bea]],
  [{ searchValue: 'ada_1' }, [ada]],
  [{ searchValue: '\\' }, []],
  [{ searchValue: "' or 1=1 --" }, []],
  [{ searchValue: '' }, [zoe, ada, lovelace, bea, grace]],
  [{ filterField: 'role', filterValue: 'admin' }, [grace]],
  [{ filterField: 'role', filterValue: 'user' }, [zoe, ada, bea]],
  [{ filterField: 'role', filterOperator: 'ne', filterValue: 'user' }, [lovelace, grace]],
  [{ filterField: 'banned', filterValue: 'true' }, [bea]],
  [{ filterField: 'banned', filterValue: 'false' }, [zoe, ada, lovelace, grace]],
  [{ filterField: 'banned', filterOperator: 'ne', filterValue: 'true' }, [zoe, ada, lovelace, grace]],
  [{ filterField: 'emailVerified', filterValue: 'false' }, [lovelace]],
  [{ filterField: 'name', filterValue: 'ADA BYRON' }, [ada]],
  [{ filterField: 'createdAt', filterOperator: 'gte', filterValue: at(2).toISOString() }, [lovelace, bea, grace]],
  [{ filterField: 'createdAt', filterOperator: 'lte', filterValue: String(at(1).getTime()) }, [zoe, ada]],
  [{ filterField: 'username', filterOperator: 'ne', filterValue: 'ada' }, [zoe, ada, lovelace, bea, grace]],
  [{ filterValue: 'bea@c.example' }, [bea]],
  [{ searchValue: 'ada', filterField: 'emailVerified', filterValue: 'true' }, [ada]],
  [{ role: 'admin' }, [lovelace, grace]],
  [{ role: 'user' }, [zoe, ada, lovelace, bea]],
  [{ role: 'adm' }, []],
  [{ banned: 'true' }, [bea]],
  [{ banned: 'false', verified: 'true' }, [zoe, ada, grace]],
  [{ role: 'admin', verified: 'false', banned: 'false', searchValue: 'ADA', searchField: 'name' }, [lovelace]],
  [{ role: 'user', filterField: 'role', filterOperator: 'ne', filterValue: 'user' }, [lovelace]],
  [{ role: 'admin', sortBy: 'name', sortDirection: 'desc' }, [grace, lovelace]],
])('%j lists %j', async (query, names) => {
  const { users, total } = await list(query)
  expect([users.map(({ name }) => name), total]).toEqual([names, names.length])
})

test('a page has the total number of users, also if it is empty', async () => {
  const { users, ...rest } = await list({ limit: '2', offset: '1', sortBy: 'name' })
  expect([users.map(({ name }) => name), rest]).toEqual([[lovelace, bea], { total: 5, limit: 2, offset: 1 }])
  expect(await list({ offset: '7' })).toEqual({ users: [], total: 5, offset: 7 })
})

test.each([
  ['sortBy', 'password'],
  ['sortBy', 'users.email; drop table users'],
  ['filterField', 'ban_reason'],
  ['filterField', '__proto__'],
  ['searchField', 'username'],
  ['searchOperator', 'like'],
  ['filterOperator', '='],
  ['sortDirection', 'up'],
  ['limit', '0'],
  ['offset', '-1'],
  ['limit', 'all'],
  ['banned', 'perhaps'],
  ['verified', ''],
])('%s=%s is refused and named', async (field, value) => {
  const answer = await boss.request('GET', `/api/auth/admin/list-users?${new URLSearchParams({ [field]: value })}`)
  expect([answer.status, answer.json.errors[0].path]).toEqual([400, field])
})

test.each([
  [{ filterField: 'banned', filterValue: 'perhaps' }, 'filterValue'],
  [{ filterField: 'createdAt', filterValue: 'yesterday' }, 'filterValue'],
  [{ filterField: 'banned', filterValue: 'true', filterOperator: 'gt' }, 'filterOperator'],
])('%j is refused and named', async (query, field) => {
  const answer = await boss.request('GET', `/api/auth/admin/list-users?${new URLSearchParams(query)}`)
  expect([answer.status, answer.json.errors[0].path]).toEqual([400, field])
})

test('a temporary ban counts until it expires, and in the published filter until the next sign-in', async () => {
  const { id } = (await list({ searchValue: 'zoe' })).users[0] ?? { id: '' }
  const body = { userId: id, banExpiresIn: 60 }
  expect((await boss.request('POST', '/api/auth/admin/ban-user', { body })).status).toBe(200)
  const names = async (query: Readonly<Record<string, string>>) => (await list(query)).users.map(({ name }) => name)
  expect(await names({ banned: 'true' })).toEqual([zoe, bea])
  server.clock.advance(60)
  expect(await names({ banned: 'true' })).toEqual([bea])
  expect(await names({ banned: 'false', verified: 'true' })).toEqual([zoe, ada, grace])
  expect(await names({ filterField: 'banned', filterValue: 'true' })).toEqual([zoe, bea])
})

test('no answer contains credentials', async () => {
  const answer = await boss.request('GET', '/api/auth/admin/list-users')
  expect(answer.text).not.toMatch(/password|token|hash/i)
})

test('a page that an index supports does not read all users', async () => {
  await database.transaction((tx) =>
    sql`
      insert into users (id, name, email, is_email_verified, role, created_at, updated_at)
      select gen_random_uuid(), 'Person ' || n, 'person-' || n || '@many.example', true, 'user', now_at, now_at
      from generate_series(1, 5000) as n, (select ${at(20)}::timestamptz as now_at) as given`.execute(tx),
  )
  await sql`analyze users`.execute(database.db)
  const plan = async (text: ReturnType<typeof sql>) => {
    const { rows } = await sql<{ 'QUERY PLAN': string }>`explain ${text}`.execute(database.db)
    return rows.map((row) => row['QUERY PLAN']).join('\n')
  }
  const pages = [
    sql`select id from users order by created_at, id limit 10`,
    sql`select id from users order by email collate "C", id limit 10`,
    sql`select id from users order by (name) collate "und-x-icu" desc, id desc limit 10`,
    sql`select id from users where email collate "C" like 'person-77%' order by created_at, id limit 10`,
    sql`select id from users where users.is_banned order by created_at, id limit 10`,
    sql`select id from users where users.role <> 'user' and users.role = 'admin' order by created_at, id limit 10`,
    ...[hasRole('admin'), isBannedAt(true, START), sql`${hasRole('admin')} and ${isBannedAt(false, START)}`].map(
      (few) => sql`select id from users where ${few} order by created_at, id limit 10`,
    ),
  ]
  for (const page of pages) expect(await plan(page)).not.toMatch(/Seq Scan/)
})
