// The disk of a running server is filled to the last byte and made free again; nothing else happens to the server.
import { chownSync, mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Ended, guildhall, type RunningGuildhall, startGuildhall } from '#test/support/guildhall.ts'
import { freePort, startPostgres, type ThrowAwayPostgres } from '#test/support/postgres.ts'
import { ask, openShop, type Shop } from './shop.ts'
import { type SmallDisk, smallDisk, whyNoSmallDisk } from './small-disk.ts'

const EMBEDDED_MEGABYTES = 280
const POSTGRES_MEGABYTES = 48
const SETTLED = { timeout: 20_000 }
/** Long enough to need a page of its own, so that a full disk is met soon. */
const LONG = 'A library of templates for those who sell. '.repeat(150)

const refused = whyNoSmallDisk()
if (refused) process.stderr.write(`The tests of a full disk are skipped: ${refused}.\n`)

const product = (name: string) => ({
  name,
  description: LONG,
  recurring_interval: null,
  prices: [{ amount_type: 'fixed', price_amount: 4200, price_currency: 'usd' }],
})
const make = (shop: Shop, name: string) => shop.ask('POST /v1/products/', { body: product(name) })
const names = async (shop: Shop): Promise<string[]> => (await shop.all('/v1/products/')).map((each) => each.name)
const wordsIn = (said: string, words: string): number => said.split('\n').filter((line) => line.includes(words)).length

async function signIn(address: string): Promise<Readonly<Record<string, string>>> {
  const answer = await ask(address, 'POST /api/auth/sign-in/email', {
    headers: { origin: address },
    body: { email: 'ada@shop.example', password: 'correct horse battery' },
  })
  return { authorization: `Bearer ${answer.json.token}` }
}

describe.skipIf(refused)('on the embedded database, a full disk', () => {
  let disk: SmallDisk
  let env: Record<string, string>
  let server: RunningGuildhall
  let shop: Shop
  let session: Readonly<Record<string, string>>
  const acknowledged: string[] = []

  beforeAll(async () => {
    disk = smallDisk(EMBEDDED_MEGABYTES)
    env = {
      DATA_DIR: join(disk.path, 'data'),
      PORT: String(await freePort()),
      AUTH_SECRET: 'one secret for every start of a fault test',
      RATE_LIMIT_ENABLED: 'false',
      // Each reading of a session is due to renew it.
      SESSION_UPDATE_AGE: '0',
    }
    server = await startGuildhall(env)
    shop = await openShop(server.address)
    session = await signIn(server.address)
    expect((await make(shop, 'before')).status).toBe(201)
    acknowledged.push('before')
  })
  afterAll(async () => {
    await shop?.receiver.close()
    await server?.end('SIGKILL')
    disk?.remove()
  })

  const readsGoOn = async () => {
    const [mine, products, tokens, page, alive, ready] = await Promise.all([
      ask(server.address, 'GET /api/auth/get-session', { headers: session }),
      shop.ask('GET /v1/products/?limit=100'),
      shop.ask('GET /v1/orders/'),
      fetch(`${server.address}/sign-in`),
      ask(server.address, 'GET /healthz'),
      ask(server.address, 'GET /readyz'),
    ])
    expect([mine.status, mine.json.user.email]).toEqual([200, 'ada@shop.example'])
    expect([products.status, products.json.pagination.total_count]).toEqual([200, acknowledged.length])
    expect([tokens.status, page.status, alive.status]).toEqual([200, 200, 200])
    expect([ready.status, ready.json]).toEqual([200, { status: 'ready', writes: 'refused', reason: 'The disk is full.' }])
  }

  test('finds room laid by for it', async () => {
    const laidBy = () => statSync(`${env['DATA_DIR']}/database.room`, { throwIfNoEntry: false })?.size
    await expect.poll(laidBy, SETTLED).toBe(16 * 1024 * 1024)
  })

  test('met in the middle of writing refuses with 507 what it cannot keep, and nothing else', async () => {
    const writing = Array.from({ length: 40 }, (_, number) => make(shop, `gulp ${number}`))
    await Promise.race(writing)
    disk.fill()
    const answers = await Promise.all(writing)
    acknowledged.push(...answers.flatMap(({ status }, number) => (status === 201 ? [`gulp ${number}`] : [])))
    expect(answers.map(({ status }) => status).filter((status) => ![201, 507].includes(status))).toEqual([])
  })

  test('refuses writes in the words of each half, with the time to try again', async () => {
    const [made, signedUp] = await Promise.all([
      fetch(`${server.address}/v1/products/`, {
        method: 'POST',
        headers: { ...shop.headers, 'content-type': 'application/json' },
        body: JSON.stringify(product('full')),
      }),
      fetch(`${server.address}/api/auth/sign-up/email`, {
        method: 'POST',
        headers: { origin: server.address, 'content-type': 'application/json' },
        body: JSON.stringify({ name: 'Bob', email: 'bob@shop.example', password: 'correct horse battery' }),
      }),
    ])
    expect([made.status, made.headers.get('retry-after'), signedUp.status, signedUp.headers.get('retry-after')]).toEqual([
      507,
      '30',
      507,
      '30',
    ])
    const detail = 'Nothing can be written just now: the disk is full. Try again later.'
    expect(await made.json()).toMatchObject({ error: 'InsufficientStorage', detail })
    expect(await signedUp.json()).toMatchObject({ code: 'INSUFFICIENT_STORAGE', message: detail })
  })

  test('lets reads go on, a session that is due for renewal among them, and says so at /readyz', readsGoOn)

  test('is a fault that doctor names, and one line in the log', async () => {
    const doctor = await guildhall(['doctor', '--json'], env)
    const { findings } = JSON.parse(doctor.out)
    expect(doctor.code).toBe(1)
    expect(findings).toContainEqual({
      name: 'disk',
      state: 'fault',
      sentence: expect.stringContaining('writes are refused until there is more'),
    })
    expect(wordsIn(server.said(), 'The disk is full')).toBe(1)
    expect(wordsIn(server.said(), 'could not')).toBe(0)
  })

  test('survives kill -9 and a new start, which answers reads', { timeout: 90_000 }, async () => {
    await server.end('SIGKILL')
    server = await startGuildhall(env)
    await readsGoOn()
    expect((await make(shop, 'still full')).status).toBe(507)
  })

  test('is over without a restart once there is room, with everything acknowledged still there', async () => {
    disk.clear()
    await expect.poll(async () => (await make(shop, 'after')).status, SETTLED).toBe(201)
    acknowledged.push('after')
    expect((await names(shop)).toSorted()).toEqual(acknowledged.toSorted())
    expect((await ask(server.address, 'GET /readyz')).json).toEqual({ status: 'ready' })
    expect(wordsIn(server.said(), 'There is room on the disk again')).toBe(1)
    expect((await guildhall(['verify-ledger'], env)).code).toBe(0)
    const ended: Ended = await server.end('SIGTERM')
    expect(ended.code).toBe(0)
  })
})

