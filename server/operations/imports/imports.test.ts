import { randomBytes, scryptSync } from 'node:crypto'
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { newId } from '#kernel/id.ts'
import { aUser, newAddress } from '#test/support/a-user.ts'
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
const people = async () => (await db.selectFrom('users').select('id').execute()).length

test('people come with all they bring, sign in with the password they had, and nobody is mailed', async () => {
  const [full, bare] = [newAddress(), newAddress()]
  const id = newId(server.clock.now())
  const username = `Ada.${randomBytes(3).toString('hex')}`
  const whole = { email: full.toUpperCase(), name: 'Ada', emailVerified: true, username, displayUsername: 'Ada!', image: '/ada.png', id }
  const file = fileOf([
    { ...whole, createdAt: '2024-02-29T10:00:00.000Z', password: scryptHash(PASSWORD), role: 'user' },
    { email: bare, password: await server.platform.passwords.hash(PASSWORD) },
  ])
  expect(await importFrom(file)).toEqual({ taken: 2, there: 0, refused: 0, newIds: 0, isDryRun: false, lines: [], linesLeftOut: 0 })
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
  const facts = db.selectFrom('facts').select(['name', 'payload']).where('resource_id', '=', id).where('name', '=', 'user.created')
  expect(await facts.execute()).toMatchObject([{ payload: { id, email: full, role: 'user' } }])
})

test('a line that is refused leaves the others alone, over several batches, and is told of by number, field and reason', async () => {
  const before = await people()
  const lines = Array.from({ length: 250 }, (_, at) => (at % 50 === 7 ? { email: 'nobody' } : { email: newAddress() }))
  const file = fileOf([...lines, '', '{', { email: newAddress(), username: 'a' }, { email: newAddress(), role: 'admin' }])
  const done = await importFrom(file)
  expect([done.taken, done.there, done.refused]).toEqual([245, 0, 8])
  expect(done.lines.map(({ line, field, why }) => [line, field, why])).toEqual([
    ...[8, 58, 108, 158, 208].map((line) => [line, 'email', 'is not an e-mail address']),
    [252, null, 'is not a JSON object'],
    [253, 'username', 'is too short'],
    [254, 'role', 'may only be "user"'],
  ])
  expect(await people()).toBe(before + 245)
})

test('read twice, a file changes nothing the second time', async () => {
  const known = await aUser(server, { name: 'Known Already' })
  const file = fileOf([{ email: known.email, name: 'Another', password: scryptHash(PASSWORD) }, { email: newAddress() }])
  expect(await importFrom(file)).toMatchObject({ taken: 1, there: 1, refused: 0, lines: [{ line: 1, outcome: 'there', field: 'email' }] })
  const before = await people()
  expect(await importFrom(file)).toMatchObject({ taken: 0, there: 2, refused: 0 })
  expect(await people()).toBe(before)
  expect((await signIn(known.email)).status).toBe(401)
  expect((await known.request('GET', '/api/auth/get-session')).json.user.name).toBe('Known Already')
})

test('an id that is somebody’s, or no UUID, is replaced and counted', async () => {
  const known = await aUser(server)
  const file = fileOf([{ email: newAddress(), id: known.id }, { email: newAddress(), id: 'V1StGXR8Z5jdHi6B' }, { email: newAddress() }])
  expect(await importFrom(file)).toMatchObject({ taken: 3, newIds: 2 })
})

test('a dry run tells the same and writes nothing', async () => {
  const email = newAddress()
  const file = fileOf([...Array.from({ length: 120 }, () => ({ email: newAddress() })), { email }, { email }, { email: 'x' }])
  const before = await people()
  const pretended = await importFrom(file, true)
  expect(await people()).toBe(before)
  expect(await importFrom(file)).toEqual({ ...pretended, isDryRun: false })
  expect([pretended.taken, pretended.there, pretended.refused, pretended.isDryRun]).toEqual([121, 1, 1, true])
})

test('each run is written down once, a dry one not at all', async () => {
  const entries = () =>
    db.selectFrom('audit_entries').select(['actor', 'user_id', 'details']).where('action', '=', 'users.imported').orderBy('id').execute()
  const before = await entries()
  const file = fileOf([{ email: newAddress() }, {}])
  server.clock.advance(1)
  await importFrom(file, true)
  await importFrom(file)
  const details = { via: 'command line', file: file.slice(folder.length + 1), taken: 1, there: 0, refused: 1 }
  expect((await entries()).slice(before.length)).toEqual([{ actor: { type: 'nobody' }, user_id: null, details }])
})

test('two runs of one file at once take everybody once', async () => {
  const file = fileOf(Array.from({ length: 20 }, () => ({ email: newAddress() })))
  const [one, other] = await Promise.all([importFrom(file), importFrom(file)])
  expect([one.taken + other.taken, one.there + other.there, one.refused + other.refused]).toEqual([20, 20, 0])
})

test('a file that is not there, or not the one that was named, is refused before anything is read', async () => {
  await expect(importUsers(server.platform, { file: join(folder, 'none'), size: 1, isDryRun: false })).rejects.toThrow('cannot be read')
  const file = fileOf([{ email: newAddress() }])
  await expect(importUsers(server.platform, { file, size: 1, isDryRun: false })).rejects.toThrow('is another file')
  await expect(importUsers(server.platform, { file: folder, size: 1, isDryRun: false })).rejects.toThrow('is another file')
})

test('of a password only its hash is kept, and no report repeats one', async () => {
  const file = fileOf([{ email: newAddress(), password: 'plain words of somebody' }])
  expect(JSON.stringify(await importFrom(file))).not.toContain('plain words')
})
