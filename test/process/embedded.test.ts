// Databases: both.
// Several processes on one data directory: start, second start, commands through the control socket, stop under load, kill, restart.
import { mkdtempSync, rmSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type CommandResult, guildhall, type RunningGuildhall, startGuildhall } from '#test/support/guildhall.ts'
import { freePort } from '#test/support/postgres.ts'

/** The number of answers after which a client counts as warmed up. */
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
  await server?.stop('SIGKILL')
  rmSync(folder, { recursive: true, force: true })
})

const signIn = (email: string) =>
  fetch(`${server.baseUrl}/api/auth/sign-in/email`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: server.baseUrl },
    body: JSON.stringify({ email, password: PASSWORD }),
  })

test('verify-ledger and doctor create nothing before the first start', async () => {
  const verified = await guildhall(['verify-ledger'], env)
  expect([verified.code, verified.err]).toEqual([1, expect.stringContaining('There is no database in')])
  const doctor = await guildhall(['doctor', '--json'], env)
  expect(JSON.parse(doctor.out)).toMatchObject({ isWell: true })
})

test('a server starts on an empty directory', { timeout: 60_000 }, async () => {
  server = await startGuildhall(env)
  expect(server.baseUrl).toBe(`http://localhost:${env['PORT']}`)
  expect(await (await fetch(`${server.baseUrl}/readyz`)).json()).toEqual({ status: 'ready' })
})

test('a second server on the same directory fails with a sentence that names the first', async () => {
  const second = await guildhall(['start'], { ...env, PORT: String(await freePort()) })
  expect(second.code).toBe(1)
  expect(second.err).toContain(`is in use by process ${server.pid}, which answers at ${server.baseUrl}.`)
})

test('verbs that need the data are executed by the running server', async () => {
  const [created, again, status, doctor, ledger, usage, jobs] = await Promise.all([
    guildhall(['create-admin', '--email', 'Ada@example.com', '--password-stdin'], env, { input: `${PASSWORD}\n` }),
    guildhall(['create-admin', '--email', 'bob@example.com'], env),
    guildhall(['migrate', 'status', '--json'], env),
    guildhall(['doctor', '--json'], env),
    guildhall(['verify-ledger', '--json'], env),
    guildhall(['verify-usage', '--json'], env),
    guildhall(['jobs', '--json'], env),
  ])
  expect([created.code, created.out]).toEqual([0, 'The administrator ada@example.com can sign in now.\n'])
  expect([again.code, again.err]).toEqual([2, expect.stringContaining('use --password-stdin')])
  expect([status.code, JSON.parse(status.out)]).toEqual([0, { pending: [] }])
  expect([doctor.code, JSON.parse(doctor.out)]).toMatchObject([0, { isWell: true }])
  expect([ledger.code, JSON.parse(ledger.out)]).toMatchObject([0, { faults: [] }])
  expect([usage.code, JSON.parse(usage.out)]).toMatchObject([0, { faults: [], isComplete: true }])
  expect([jobs.code, JSON.parse(jobs.out)]).toEqual([0, { count: 0, jobs: [] }])
})

test('an administrator created by the command can sign in, and an existing account is only promoted', async () => {
  expect((await signIn('ada@example.com')).status).toBe(200)
  const promoted = await guildhall(['create-admin', '--email', 'ada@example.com', '--json'], env)
  expect([promoted.code, JSON.parse(promoted.out)]).toEqual([0, { email: 'ada@example.com', created: false }])
  const short = await guildhall(['create-admin', '--email', 'eve@example.com', '--password-stdin'], env, { input: 'short\n' })
  expect([short.code, short.err]).toEqual([1, 'Password too short\n'])
})

test('the running server refuses with a sentence to retry a job that is not dead', async () => {
  const id = crypto.randomUUID()
  const refused = await guildhall(['jobs', 'retry', id], env)
  expect([refused.code, refused.err]).toEqual([1, `No dead job has the id ${id}.\n`])
})

/** Sends requests over one keep-alive connection until the server stops; returns whether it closed a connection in use. */
async function requestUntilStopped(url: string, warmedUp: () => void): Promise<boolean> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  for (let answered = 0; ; answered += 1) {
    if (answered === WARM) warmedUp()
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const outgoing = request(url, { agent }, (answer) => answer.resume().on('end', resolve).on('error', reject))
    outgoing.on('error', reject).end()
    try {
      await promise
    } catch {
      agent.destroy()
      return outgoing.reusedSocket
    }
  }
}

test('after SIGTERM under load the server answers every accepted request and exits with code 0 within ten seconds', async () => {
  const clients = Array.from({ length: 32 }, () => {
    const warmedUp = Promise.withResolvers<void>()
    return { warmedUp: warmedUp.promise, wasDropped: requestUntilStopped(`${server.baseUrl}/api/auth/ok`, warmedUp.resolve) }
  })
  await Promise.all(clients.map(({ warmedUp }) => warmedUp))
  const ended: CommandResult = await server.stop('SIGTERM')
  expect(ended.code).toBe(0)
  // A client that gets `connection: close` opens a new connection, which is refused and so was never accepted.
  expect(await Promise.all(clients.map(({ wasDropped }) => wasDropped))).toEqual(clients.map(() => false))
})

test('after SIGKILL the server starts again with everything that it acknowledged', { timeout: 60_000 }, async () => {
  server = await startGuildhall(env)
  const created = await guildhall(['create-admin', '--email', 'eve@example.com', '--password-stdin'], env, { input: PASSWORD })
  expect(created.code).toBe(0)
  await server.stop('SIGKILL')
  server = await startGuildhall(env)
  expect((await signIn('ada@example.com')).status).toBe(200)
  expect((await signIn('eve@example.com')).status).toBe(200)
})

test('a start on a port in use fails with a sentence and unlocks the directory', { timeout: 60_000 }, async () => {
  const other = { ...env, DATA_DIR: join(folder, 'other') }
  const refused = await guildhall(['start'], other)
  expect([refused.code, refused.err]).toEqual([1, expect.stringContaining(`Port ${env['PORT']} is in use.`)])
  const status = await guildhall(['migrate', 'status'], other)
  expect([status.code, status.out]).toEqual([0, 'The database is up to date.\n'])
})

test('SIGINT stops the server gracefully as well', async () => {
  expect((await server.stop('SIGINT')).code).toBe(0)
})
