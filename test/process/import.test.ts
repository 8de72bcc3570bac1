// Databases: both.
// The import of users: into an unused data directory and through the control socket of a running server, or into PostgreSQL where
// DATABASE_URL is set.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, expect, test } from 'vitest'
import { guildhall, type RunningGuildhall, startCommand, startGuildhall } from '#test/support/guildhall.ts'
import { freePort } from '#test/support/postgres.ts'

const PASSWORD = 'correct horse battery'
/** The hash of `PASSWORD` in the format of the published server. */
const HASH =
  '000102030405060708090a0b0c0d0e0f:70cc7d605f9fd0bfd324b3978bd79ee81076d98810046ed91604c3cb8aa6957761a2b0b97abf1e7c417ec4a9baa7bd1ce53449880d90dc1117c88d69b4f0b72e'
/** Standard error: nothing but progress, on a machine where the start of the command takes long. */
const PROGRESS = expect.stringMatching(/^(Importing users: .*\n)*$/)
const url = process.env['DATABASE_URL']
const folder = mkdtempSync(join(tmpdir(), 'guildhall-import-'))
const name = `guildhall_import_${process.pid}`
const running: RunningGuildhall[] = []
afterAll(async () => {
  await Promise.all(running.map((each) => each.stop('SIGKILL')))
  if (url) await runStatement(`drop database if exists ${name} with (force)`)
  rmSync(folder, { recursive: true, force: true })
})

async function runStatement(statement: string): Promise<void> {
  const client = new pg.Client(url)
  await client.connect()
  await client.query(statement).finally(() => client.end())
}

function writeLines(file: string, lines: readonly object[]): string {
  const path = join(folder, file)
  writeFileSync(path, lines.map((line) => JSON.stringify(line)).join('\n'))
  return path
}

async function startServer(env: Readonly<Record<string, string>>): Promise<RunningGuildhall> {
  const server = await startGuildhall(env)
  running.push(server)
  return server
}

async function signIn({ baseUrl }: RunningGuildhall, email: string): Promise<number> {
  const headers = { 'content-type': 'application/json', origin: baseUrl }
  const body = JSON.stringify({ email, password: PASSWORD })
  return (await fetch(`${baseUrl}/api/auth/sign-in/email`, { method: 'POST', headers, body })).status
}

const ada = { email: 'ada@example.com', password: HASH }
const bob = { email: 'bob@example.com', password: HASH, emailVerified: true }

/** A dry run, a first import, the start of the server, an import beside it, and a repeated import. */
async function expectImports(env: Readonly<Record<string, string>>): Promise<void> {
  const [first, second] = [
    writeLines('first.jsonl', [ada]),
    writeLines('second.jsonl', [ada, bob, { email: 'eve' }, { ...bob, role: 'admin' }]),
  ]
  const dry = await guildhall(['import', 'users', first, '--dry-run'], env)
  expect([dry.code, dry.out, dry.err]).toEqual([0, 'Would import: 1. Already existing: 0. Rejected: 0.\n', PROGRESS])
  const alone = await guildhall(['import', 'users', first], env)
  expect([alone.code, alone.out, alone.err]).toEqual([0, 'Imported: 1. Already existing: 0. Rejected: 0.\n', PROGRESS])
  const server = await startServer(env)
  expect(await signIn(server, ada.email)).toBe(200)
  const beside = await guildhall(['import', 'users', second], env)
  expect([beside.code, beside.out.split('\n')]).toEqual([
    1,
    [
      'Imported: 1. Already existing: 1. Rejected: 2.',
      '  line 1: email already exists',
      '  line 3: email is not an e-mail address',
      '  line 4: role may only be "user"',
      '',
    ],
  ])
  expect(await signIn(server, bob.email)).toBe(200)
  const again = await guildhall(['import', 'users', first, '--json'], env)
  expect([again.code, JSON.parse(again.out)]).toEqual([
    0,
    {
      taken: 0,
      there: 1,
      refused: 0,
      newIds: 0,
      isDryRun: false,
      lines: [{ line: 1, outcome: 'there', field: 'email', why: 'already exists' }],
      linesLeftOut: 0,
      stoppedAfterLine: null,
    },
  ])
}

