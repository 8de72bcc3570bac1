// Starts that meet a database that is not there yet, does not let them in, or is being migrated by others.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDatabase } from '#platform/database/open.ts'
import { schemaSnapshot } from '#platform/database/snapshot.ts'
import { guildhall, type RunningGuildhall, startGuildhall } from '#test/support/guildhall.ts'
import { freePort, startPostgres, type ThrowAwayPostgres } from '#test/support/postgres.ts'
import { onServer } from './books.ts'

const folder = mkdtempSync(join(tmpdir(), 'guildhall-early-'))
const running: RunningGuildhall[] = []
let postgres: ThrowAwayPostgres

beforeAll(async () => {
  postgres = await startPostgres()
})
afterAll(async () => {
  await Promise.all(running.map((each) => each.end('SIGKILL')))
  await postgres?.stop()
  rmSync(folder, { recursive: true, force: true })
})

/** The settings of a start on the database `name`. */
async function environment(name: string): Promise<Record<string, string>> {
  const place = new URL(postgres.url)
  place.pathname = `/${name}`
  const port = String(await freePort())
  return {
    DATABASE_URL: place.href,
    DATA_DIR: folder,
    PORT: port,
    BASE_URL: `http://localhost:${port}`,
    AUTH_SECRET: 'a secret that only tests know, 32 and more',
  }
}

/** A start as a person makes it, with what it says, line by line. */
function started(env: Record<string, string>) {
  const { PATH = '' } = process.env
  const child = spawn(process.execPath, ['guildhall.js', 'start', '--role', 'worker'], {
    env: { PATH, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (part) => (said += String(part)))
  const ended = once(child, 'close').then(([code]) => code as number | null)
  return { said: () => said, kill: (signal: NodeJS.Signals) => child.kill(signal), ended }
}

test('a start waits for a database that is not there yet, says so once, and goes on when it comes', async () => {
  await onServer(postgres.url, 'create database later')
  await postgres.down()
  const [waiting, leaving] = [started(await environment('later')), started(await environment('later'))]
  const sentence = /The database at 127\.0\.0\.1:\d+ cannot be reached\. It is waited for, 60 seconds at most\./g
  for (const { said } of [waiting, leaving]) await expect.poll(said, { timeout: 20_000 }).toMatch(sentence)
  // Who is asked to stop while it waits ends at once, and well.
  leaving.kill('SIGTERM')
  expect(await leaving.ended).toBe(0)
  await postgres.up()
  await expect.poll(waiting.said, { timeout: 30_000 }).toContain('Guildhall works in the background.')
  expect(waiting.said().match(sentence)).toHaveLength(1)
  waiting.kill('SIGTERM')
  expect(await waiting.ended).toBe(0)
})

test('a database that does not exist, and a password that is wrong, end a start at once with a sentence', async () => {
  await onServer(postgres.url, `create role ada login password 'right'`)
  const none = guildhall(['start', '--role', 'worker'], await environment('nowhere'))
  expect(await none).toMatchObject({
    code: 1,
    err: expect.stringMatching(/^There is no database of this name at 127\.0\.0\.1:\d+: make it, or see DATABASE_URL\.\n/),
  })
  // This server trusts everybody, so the role is one that may not come in at all.
  await onServer(postgres.url, 'alter role ada nologin')
  const env = await environment('postgres')
  const refused = await guildhall(['start', '--role', 'worker'], {
    ...env,
    DATABASE_URL: (env['DATABASE_URL'] ?? '').replace('postgres@', 'ada:geheim@'),
  })
  expect(refused).toMatchObject({
    code: 1,
    err: expect.stringContaining('does not let us in: see the user and the password in DATABASE_URL.'),
  })
  expect(refused.err + refused.out).not.toContain('geheim')
})

test('of three starts on an empty database one is killed in the middle of migrating; the others finish it, to the same schema', {
  timeout: 120_000,
}, async () => {
  await onServer(postgres.url, 'create database torn')
  // Whoever makes the table of orders is stopped there by the test, in the middle of everything.
  const { DATABASE_URL: torn = '' } = await environment('torn')
  const holder = new pg.Client(torn)
  await holder.connect()
  await holder.query('select pg_advisory_lock(1)')
  await holder.query(`create function hold() returns event_trigger language plpgsql as $$ begin
    if exists (select from pg_event_trigger_ddl_commands() where object_identity = 'public.orders') then perform pg_advisory_xact_lock_shared(1); end if; end $$`)
  await holder.query(`create event trigger hold on ddl_command_end when tag in ('CREATE TABLE') execute function hold()`)
  const first = started(await environment('torn'))
  const held = async () =>
    (await holder.query(`select from pg_stat_activity where wait_event = 'advisory' and query like '%create table%'`)).rowCount
  await expect.poll(held, { timeout: 30_000, interval: 20 }).toBe(1)
  const others = [0, 1].map(async () => startGuildhall(await environment('torn'), ['--role', 'web']))
  const queued = async () => (await holder.query(`select from pg_stat_activity where wait_event = 'advisory'`)).rowCount
  await expect.poll(queued, { timeout: 30_000, interval: 20 }).toBe(3)
  first.kill('SIGKILL')
  await first.ended
  await holder.query('select pg_advisory_unlock(1)')
  const two = await Promise.all(others)
  running.push(...two)
  for (const { address } of two) expect((await fetch(`${address}/readyz`)).status).toBe(200)
  await holder.query('drop event trigger hold')
  await holder.query('drop function hold')
  await holder.end()
  const database = await openDatabase({ url: torn }, { onSlow: () => undefined, onFault: () => undefined, onGap: () => undefined })
  const schema = await schemaSnapshot(database.db).finally(() => database.close())
  expect(schema).toBe(readFileSync('server/migrations/schema.sql', 'utf8'))
})
