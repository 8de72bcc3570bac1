// One story over several processes on one data directory: start, refuse, ask through the door, stop under load, be killed, start again.
import { mkdtempSync, rmSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Ended, guildhall, type RunningGuildhall, startGuildhall } from '#test/support/guildhall.ts'
import { freePort } from '#test/support/postgres.ts'

/** Answers after which a client's connection is in full use. */
const WARM = 10
const PASSWORD = 'correct horse battery'
const folder = mkdtempSync(join(tmpdir(), 'guildhall-process-'))
let env: Record<string, string>
let server: RunningGuildhall

beforeAll(async () => {
  const port = String(await freePort())
  env = { DATA_DIR: join(folder, 'data'), PORT: port, LOG_LEVEL: 'warn', RATE_LIMIT_ENABLED: 'false' }
})
afterAll(async () => {
  await server?.end('SIGKILL')
  rmSync(folder, { recursive: true, force: true })
})

const signIn = (email: string) =>
  fetch(`${server.address}/api/auth/sign-in/email`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: server.address },
    body: JSON.stringify({ email, password: PASSWORD }),
  })

test('before the first start nothing is made by looking', async () => {
  const verified = await guildhall(['verify-ledger'], env)
  expect([verified.code, verified.err]).toEqual([1, expect.stringContaining('There is no database in')])
  const doctor = await guildhall(['doctor', '--json'], env)
  expect(JSON.parse(doctor.out)).toMatchObject({ isWell: true })
})

test('a start on an empty directory answers', { timeout: 60_000 }, async () => {
  server = await startGuildhall(env)
  expect(server.address).toBe(`http://localhost:${env['PORT']}`)
  expect(await (await fetch(`${server.address}/readyz`)).json()).toEqual({ status: 'ready' })
})

test('a second server on the same directory refuses, naming the first', async () => {
  const second = await guildhall(['start'], { ...env, PORT: String(await freePort()) })
  expect(second.code).toBe(1)
  expect(second.err).toContain(`is in use by process ${server.pid}, which answers at ${server.address}.`)
})

test('verbs that need the data go through the running server', async () => {
  const [made, again, status, doctor, books, jobs] = await Promise.all([
    guildhall(['create-admin', '--email', 'Ada@example.com', '--password-stdin'], env, `${PASSWORD}\n`),
    guildhall(['create-admin', '--email', 'bob@example.com'], env),
    guildhall(['migrate', 'status', '--json'], env),
    guildhall(['doctor', '--json'], env),
    guildhall(['verify-ledger', '--json'], env),
    guildhall(['jobs', '--json'], env),
  ])
  expect([made.code, made.out]).toEqual([0, 'The administrator ada@example.com can sign in now.\n'])
  expect([again.code, again.err]).toEqual([2, expect.stringContaining('give it with --password-stdin')])
  expect([status.code, JSON.parse(status.out)]).toEqual([0, { pending: [] }])
  expect([doctor.code, JSON.parse(doctor.out)]).toMatchObject([0, { isWell: true }])
  expect([books.code, JSON.parse(books.out)]).toMatchObject([0, { faults: [] }])
  expect([jobs.code, JSON.parse(jobs.out)]).toEqual([0, { count: 0, jobs: [] }])
})

test('an administrator who was made there can sign in, and an existing account is only promoted', async () => {
  expect((await signIn('ada@example.com')).status).toBe(200)
  const promoted = await guildhall(['create-admin', '--email', 'ada@example.com', '--json'], env)
  expect([promoted.code, JSON.parse(promoted.out)]).toEqual([0, { email: 'ada@example.com', created: false }])
  const short = await guildhall(['create-admin', '--email', 'eve@example.com', '--password-stdin'], env, 'short\n')
  expect([short.code, short.err]).toEqual([1, 'Password too short\n'])
})

test('to run a job again that is not dead is refused by the running server in words', async () => {
  const id = crypto.randomUUID()
  const refused = await guildhall(['jobs', 'retry', id], env)
  expect([refused.code, refused.err]).toEqual([1, `No dead job has the id ${id}.\n`])
})

/** Asks again and again over one connection that is kept alive, until the server is gone; gives whether that cut a connection in use. */
async function askUntilGone(url: string, warm: () => void): Promise<boolean> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  for (let answered = 0; ; answered += 1) {
    if (answered === WARM) warm()
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const asked = request(url, { agent }, (answer) => answer.resume().on('end', resolve).on('error', reject))
    asked.on('error', reject).end()
    try {
      await promise
    } catch {
      agent.destroy()
      return asked.reusedSocket
    }
  }
}

test('asked to stop under load it answers everything that was asked, and ends well within ten seconds', async () => {
  const clients = Array.from({ length: 32 }, () => {
    const warm = Promise.withResolvers<void>()
    return { warm: warm.promise, wasDropped: askUntilGone(`${server.address}/api/auth/ok`, warm.resolve) }
  })
  await Promise.all(clients.map(({ warm }) => warm))
  const ended: Ended = await server.end('SIGTERM')
  expect(ended.code).toBe(0)
  // Who is told to leave comes back over a new connection, and that one finds nobody: it was never taken on.
  expect(await Promise.all(clients.map(({ wasDropped }) => wasDropped))).toEqual(clients.map(() => false))
})

test('killed, it starts again with everything it had acknowledged', { timeout: 60_000 }, async () => {
  server = await startGuildhall(env)
  const made = await guildhall(['create-admin', '--email', 'eve@example.com', '--password-stdin'], env, PASSWORD)
  expect(made.code).toBe(0)
  await server.end('SIGKILL')
  server = await startGuildhall(env)
  expect((await signIn('ada@example.com')).status).toBe(200)
  expect((await signIn('eve@example.com')).status).toBe(200)
})

test('a port in use is a sentence, and the directory is free again', { timeout: 60_000 }, async () => {
  const other = { ...env, DATA_DIR: join(folder, 'other') }
  const refused = await guildhall(['start'], other)
  expect([refused.code, refused.err]).toEqual([1, expect.stringContaining(`Port ${env['PORT']} is in use.`)])
  const status = await guildhall(['migrate', 'status'], other)
  expect([status.code, status.out]).toEqual([0, 'The database is up to date.\n'])
})

test('Ctrl-C ends it as gently', async () => {
  expect((await server.end('SIGINT')).code).toBe(0)
})