test.skipIf(url)(
  'users are imported into the embedded database before its server starts and while it runs',
  { timeout: 120_000 },
  async () => {
    await expectImports({ DATA_DIR: join(folder, 'data'), PORT: String(await freePort()), LOG_LEVEL: 'warn', RATE_LIMIT_ENABLED: 'false' })
  },
)

/** More lines than two seconds suffice for; the import is stopped long before their end. */
const MANY_LINES = 100_000

/** Stops a long import by Ctrl-C once it has shown its progress; resolves to the number of users that it imported. */
async function expectStop(env: Readonly<Record<string, string>>, file: string): Promise<number> {
  const command = startCommand(['import', 'users', file, '--json'], env)
  // The first start on an empty data directory takes long on a busy machine.
  await expect.poll(command.errors, { timeout: 90_000 }).toMatch(/^Importing users: [\d,]+ lines, [\d.,]+ a second, \d+ %/m)
  command.signal('SIGINT')
  const { code, out, err } = await command.ended
  const { taken, stoppedAfterLine } = JSON.parse(out) as { taken: number; stoppedAfterLine: number }
  expect([code, err]).toEqual([130, expect.stringContaining('Stopping after the present batch. Press Ctrl-C again to stop at once.')])
  expect(stoppedAfterLine).toBeLessThan(MANY_LINES)
  return taken
}

test.skipIf(url)(
  'a long import shows its progress and ends after its batch on Ctrl-C, alone and in a running server',
  {
    timeout: 240_000,
  },
  async () => {
    const lines = Array.from({ length: MANY_LINES }, (_, index) => ({ email: `user-${index}@example.com` }))
    const file = writeLines('many.jsonl', lines)
    const env = { DATA_DIR: join(folder, 'long'), PORT: String(await freePort()), LOG_LEVEL: 'warn' }
    const alone = await expectStop(env, file)
    await startServer(env)
    const beside = await expectStop(env, file)
    const first = writeLines('first-of-many.jsonl', lines.slice(0, alone + beside + 1))
    const dry = await guildhall(['import', 'users', first, '--dry-run', '--json'], env)
    // The server has ended its work too: one line more than was imported is new.
    expect(JSON.parse(dry.out)).toMatchObject({ taken: 1, there: alone + beside })
  },
)

test.skipIf(!url)('users are imported into PostgreSQL before a server starts and while it runs', { timeout: 120_000 }, async () => {
  await runStatement(`create database ${name}`)
  const databaseUrl = new URL(url ?? '')
  databaseUrl.pathname = `/${name}`
  const secret = 'the one secret that all processes of a test share'
  const base = {
    DATABASE_URL: databaseUrl.href,
    DATA_DIR: join(folder, 'beside'),
    AUTH_SECRET: secret,
    LOG_LEVEL: 'warn',
    RATE_LIMIT_ENABLED: 'false',
  }
  await expectImports({ ...base, PORT: String(await freePort()) })
})

test.skipIf(url).each([
  [['import'], 2, 'The kind of data to import is missing: users.'],
  [['import', 'orders', 'x'], 2, "'orders' cannot be imported."],
  [['import', 'users'], 2, 'The file is missing.'],
  [['import', 'users', join(folder, 'none.jsonl')], 1, `There is no file ${join(folder, 'none.jsonl')}.`],
  [['import', 'users', folder], 1, `There is no file ${folder}.`],
])('the wrong call %j exits with code %i', async (args, code, message) => {
  const ended = await guildhall(args, { DATA_DIR: join(folder, 'not-created') })
  expect([ended.code, ended.out]).toEqual([code, ''])
  expect(ended.err).toContain(message)
})
