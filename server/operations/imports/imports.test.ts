import { randomBytes, scryptSync } from 'node:crypto'
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { newId } from '#kernel/id.ts'
import type { WorkProgress } from '#platform/work-control.ts'
import { aUser, uniqueEmail } from '#test/support/a-user.ts'
import { ownDatabase } from '#test/support/database.ts'
import { emailsTo } from '#test/support/emails.ts'
import { testServer } from '#test/support/server.ts'
import { importUsers } from './index.ts'

const PASSWORD = 'the phrase of before'
const folder = mkdtempSync(join(tmpdir(), 'guildhall-imports-'))
const server = await testServer({ database: await ownDatabase() })
const { db } = server.platform.database
afterAll(async () => {
  await server.close()
  rmSync(folder, { recursive: true, force: true })
})

function fileOf(lines: readonly unknown[]): string {
  const file = join(folder, `${randomBytes(8).toString('hex')}.jsonl`)
  writeFileSync(file, lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line))).join('\n'))
  return file
}

function importFrom(file: string, isDryRun = false) {
  return importUsers(server.platform, { file, size: statSync(file).size, isDryRun })
}

function scryptHash(password: string): string {
  const salt = randomBytes(16).toString('hex')
  const key = scryptSync(password.normalize('NFKC'), salt, 64, { N: 16_384, r: 16, p: 1, maxmem: 64 * 1024 * 1024 })
  return `${salt}:${key.toString('hex')}`
}

const signIn = (email: string) => server.request('POST', '/api/auth/sign-in/email', { body: { email, password: PASSWORD } })
const countUsers = async () => (await db.selectFrom('users').select('id').execute()).length

test('users are imported with all fields, sign in with their previous password, and receive no email', async () => {
  const [full, bare] = [uniqueEmail(), uniqueEmail()]
  const id = newId(server.clock.now())
  const username = `Ada.${randomBytes(3).toString('hex')}`
  const complete = { email: full.toUpperCase(), name: 'Ada', emailVerified: true, username, displayUsername: 'Ada!', image: '/ada.png', id }
  const file = fileOf([
    { ...complete, createdAt: '2024-02-29T10:00:00.000Z', password: scryptHash(PASSWORD), role: 'user' },
    { email: bare, password: await server.platform.passwords.hash(PASSWORD) },
  ])
  expect(await importFrom(file)).toEqual({
    taken: 2,
    there: 0,
    refused: 0,
    newIds: 0,
    isDryRun: false,
    lines: [],
    linesLeftOut: 0,
    stoppedAfterLine: null,
  })
  await server.drain()
  expect([...(await emailsTo(server, full)), ...(await emailsTo(server, bare))]).toEqual([])
  const answer = await signIn(full)
  expect(answer.json.user).toEqual({
    id,
    email: full,
    name: 'Ada',
    image: '/ada.png',
    emailVerified: true,
    createdAt: '2024-02-29T10:00:00.000Z',
    updatedAt: server.clock.now().toISOString(),
  })
  const stored = await db.selectFrom('accounts').select('password').where('user_id', '=', id).executeTakeFirstOrThrow()
  expect(stored.password).toMatch(/^\$argon2id\$/)
  const byName = { username: username.toUpperCase(), password: PASSWORD }
  expect((await server.request('POST', '/api/auth/sign-in/username', { body: byName })).json.user.displayUsername).toBe('Ada!')
  expect((await signIn(bare)).json.user).toMatchObject({ name: bare.split('@')[0], emailVerified: false })
  const events = db.selectFrom('domain_events').select(['name', 'payload']).where('resource_id', '=', id).where('name', '=', 'user.created')
  expect(await events.execute()).toMatchObject([{ payload: { id, email: full, role: 'user' } }])
})

test('a refused line does not affect the others, across batches, and is reported by number, field and reason', async () => {
  const before = await countUsers()
  const lines = Array.from({ length: 250 }, (_, at) => (at % 50 === 7 ? { email: 'invalid' } : { email: uniqueEmail() }))
  const file = fileOf([...lines, '', '{', { email: uniqueEmail(), username: 'a' }, { email: uniqueEmail(), role: 'admin' }])
  const done = await importFrom(file)
  expect([done.taken, done.there, done.refused]).toEqual([245, 0, 8])
  expect(done.lines.map(({ line, field, why }) => [line, field, why])).toEqual([
    ...[8, 58, 108, 158, 208].map((line) => [line, 'email', 'is not an e-mail address']),
    [252, null, 'is not a JSON object'],
    [253, 'username', 'is too short'],
    [254, 'role', 'may only be "user"'],
  ])
  expect(await countUsers()).toBe(before + 245)
})

