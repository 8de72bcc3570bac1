// What one instance ends or changes, the others do not answer any more. Runs where DATABASE_URL is set.
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { movableClock } from '#platform/clock.ts'
import type { OpenDatabase } from '#platform/database/database.ts'
import { openDatabase } from '#platform/database/open.ts'
import { aUser, cookieHeader, type TestUser } from '#test/support/a-user.ts'
import { START, type TestServer, testServer } from '#test/support/server.ts'

const url = process.env['DATABASE_URL']
const SEEN_WITHIN_MS = 50
const ROUNDS = 9

interface Instance {
  readonly name: string
  readonly server: TestServer
  readonly database: OpenDatabase
}

let one: Instance
let other: Instance

async function instance(): Promise<Instance> {
  const name = `guildhall_${randomUUID()}`
  const place = new URL(url ?? '')
  place.searchParams.set('application_name', name)
  const nothing = { onSlow: () => undefined, onFault: () => undefined, onGap: () => undefined }
  const database = await openDatabase({ url: place.href }, nothing)
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
 * The cookies of a browser whose copy both instances believe. An instance believes what was made well after it began to hear,
 * which it does in its own time: a copy made too early is made again, later.
 */
async function believed(person: TestUser): Promise<string> {
  const all = [one, other]
  const token = person.cookie.split('; ')[0] ?? ''
  let cookie = ''
  const costs = async (): Promise<number[]> => {
    for (const { server } of all) server.clock.advance(6)
    cookie = `${token}; ${cookieHeader(await getSession(other, token))}`
    return Promise.all(all.map(async (each) => (await getSession(each, cookie)).messages))
  }
  await expect.poll(costs).toEqual([0, 0])
  return cookie
}

test.skipIf(!url)('what ends on one instance is over on the other within 50 ms, whatever copy its browser holds', async () => {
  const took: number[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    const person = await aUser(one.server)
    const cookie = await believed(person)
    await person.request('POST', '/api/auth/sign-out')
    const startMs = performance.now()
    await expect.poll(async () => (await getSession(other, cookie)).json, { interval: 1 }).toBeNull()
    took.push(performance.now() - startMs)
  }
  // The middle one: a machine that is busy with other things holds single ones up.
  expect(took.sort((a, b) => a - b)[Math.floor(ROUNDS / 2)]).toBeLessThan(SEEN_WITHIN_MS)
})

test.skipIf(!url)('what is changed beside Guildhall, by hand in the database, is seen as well', async () => {
  const person = await aUser(one.server)
  const cookie = await believed(person)
  await sql`update users set name = 'By Hand' where id = ${person.id}::uuid`.execute(one.database.db)
  await expect.poll(async () => (await getSession(other, cookie)).json.user.name).toBe('By Hand')
  const again = await believed(person)
  await sql`delete from users where id = ${person.id}::uuid`.execute(one.database.db)
  await expect.poll(async () => (await getSession(other, again)).json).toBeNull()
})

test.skipIf(!url)('a renewal and the note of the last use put no copy out of use', async () => {
  const person = await aUser(one.server)
  const cookie = await believed(person)
  const later = new Date(START.getTime() + 864_000_000)
  await sql`update sessions set expires_at = ${later}, last_seen_at = ${START} where user_id = ${person.id}::uuid`.execute(one.database.db)
  // What is told is heard in order: once the second is heard, the first would have been.
  const witness = await aUser(one.server)
  const witnessed = cookieHeader(await getSession(other, witness.cookie.split('; ')[0] ?? ''))
  await sql`update users set name = 'Seen' where id = ${witness.id}::uuid`.execute(one.database.db)
  await expect.poll(async () => (await getSession(other, `${witness.cookie.split('; ')[0]}; ${witnessed}`)).json.user.name).toBe('Seen')
  expect((await getSession(other, cookie)).messages).toBe(0)
})

test.skipIf(!url)(
  'with the connection that hears cut nothing is answered from copies, nor from those of before once it is back',
  async () => {
    const [ended, waiting] = [await aUser(one.server), await aUser(one.server)]
    const [endedCookie, waitingCookie] = [await believed(ended), await believed(waiting)]
    const copies = await believed(ended)
    await sql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where application_name = ${other.name} and query ~ '^((un)?listen |select extract)'`.execute(one.database.db)
    await expect.poll(() => other.database.listeningSince(), { interval: 1 }).toBeUndefined()
    await ended.request('POST', '/api/auth/sign-out')
    for (const cookie of [endedCookie, copies]) {
      const answer = await getSession(other, cookie)
      expect([answer.json, answer.messages]).toEqual([null, 1])
    }
    expect((await getSession(other, waitingCookie)).messages).toBe(1)
    await expect.poll(() => other.database.listeningSince()).toBeDefined()
    expect([(await getSession(other, waitingCookie)).messages, (await getSession(one, waitingCookie)).messages]).toEqual([1, 0])
    await believed(waiting)
  },
)
