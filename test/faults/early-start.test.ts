// Starts against a database that is not running yet, that refuses the connection, or that other processes migrate.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { schemaSnapshot } from '#platform/database/migrations/snapshot.ts'
import { openDatabase } from '#platform/database/open.ts'
import { guildhall, type RunningGuildhall, startGuildhall } from '#test/support/guildhall.ts'
import { freePort, startPostgres, type TemporaryPostgres } from '#test/support/postgres.ts'
import { queryServer } from './database-checks.ts'

const folder = mkdtempSync(join(tmpdir(), 'guildhall-early-'))
const running: RunningGuildhall[] = []
let postgres: TemporaryPostgres

beforeAll(async () => {
  postgres = await startPostgres()
})
afterAll(async () => {
  await Promise.all(running.map((each) => each.stop('SIGKILL')))
  await postgres?.stop()
  rmSync(folder, { recursive: true, force: true })
})

/** The settings of a start on the database `name`. */
async function environment(name: string): Promise<Record<string, string>> {
  const url = new URL(postgres.url)
  url.pathname = `/${name}`
  const port = String(await freePort())
  return {
    DATABASE_URL: url.href,
    DATA_DIR: folder,
    PORT: port,
    BASE_URL: `http://localhost:${port}`,
    AUTH_SECRET: 'a secret that only tests know, 32 and more',
  }
}

/** Starts the worker as an operator does, and collects its output. */
function startWorker(env: Record<string, string>) {
  const { PATH = '' } = process.env
  const child = spawn(process.execPath, ['guildhall.js', 'start', '--role', 'worker'], {
    env: { PATH, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (part) => (output += String(part)))
  const ended = once(child, 'close').then(([code]) => code as number | null)
  return { output: () => output, kill: (signal: NodeJS.Signals) => child.kill(signal), ended }
}

test('a start waits for a database that is not running yet, logs it once, and continues when the database runs', async () => {
  await queryServer(postgres.url, 'create database later')
  await postgres.down()
  const [waiting, stopping] = [startWorker(await environment('later')), startWorker(await environment('later'))]
  const sentence = /The database at 127\.0\.0\.1:\d+ cannot be reached\. Waiting for it, at most 60 seconds\./g
  for (const { output } of [waiting, stopping]) await expect.poll(output, { timeout: 20_000 }).toMatch(sentence)
  // A process that gets SIGTERM while it waits exits at once with code 0.
  stopping.kill('SIGTERM')
  expect(await stopping.ended).toBe(0)
  await postgres.up()
  await expect.poll(waiting.output, { timeout: 30_000 }).toContain('Guildhall runs jobs in the background.')
  expect(waiting.output().match(sentence)).toHaveLength(1)
  waiting.kill('SIGTERM')
  expect(await waiting.ended).toBe(0)
})

test('a start fails at once with a sentence when the database does not exist or refuses the login', async () => {
  await queryServer(postgres.url, `create role ada login password 'right'`)
  const missing = guildhall(['start', '--role', 'worker'], await environment('nowhere'))
  expect(await missing).toMatchObject({
    code: 1,
    err: expect.stringMatching(/^The database of DATABASE_URL does not exist at 127\.0\.0\.1:\d+: create it, or check the URL\.\n/),
  })
  // This server checks no passwords, so the role may not log in at all.
  await queryServer(postgres.url, 'alter role ada nologin')
  const env = await environment('postgres')
  const refused = await guildhall(['start', '--role', 'worker'], {
    ...env,
    DATABASE_URL: (env['DATABASE_URL'] ?? '').replace('postgres@', 'ada:geheim@'),
  })
  expect(refused).toMatchObject({
    code: 1,
    err: expect.stringContaining('refuses the login: check the user and the password in DATABASE_URL.'),
  })
  expect(refused.err + refused.out).not.toContain('geheim')
})

test('when one of three starts on an empty database is killed in the middle of migrating, the others finish with the same schema', {
  timeout: 120_000,
}, async () => {
  await queryServer(postgres.url, 'create database torn')
  // The process that creates the table of orders is stopped there, in the middle of the migrations.
  const { DATABASE_URL: torn = '' } = await environment('torn')
  const lockHolder = new pg.Client(torn)
  await lockHolder.connect()
  await lockHolder.query('select pg_advisory_lock(1)')
  await lockHolder.query(`create function hold() returns event_trigger language plpgsql as $$ begin
    if exists (select from pg_event_trigger_ddl_commands() where object_identity = 'public.orders') then perform pg_advisory_xact_lock_shared(1); end if; end $$`)
  await lockHolder.query(`create event trigger hold on ddl_command_end when tag in ('CREATE TABLE') execute function hold()`)
  const first = startWorker(await environment('torn'))
  const findBlocked = async () =>
    (await lockHolder.query(`select from pg_stat_activity where wait_event = 'advisory' and query like '%create table%'`)).rowCount
  await expect.poll(findBlocked, { timeout: 30_000, interval: 20 }).toBe(1)
  const others = [0, 1].map(async () => startGuildhall(await environment('torn'), ['--role', 'web']))
  const queued = async () => (await lockHolder.query(`select from pg_stat_activity where wait_event = 'advisory'`)).rowCount
  await expect.poll(queued, { timeout: 30_000, interval: 20 }).toBe(3)
  first.kill('SIGKILL')
  await first.ended
  await lockHolder.query('select pg_advisory_unlock(1)')
  const instances = await Promise.all(others)
  running.push(...instances)
  for (const { baseUrl } of instances) expect((await fetch(`${baseUrl}/readyz`)).status).toBe(200)
  await lockHolder.query('drop event trigger hold')
  await lockHolder.query('drop function hold')
  await lockHolder.end()
  const database = await openDatabase({ url: torn }, { onSlow: () => undefined, onFault: () => undefined, onGap: () => undefined })
  const schema = await schemaSnapshot(database.db).finally(() => database.close())
  expect(schema).toBe(readFileSync('server/migrations/schema.sql', 'utf8'))
})