test('importing a file again changes nothing', async () => {
  const known = await aUser(server, { name: 'Known Already' })
  const file = fileOf([{ email: known.email, name: 'Another', password: scryptHash(PASSWORD) }, { email: uniqueEmail() }])
  expect(await importFrom(file)).toMatchObject({ taken: 1, there: 1, refused: 0, lines: [{ line: 1, outcome: 'there', field: 'email' }] })
  const before = await countUsers()
  expect(await importFrom(file)).toMatchObject({ taken: 0, there: 2, refused: 0 })
  expect(await countUsers()).toBe(before)
  expect((await signIn(known.email)).status).toBe(401)
  expect((await known.request('GET', '/api/auth/get-session')).json.user.name).toBe('Known Already')
})

test('an id that is taken or not a UUID is replaced and counted', async () => {
  const known = await aUser(server)
  const file = fileOf([{ email: uniqueEmail(), id: known.id }, { email: uniqueEmail(), id: 'V1StGXR8Z5jdHi6B' }, { email: uniqueEmail() }])
  expect(await importFrom(file)).toMatchObject({ taken: 3, newIds: 2 })
})

test('a dry run reports the same result and writes nothing', async () => {
  const email = uniqueEmail()
  const file = fileOf([...Array.from({ length: 120 }, () => ({ email: uniqueEmail() })), { email }, { email }, { email: 'x' }])
  const before = await countUsers()
  const pretended = await importFrom(file, true)
  expect(await countUsers()).toBe(before)
  expect(await importFrom(file)).toEqual({ ...pretended, isDryRun: false })
  expect([pretended.taken, pretended.there, pretended.refused, pretended.isDryRun]).toEqual([121, 1, 1, true])
})

test('each run is audited once, a dry run not at all', async () => {
  const entries = () =>
    db.selectFrom('audit_entries').select(['actor', 'user_id', 'details']).where('action', '=', 'users.imported').orderBy('id').execute()
  const before = await entries()
  const file = fileOf([{ email: uniqueEmail() }, {}])
  server.clock.advance(1)
  await importFrom(file, true)
  await importFrom(file)
  const details = { via: 'command line', file: file.slice(folder.length + 1), taken: 1, there: 0, refused: 1 }
  expect((await entries()).slice(before.length)).toEqual([{ actor: { type: 'nobody' }, user_id: null, details }])
})

test('two concurrent imports of one file import each user once', async () => {
  const file = fileOf(Array.from({ length: 20 }, () => ({ email: uniqueEmail() })))
  const [one, other] = await Promise.all([importFrom(file), importFrom(file)])
  expect([one.taken + other.taken, one.there + other.there, one.refused + other.refused]).toEqual([20, 20, 0])
})

test('a file that does not exist or has changed is refused before it is read', async () => {
  await expect(importUsers(server.platform, { file: join(folder, 'none'), size: 1, isDryRun: false })).rejects.toThrow('cannot be read')
  const file = fileOf([{ email: uniqueEmail() }])
  await expect(importUsers(server.platform, { file, size: 1, isDryRun: false })).rejects.toThrow('is another file')
  await expect(importUsers(server.platform, { file: folder, size: 1, isDryRun: false })).rejects.toThrow('is another file')
})

test('a report never contains a password', async () => {
  const file = fileOf([{ email: uniqueEmail(), password: 'a plain text password' }])
  expect(JSON.stringify(await importFrom(file))).not.toContain('plain text')
})

test('an import that is stopped ends after its batch, says where, and is completed by running it again', async () => {
  const emails = Array.from({ length: 250 }, () => uniqueEmail())
  const file = fileOf(emails.map((email) => ({ email })))
  const stop = new AbortController()
  const seen: WorkProgress[] = []
  const onProgress = (progress: WorkProgress): void => {
    seen.push(progress)
    stop.abort()
  }
  const control = { signal: stop.signal, onProgress }
  const input = { file, size: statSync(file).size, isDryRun: false }
  const before = await countUsers()
  expect(await importUsers(server.platform, input, control)).toMatchObject({ taken: 100, there: 0, stoppedAfterLine: 100 })
  expect([await countUsers(), seen]).toEqual([before + 100, [{ done: 100, noun: 'lines', share: expect.any(Number) }]])
  expect(await importFrom(file)).toMatchObject({ taken: 150, there: 100, stoppedAfterLine: null })
})