test.skipIf(refused)('a first start without room for a database is a sentence', { timeout: 90_000 }, async () => {
  const disk = smallDisk(100)
  try {
    const ended = await guildhall(['start'], { DATA_DIR: join(disk.path, 'data'), PORT: String(await freePort()) })
    expect([ended.code, ended.err]).toEqual([1, expect.stringMatching(/^A new database needs 180 MB, and \d+ MB are free where .*\n$/)])
  } finally {
    disk.remove()
  }
})

describe.skipIf(refused)('on PostgreSQL, a full disk', () => {
  let disk: SmallDisk
  let postgres: ThrowAwayPostgres
  let server: RunningGuildhall
  const folder = mkdtempSync(join(tmpdir(), 'guildhall-full-'))

  beforeAll(async () => {
    disk = smallDisk(POSTGRES_MEGABYTES)
    postgres = await startPostgres()
    const room = join(disk.path, 'tables')
    mkdirSync(room)
    const { uid, gid } = statSync(`/proc/${postgres.pid}`)
    chownSync(room, uid, gid)
    const client = new pg.Client(postgres.url)
    await client.connect()
    await client.query(`create tablespace small location '${room}'`)
    await client.query('create database shop tablespace small')
    await client.end()
    const url = new URL(postgres.url)
    url.pathname = '/shop'
    const own = { DATABASE_URL: url.href, AUTH_SECRET: 'one secret for every start of a fault test', RATE_LIMIT_ENABLED: 'false' }
    server = await startGuildhall({ ...own, DATA_DIR: folder, PORT: String(await freePort()), LOG_LEVEL: 'warn' })
  })
  afterAll(async () => {
    await server?.end('SIGKILL')
    await postgres?.stop()
    disk?.remove()
    rmSync(folder, { recursive: true, force: true })
  })

  test('refuses writes with 507, lets reads go on, and is over without a restart', async () => {
    const shop = await openShop(server.address)
    const acknowledged: string[] = []
    const attempt = async () => {
      const name = `number ${acknowledged.length}`
      const { status } = await make(shop, name)
      if (status === 201) acknowledged.push(name)
      return status
    }
    expect(await attempt()).toBe(201)
    disk.fill()
    let status = 201
    while (status === 201) status = await attempt()
    expect(status).toBe(507)
    expect(await names(shop)).toHaveLength(acknowledged.length)
    expect((await ask(server.address, 'GET /readyz')).status).toBe(200)
    disk.clear()
    await expect.poll(attempt, SETTLED).toBe(201)
    expect((await names(shop)).toSorted()).toEqual(acknowledged.toSorted())
    await shop.receiver.close()
  })
})
