// Databases: both.
// Several instances on one PostgreSQL server. Runs where DATABASE_URL is set; each test file then starts from a database of its own.
import { randomUUID } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { schemaSnapshot } from '#platform/database/migrations/snapshot.ts'
import { openDatabase } from '#platform/database/open.ts'
import { guildhall, type RunningGuildhall, startGuildhall } from '#test/support/guildhall.ts'
import { freePort } from '#test/support/postgres.ts'

const url = process.env['DATABASE_URL']
const folder = mkdtempSync(join(tmpdir(), 'guildhall-instances-'))
const name = `guildhall_instances_${process.pid}`
const running: RunningGuildhall[] = []
let env: Record<string, string>

async function runStatement(statement: string): Promise<void> {
  const client = new pg.Client(url)
  await client.connect()
  await client.query(statement).finally(() => client.end())
}

beforeAll(async () => {
  if (!url) return
  await runStatement(`create database ${name}`)
  const databaseUrl = new URL(url)
  databaseUrl.pathname = `/${name}`
  env = {
    DATABASE_URL: databaseUrl.href,
    DATA_DIR: folder,
    AUTH_SECRET: 'the one secret that all instances of a test share',
    BASE_URL: 'http://localhost:3000',
    LOG_LEVEL: 'warn',
  }
})
afterAll(async () => {
  await Promise.all(running.map((each) => each.stop('SIGKILL')))
  if (url) await runStatement(`drop database ${name} with (force)`)
  rmSync(folder, { recursive: true, force: true })
})

const instance = async (...args: string[]) => {
  const port = await freePort()
  const started = await startGuildhall({ ...env, PORT: String(port) }, args)
  running.push(started)
  return { ...started, baseUrl: `http://localhost:${port}` }
}

const signUp = (base: string, email: string) =>
  fetch(`${base}/api/auth/sign-up/email`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: 'http://localhost:3000' },
    body: JSON.stringify({ email, password: 'correct horse battery', name: 'Ada' }),
  })

test.skipIf(!url)(
  'of three instances that start at once on an empty database one migrates, and all answer',
  { timeout: 60_000 },
  async () => {
    const [first, second] = await Promise.all([instance('--role', 'web'), instance('--role', 'web'), instance('--role', 'worker')])
    for (const { baseUrl } of [first, second]) expect((await fetch(`${baseUrl}/readyz`)).status).toBe(200)
    const database = await openDatabase(
      { url: env['DATABASE_URL'] },
      { onSlow: () => undefined, onFault: () => undefined, onGap: () => undefined },
    )
    const schema = await schemaSnapshot(database.db).finally(() => database.close())
    expect(schema).toBe(readFileSync('server/migrations/schema.sql', 'utf8'))
    const doctor = await guildhall(['doctor', '--json'], env)
    expect([doctor.code, JSON.parse(doctor.out)]).toMatchObject([0, { isWell: true }])
    const email = `${randomUUID()}@example.com`
    const cookie = (await signUp(first.baseUrl, email)).headers.getSetCookie().map((line) => line.split(';')[0])
    const session = await fetch(`${second.baseUrl}/api/auth/get-session`, { headers: { cookie: cookie.join('; ') } })
    expect(await session.json()).toMatchObject({ user: { email } })
    expect((await signUp(second.baseUrl, email)).status).toBe(422)
  },
)

test.skipIf(!url)('the instances share their rate limit counts', async () => {
  const [first, second] = await Promise.all([instance('--role', 'web'), instance('--role', 'web')])
  const signIn = (base: string) =>
    fetch(`${base}/api/auth/sign-in/email`, { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' })
  await expect.poll(async () => (await signIn(first.baseUrl)).status).toBe(429)
  await expect.poll(async () => (await signIn(second.baseUrl)).status).toBe(429)
})

test.skipIf(!url)(
  'an instance whose clock differs from the database by an hour warns at its start, and doctor reports a fault',
  async () => {
    const shift = 'const now = Date.now; Date.now = () => now() + 3_600_000'
    const skewed = { ...env, NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(shift)}` }
    const doctor = await guildhall(['doctor', '--json'], skewed)
    expect([doctor.code, JSON.parse(doctor.out).findings]).toEqual([
      1,
      expect.arrayContaining([
        { name: 'clock', state: 'fault', sentence: 'The clocks of this machine and the database are 3600 seconds apart.' },
      ]),
    ])
    const port = String(await freePort())
    const started = await startGuildhall({ ...skewed, LOG_LEVEL: 'warn', PORT: port, BASE_URL: `http://localhost:${port}` })
    const { out } = await started.stop('SIGTERM')
    expect(out).toContain('The clock of this machine differs from the clock of the database.')
  },
)

test.skipIf(!url)('SIGTERM stops the worker and the web instances with exit code 0', async () => {
  const ends = await Promise.all(running.splice(0).map((each) => each.stop('SIGTERM')))
  expect(ends.map(({ code }) => code)).toEqual(ends.map(() => 0))
})
