// A session that one instance ends or changes is no longer answered by the others. Runs if DATABASE_URL is set.
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { movableClock } from '#platform/clock.ts'
import type { OpenDatabase } from '#platform/database/database.ts'
import { openDatabase } from '#platform/database/open.ts'
import { aUser, cookieHeader, type TestUser } from '#test/support/a-user.ts'
import { START, type TestServer, testServer } from '#test/support/server.ts'

const url = process.env['DATABASE_URL']

interface Instance {
  readonly name: string
  readonly server: TestServer
  readonly database: OpenDatabase
}

let one: Instance
let other: Instance

async function instance(): Promise<Instance> {
  const name = `guildhall_${randomUUID()}`
  const href = new URL(url ?? '')
  href.searchParams.set('application_name', name)
  const nothing = { onSlow: () => undefined, onFault: () => undefined, onGap: () => undefined }
  const database = await openDatabase({ url: href.href }, nothing)
  return { name, database, server: await testServer({ database, clock: movableClock(START) }) }
}

beforeAll(async () => {
  if (!url) return
  one = await instance()
  other = await instance()
})
afterAll(async () => {
  await one?.server.close()
  await other?.server.close()
})

const getSession = ({ server }: Instance, cookie: string) => server.request('GET', '/api/auth/get-session', { headers: { cookie } })

/**
 * The cookies of a browser whose cached session both instances accept. An instance accepts a cached session that was made well
 * after it started to listen. A cached session that was made too early is made again later.
 */
async function acceptedCookie(user: TestUser): Promise<string> {
  const all = [one, other]
  const token = user.cookie.split('; ')[0] ?? ''
  let cookie = ''
  const costs = async (): Promise<number[]> => {
    for (const { server } of all) server.clock.advance(6)
    cookie = `${token}; ${cookieHeader(await getSession(other, token))}`
    return Promise.all(all.map(async (each) => (await getSession(each, cookie)).roundTrips))
  }
  await expect.poll(costs).toEqual([0, 0])
  return cookie
}

test.skipIf(!url)('a session that ends on one instance ends on the other, while its cached session would still count', async () => {
  const user = await aUser(one.server)
  const cookie = await acceptedCookie(user)
  await user.request('POST', '/api/auth/sign-out')
  // The clock stands still, so that no cached session expires: the notification of the other instance ends it.
  await expect.poll(async () => (await getSession(other, cookie)).json).toBeNull()
})

test.skipIf(!url)('a manual change in the database invalidates cached sessions', async () => {
  const user = await aUser(one.server)
  const cookie = await acceptedCookie(user)
  await sql`update users set name = 'By Hand' where id = ${user.id}::uuid`.execute(one.database.db)
  await expect.poll(async () => (await getSession(other, cookie)).json.user.name).toBe('By Hand')
  const again = await acceptedCookie(user)
  await sql`delete from users where id = ${user.id}::uuid`.execute(one.database.db)
  await expect.poll(async () => (await getSession(other, again)).json).toBeNull()
})

test.skipIf(!url)('a renewal and a recorded last use invalidate no cached session', async () => {
  const user = await aUser(one.server)
  const cookie = await acceptedCookie(user)
  const later = new Date(START.getTime() + 864_000_000)
  await sql`update sessions set expires_at = ${later}, last_seen_at = ${START} where user_id = ${user.id}::uuid`.execute(one.database.db)
  // Notifications arrive in order: once the second has arrived, the first would have arrived.
  const witness = await aUser(one.server)
  const witnessed = cookieHeader(await getSession(other, witness.cookie.split('; ')[0] ?? ''))
  await sql`update users set name = 'Seen' where id = ${witness.id}::uuid`.execute(one.database.db)
  await expect.poll(async () => (await getSession(other, `${witness.cookie.split('; ')[0]}; ${witnessed}`)).json.user.name).toBe('Seen')
  expect((await getSession(other, cookie)).roundTrips).toBe(0)
})

test.skipIf(!url)(
  'with a closed listening connection no cached session is accepted, and older ones stay invalid after it reopens',
  async () => {
    const [ended, waiting] = [await aUser(one.server), await aUser(one.server)]
    const [endedCookie, waitingCookie] = [await acceptedCookie(ended), await acceptedCookie(waiting)]
    const newerCookie = await acceptedCookie(ended)
    await sql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where application_name = ${other.name} and query ~ '^((un)?listen |select extract)'`.execute(one.database.db)
    await expect.poll(() => other.database.listeningSince(), { interval: 1 }).toBeUndefined()
    await ended.request('POST', '/api/auth/sign-out')
    for (const cookie of [endedCookie, newerCookie]) {
      const answer = await getSession(other, cookie)
      expect([answer.json, answer.roundTrips]).toEqual([null, 1])
    }
    expect((await getSession(other, waitingCookie)).roundTrips).toBe(1)
    await expect.poll(() => other.database.listeningSince()).toBeDefined()
    expect([(await getSession(other, waitingCookie)).roundTrips, (await getSession(one, waitingCookie)).roundTrips]).toEqual([1, 0])
    await acceptedCookie(waiting)
  },
)
