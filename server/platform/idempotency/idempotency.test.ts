// Databases: both.
import { sql } from 'kysely'
import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { betweenTransactions, countThings, smallServer, THEIRS } from '#test/support/small-server.ts'

const server = await smallServer()
const { app, clock } = server
afterAll(server.stop)
beforeEach(() => {
  betweenTransactions.run = async () => undefined
})

let last = 0
/** A name and a key that no other test uses. */
function fresh(kind = 'keyed'): { name: string; key: string } {
  last += 1
  return { name: `${kind} ${last}`, key: `key-${last}-${process.pid}-${performance.now()}` }
}

interface SendOptions {
  readonly key?: string
  readonly body: object
  readonly headers?: Record<string, string>
}

const token = { authorization: 'Bearer oat:products:write' }
const create = ({ key, body, headers = token }: SendOptions) =>
  app.inject({ method: 'POST', url: '/v1/things/', headers: { ...headers, ...(key && { 'idempotency-key': key }) }, payload: body })
const pay = ({ key, body }: SendOptions, secret = 'co_cs_1') =>
  app.inject({ method: 'POST', url: `/v1/things/client/${secret}/pay`, headers: key ? { 'idempotency-key': key } : {}, payload: body })

const leaseEnd = async (key: string) =>
  (await sql<{ lease_until: Date }>`select lease_until from idempotency_keys where key = ${key}`.execute(server.platform.database.db))
    .rows[0]?.lease_until

describe('a request with an Idempotency-Key', () => {
  test('is processed once; a retry gets the same status and body', async () => {
    const { name, key } = fresh()
    const first = await create({ key, body: { name, count: 1 } })
    const again = await create({ key, body: { count: 1, name } })
    expect([again.statusCode, again.json()]).toEqual([201, first.json()])
    expect(again.headers['idempotent-replayed']).toBe('true')
    expect(await countThings(name)).toBe(1)
  })

  test('costs one round trip for the claim and one for the response besides its own', async () => {
    const { name, key } = fresh()
    await create({ key, body: { name, count: 1 } })
    expect(server.answers.at(-1)?.roundTrips).toBe(4)
    await create({ key, body: { name, count: 1 } })
    expect(server.answers.at(-1)?.roundTrips).toBe(1)
  })

  test('stores no response in plain text', async () => {
    const { name, key } = fresh()
    await create({ key, body: { name, count: 1 } })
    const { rows } = await sql<{ body: unknown }>`select body from idempotency_keys where key = ${key}`.execute(server.platform.database.db)
    expect(rows[0]?.body).toEqual(expect.any(String))
    expect(JSON.stringify(rows)).not.toContain(name)
  })

  test('is refused if the key was used with another body', async () => {
    const { name, key } = fresh()
    await create({ key, body: { name, count: 1 } })
    const other = await create({ key, body: { name, count: 2 } })
    expect([other.statusCode, other.json().error]).toEqual([422, 'IdempotencyKeyReused'])
  })

  test('has a key per caller: a user and a token do not share keys', async () => {
    const { name, key } = fresh()
    await create({ key, body: { name, count: 1 } })
    const asUser = await create({ key, body: { name, count: 1 }, headers: { cookie: 'session=ada' } })
    expect(asUser.statusCode).toBe(201)
    expect(await countThings(name)).toBe(2)
  })

  test('has a key per path: another client secret is another request', async () => {
    const { name, key } = fresh()
    await pay({ key, body: { name, count: 1 } }, 'co_cs_a')
    await pay({ key, body: { name, count: 1 } }, 'co_cs_b')
    expect(await countThings(name)).toBe(2)
  })

  test('releases its key if it was refused, so that a corrected request can use it', async () => {
    const { name, key } = fresh('closed')
    expect((await create({ key, body: { name, count: 1 } })).statusCode).toBe(403)
    const corrected = fresh()
    expect((await create({ key, body: { name: corrected.name, count: 1 } })).statusCode).toBe(201)
  })

  test('releases its key if its transaction failed', async () => {
    const { name, key } = fresh('broken')
    expect((await create({ key, body: { name, count: 1 } })).statusCode).toBe(500)
    expect((await create({ key, body: { name, count: 1 } })).statusCode).toBe(500)
    expect(await countThings(name)).toBe(0)
  })

  test('releases its key if it was refused for an organization without permission', async () => {
    const { name, key } = fresh()
    const headers = { cookie: 'session=ada' }
    expect((await create({ key, headers, body: { name, count: 1, organization_id: THEIRS } })).statusCode).toBe(403)
    expect((await create({ key, headers, body: { name, count: 1 } })).statusCode).toBe(201)
  })

  test.each(['', ' ', 'a b', 'x'.repeat(256), 'ключ'])('needs a key of printable ASCII characters: %j is refused', async (key) => {
    const answer = await app.inject({
      method: 'POST',
      url: '/v1/things/',
      headers: { ...token, 'idempotency-key': key },
      payload: { name: 'xx', count: 1 },
    })
    expect([answer.statusCode, answer.json().detail[0].loc]).toEqual([422, ['header', 'Idempotency-Key']])
  })

  test('is remembered for seven days', async () => {
    const { name, key } = fresh()
    await create({ key, body: { name, count: 1 } })
    clock.advance(7 * 86_400)
    await create({ key, body: { name, count: 1 } })
    expect(await countThings(name)).toBe(1)
    clock.advance(1)
    await create({ key, body: { name, count: 1 } })
    expect(await countThings(name)).toBe(2)
  })
})

