// The disk of a running server is filled to the last byte and freed again; nothing else happens to the server.
import { chownSync, mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type CommandResult, guildhall, type RunningGuildhall, startGuildhall } from '#test/support/guildhall.ts'
import { freePort, startPostgres, type TemporaryPostgres } from '#test/support/postgres.ts'
import { type SmallDisk, smallDisk, whyNoSmallDisk } from './fakes/small-disk.ts'
import { createMerchantClient, type MerchantClient, sendRequest } from './merchant-client.ts'

const EMBEDDED_MEGABYTES = 280
const POSTGRES_MEGABYTES = 48
const SETTLED = { timeout: 20_000 }
/** Long enough to need a page of its own, so that a write soon finds the disk full. */
const LONG = 'A library of templates for those who sell. '.repeat(150)

const refused = whyNoSmallDisk()
if (refused) process.stderr.write(`The tests of a full disk are skipped: ${refused}.\n`)

const product = (name: string) => ({
  name,
  description: LONG,
  recurring_interval: null,
  prices: [{ amount_type: 'fixed', price_amount: 4200, price_currency: 'usd' }],
})
const createProduct = (merchant: MerchantClient, name: string) => merchant.request('POST /v1/products/', { body: product(name) })
const namesOf = async (merchant: MerchantClient): Promise<string[]> => (await merchant.all('/v1/products/')).map((each) => each.name)
const linesWith = (log: string, text: string): number => log.split('\n').filter((line) => line.includes(text)).length

async function signIn(baseUrl: string): Promise<Readonly<Record<string, string>>> {
  const answer = await sendRequest(baseUrl, 'POST /api/auth/sign-in/email', {
    headers: { origin: baseUrl },
    body: { email: 'ada@shop.example', password: 'correct horse battery' },
  })
  return { authorization: `Bearer ${answer.json.token}` }
}

describe.skipIf(refused)('the disk of the embedded database', () => {
  let disk: SmallDisk
  let env: Record<string, string>
  let server: RunningGuildhall
  let merchant: MerchantClient
  let session: Readonly<Record<string, string>>
  const acknowledged: string[] = []

  beforeAll(async () => {
    disk = smallDisk(EMBEDDED_MEGABYTES)
    env = {
      DATA_DIR: join(disk.path, 'data'),
      PORT: String(await freePort()),
      AUTH_SECRET: 'one secret for every start of a fault test',
      RATE_LIMIT_ENABLED: 'false',
      // Every read of a session renews it.
      SESSION_UPDATE_AGE: '0',
    }
    server = await startGuildhall(env)
    merchant = await createMerchantClient(server.baseUrl)
    session = await signIn(server.baseUrl)
    expect((await createProduct(merchant, 'before')).status).toBe(201)
    acknowledged.push('before')
  })
  afterAll(async () => {
    await merchant?.receiver.close()
    await server?.stop('SIGKILL')
    disk?.remove()
  })

  const expectReads = async () => {
    const [mine, products, tokens, page, alive, ready] = await Promise.all([
      sendRequest(server.baseUrl, 'GET /api/auth/get-session', { headers: session }),
      merchant.request('GET /v1/products/?limit=100'),
      merchant.request('GET /v1/orders/'),
      fetch(`${server.baseUrl}/sign-in`),
      sendRequest(server.baseUrl, 'GET /healthz'),
      sendRequest(server.baseUrl, 'GET /readyz'),
    ])
    expect([mine.status, mine.json.user.email]).toEqual([200, 'ada@shop.example'])
    expect([products.status, products.json.pagination.total_count]).toEqual([200, acknowledged.length])
    expect([tokens.status, page.status, alive.status]).toEqual([200, 200, 200])
    expect([ready.status, ready.json]).toEqual([200, { status: 'ready', writes: 'refused', reason: 'The disk is full.' }])
  }

  test('has space reserved by the server', async () => {
    const reservedBytes = () => statSync(`${env['DATA_DIR']}/database.room`, { throwIfNoEntry: false })?.size
    await expect.poll(reservedBytes, SETTLED).toBe(16 * 1024 * 1024)
  })

  test('when it becomes full during writes, a write either succeeds or is refused with 507', async () => {
    const writing = Array.from({ length: 40 }, (_, number) => createProduct(merchant, `gulp ${number}`))
    await Promise.race(writing)
    disk.fill()
    const answers = await Promise.all(writing)
    acknowledged.push(...answers.flatMap(({ status }, number) => (status === 201 ? [`gulp ${number}`] : [])))
    expect(answers.map(({ status }) => status).filter((status) => ![201, 507].includes(status))).toEqual([])
  })

  test('when it is full, both APIs refuse writes with 507 in their own error shape, with the time to retry', async () => {
    const [created, signedUp] = await Promise.all([
      fetch(`${server.baseUrl}/v1/products/`, {
        method: 'POST',
        headers: { ...merchant.headers, 'content-type': 'application/json' },
        body: JSON.stringify(product('full')),
      }),
      fetch(`${server.baseUrl}/api/auth/sign-up/email`, {
        method: 'POST',
        headers: { origin: server.baseUrl, 'content-type': 'application/json' },
        body: JSON.stringify({ name: 'Bob', email: 'bob@shop.example', password: 'correct horse battery' }),
      }),
    ])
    expect([created.status, created.headers.get('retry-after'), signedUp.status, signedUp.headers.get('retry-after')]).toEqual([
      507,
      '30',
      507,
      '30',
    ])
    const detail = 'Nothing can be written just now: the disk is full. Try again later.'
    expect(await created.json()).toMatchObject({ error: 'InsufficientStorage', detail })
    expect(await signedUp.json()).toMatchObject({ code: 'INSUFFICIENT_STORAGE', message: detail })
  })

  test(
    'when it is full, reads succeed, that of a session due for renewal included, and /readyz reports that writes are refused',
    expectReads,
  )

  test('when it is full, doctor reports it and the log has one line about it', async () => {
    const doctor = await guildhall(['doctor', '--json'], env)
    const { findings } = JSON.parse(doctor.out)
    expect(doctor.code).toBe(1)
    expect(findings).toContainEqual({
      name: 'disk',
      state: 'fault',
      sentence: expect.stringContaining('writes are refused until more is free'),
    })
    expect(linesWith(server.output(), 'The disk is full')).toBe(1)
    expect(linesWith(server.output(), 'could not')).toBe(0)
  })

  test('when it is full, the server starts again after SIGKILL and answers reads', { timeout: 90_000 }, async () => {
    await server.stop('SIGKILL')
    server = await startGuildhall(env)
    await expectReads()
    expect((await createProduct(merchant, 'still full')).status).toBe(507)
  })

  test('when it has space again, writes succeed without a restart and all acknowledged data is there', async () => {
    disk.clear()
    await expect.poll(async () => (await createProduct(merchant, 'after')).status, SETTLED).toBe(201)
    acknowledged.push('after')
    expect((await namesOf(merchant)).toSorted()).toEqual(acknowledged.toSorted())
    expect((await sendRequest(server.baseUrl, 'GET /readyz')).json).toEqual({ status: 'ready' })
    expect(linesWith(server.output(), 'The disk has space again')).toBe(1)
    expect((await guildhall(['verify-ledger'], env)).code).toBe(0)
    const ended: CommandResult = await server.stop('SIGTERM')
    expect(ended.code).toBe(0)
  })
})

test.skipIf(refused)('a first start without space for a database fails with a sentence', { timeout: 90_000 }, async () => {
  const disk = smallDisk(100)
  try {
    const ended = await guildhall(['start'], { DATA_DIR: join(disk.path, 'data'), PORT: String(await freePort()) })
    expect([ended.code, ended.err]).toEqual([1, expect.stringMatching(/^A new database needs 180 MB, and \d+ MB are free where .*\n$/)])
  } finally {
    disk.remove()
  }
})

describe.skipIf(refused)('the disk of PostgreSQL', () => {
  let disk: SmallDisk
  let postgres: TemporaryPostgres
  let server: RunningGuildhall
  const folder = mkdtempSync(join(tmpdir(), 'guildhall-full-'))

  beforeAll(async () => {
    disk = smallDisk(POSTGRES_MEGABYTES)
    postgres = await startPostgres()
    const tablespace = join(disk.path, 'tables')
    mkdirSync(tablespace)
    const { uid, gid } = statSync(`/proc/${postgres.pid}`)
    chownSync(tablespace, uid, gid)
    const client = new pg.Client(postgres.url)
    await client.connect()
    await client.query(`create tablespace small location '${tablespace}'`)
    await client.query('create database shop tablespace small')
    await client.end()
    const url = new URL(postgres.url)
    url.pathname = '/shop'
    const settings = { DATABASE_URL: url.href, AUTH_SECRET: 'one secret for every start of a fault test', RATE_LIMIT_ENABLED: 'false' }
    server = await startGuildhall({ ...settings, DATA_DIR: folder, PORT: String(await freePort()), LOG_LEVEL: 'warn' })
  })
  afterAll(async () => {
    await server?.stop('SIGKILL')
    await postgres?.stop()
    disk?.remove()
    rmSync(folder, { recursive: true, force: true })
  })

  test('when it is full, writes are refused with 507, reads succeed, and writes succeed again without a restart once it has space', async () => {
    const merchant = await createMerchantClient(server.baseUrl)
    const acknowledged: string[] = []
    const attempt = async () => {
      const name = `number ${acknowledged.length}`
      const { status } = await createProduct(merchant, name)
      if (status === 201) acknowledged.push(name)
      return status
    }
    expect(await attempt()).toBe(201)
    disk.fill()
    let status = 201
    while (status === 201) status = await attempt()
    expect(status).toBe(507)
    expect(await namesOf(merchant)).toHaveLength(acknowledged.length)
    expect((await sendRequest(server.baseUrl, 'GET /readyz')).status).toBe(200)
    disk.clear()
    await expect.poll(attempt, SETTLED).toBe(201)
    expect((await namesOf(merchant)).toSorted()).toEqual(acknowledged.toSorted())
    await merchant.receiver.close()
  })
})