describe('a request of several transactions', () => {
  test('is processed once if it is sent several times at once', async () => {
    const { name, key } = fresh()
    const { promise: entered, resolve: enter } = Promise.withResolvers<void>()
    const { promise: open, resolve: release } = Promise.withResolvers<void>()
    betweenTransactions.run = async () => {
      enter()
      await open
    }
    const first = pay({ key, body: { name, count: 1 } })
    await entered
    const others = await Promise.all([pay({ key, body: { name, count: 1 } }), pay({ key, body: { name, count: 1 } })])
    expect(others.map((answer) => [answer.statusCode, answer.json().error])).toEqual([
      [409, 'IdempotencyKeyInUse'],
      [409, 'IdempotencyKeyInUse'],
    ])
    release()
    expect((await first).statusCode).toBe(200)
    expect((await pay({ key, body: { name, count: 1 } })).json()).toEqual((await first).json())
    expect(await countThings(name)).toBe(1)
  })

  test('sent twenty times at once is processed once; the others get 409 or the same response', async () => {
    const { name, key } = fresh()
    const answers = await Promise.all(Array.from({ length: 20 }, () => create({ key, body: { name, count: 1 } })))
    const created = answers.filter((answer) => answer.statusCode === 201)
    expect(answers.filter((answer) => answer.statusCode !== 201 && answer.json().error !== 'IdempotencyKeyInUse')).toEqual([])
    expect(new Set(created.map((answer) => answer.body)).size).toBe(1)
    expect(await countThings(name)).toBe(1)
  })

  test('replays a recorded decline', async () => {
    const { name, key } = fresh('declined')
    const first = await pay({ key, body: { name, count: 1 } })
    expect([first.statusCode, first.json()]).toEqual([400, { error: 'PaymentError', detail: 'The card was declined.' }])
    const again = await pay({ key, body: { name, count: 1 } })
    expect([again.statusCode, again.json(), again.headers['idempotent-replayed']]).toEqual([400, first.json(), 'true'])
    expect(await countThings(name)).toBe(1)
  })

  test('that failed between two transactions is resumed by the next with the same key, with the same key for the processor', async () => {
    const { name, key } = fresh()
    const keys: (string | undefined)[] = []
    betweenTransactions.run = async (stable) => {
      keys.push(stable)
      if (keys.length === 1) throw new Error('cut off')
    }
    expect((await pay({ key, body: { name, count: 1 } })).statusCode).toBe(500)
    expect((await pay({ key, body: { name, count: 1 } })).statusCode).toBe(200)
    expect(keys[0]).toMatch(/^[0-9a-f]{64}$/)
    expect(keys[1]).toBe(keys[0])
    expect(await countThings(name)).toBe(1)
  })

  test('that takes long keeps its key: its lease is renewed', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    const { name, key } = fresh()
    const { promise: entered, resolve: enter } = Promise.withResolvers<void>()
    const { promise: open, resolve: release } = Promise.withResolvers<void>()
    betweenTransactions.run = async () => {
      enter()
      await open
    }
    const slow = pay({ key, body: { name, count: 1 } })
    await entered
    for (let round = 0; round < 3; round += 1) {
      clock.advance(10)
      const before = await leaseEnd(key)
      vi.advanceTimersByTime(5000)
      await expect.poll(() => leaseEnd(key)).not.toEqual(before)
    }
    expect((await pay({ key, body: { name, count: 1 } })).statusCode).toBe(409)
    release()
    expect((await slow).statusCode).toBe(200)
    expect(await countThings(name)).toBe(1)
    expect(vi.getTimerCount()).toBe(0)
    vi.useRealTimers()
  })

  test('whose lease has expired is taken over, and its late response changes nothing', async () => {
    const { name, key } = fresh()
    const { promise: entered, resolve: enter } = Promise.withResolvers<void>()
    const { promise: open, resolve: release } = Promise.withResolvers<void>()
    betweenTransactions.run = async () => {
      betweenTransactions.run = async () => undefined
      enter()
      await open
    }
    const late = pay({ key, body: { name, count: 1 } })
    await entered
    clock.advance(15)
    expect((await pay({ key, body: { name, count: 1 } })).statusCode).toBe(200)
    release()
    expect([(await late).statusCode, (await late).json().error]).toEqual([409, 'IdempotencyKeyInUse'])
    expect(await countThings(name)).toBe(1)
  })

  test('without a key is processed each time', async () => {
    const { name } = fresh()
    expect((await pay({ body: { name, count: 1 } })).statusCode).toBe(200)
    expect((await pay({ body: { name, count: 1 } })).statusCode).toBe(200)
    expect(await countThings(name)).toBe(2)
  })
})
