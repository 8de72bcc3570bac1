// A checkout has one charge and one order despite double clicks, lost answers, crashes and late events.
import { expect, test } from 'vitest'
import { type MovableClock, movableClock } from '#platform/clock.ts'
import type { OpenDatabase } from '#platform/database/database.ts'
import { aCheckout, cards, eventsOf, type TestCheckout } from '#test/support/a-checkout.ts'
import { aMerchant, type TestMerchant } from '#test/support/a-merchant.ts'
import { uniqueEmail } from '#test/support/a-user.ts'
import { checkBooksAfterEach } from '#test/support/books/invariants.ts'
import { testDatabase } from '#test/support/database.ts'
import { START, sharedServer, type TestServer, testServer } from '#test/support/server.ts'
import { aPlan } from '#test/support/subscriptions/a-subscription.ts'

const server = await sharedServer()
checkBooksAfterEach(server)
const { db } = server.platform.database

const chargesOf = (merchant: TestMerchant) =>
  db.selectFrom('sandbox_charges').select(['status']).where('organization_id', '=', merchant.organizationId).orderBy('status').execute()

const ordersOf = (merchant: TestMerchant) =>
  db.selectFrom('orders').select(['id', 'is_late_payment']).where('organization_id', '=', merchant.organizationId).execute()

const attemptsOf = (merchant: TestMerchant) =>
  db.selectFrom('payments').select(['status']).where('organization_id', '=', merchant.organizationId).orderBy('created_at').execute()

test('of fifty simultaneous confirms one succeeds and the others are refused', async () => {
  const merchant = await aMerchant(server)
  const checkout = await aCheckout(server, merchant)
  const answers = await Promise.all(Array.from({ length: 50 }, () => checkout.confirm()))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array.from({ length: 49 }, () => 403)])
  expect(answers.find(({ status }) => status === 403)?.json).toEqual({ error: 'NotOpenCheckout', detail: 'The checkout is not open.' })
  expect(await chargesOf(merchant)).toEqual([{ status: 'succeeded' }])
  expect(await ordersOf(merchant)).toHaveLength(1)
})

test('of fifty simultaneous confirms with one key each gets the one answer, or is refused while it is in use', async () => {
  const merchant = await aMerchant(server)
  const checkout = await aCheckout(server, merchant)
  const answers = await Promise.all(Array.from({ length: 50 }, () => checkout.confirm(cards.good, { key: 'click' })))
  const errors = answers.filter(({ status }) => status !== 200)
  expect(new Set(errors.map(({ json }) => json.error)).isSubsetOf(new Set(['IdempotencyKeyInUse']))).toBe(true)
  const succeeded = answers.filter(({ status }) => status === 200)
  expect(new Set(succeeded.map(({ json }) => json.customer_session_token)).size).toBe(1)
  expect(await chargesOf(merchant)).toEqual([{ status: 'succeeded' }])
  expect(await ordersOf(merchant)).toHaveLength(1)
})

test('a double click, a retry and the call-back of the processor at once end in one charge and one order', async () => {
  const merchant = await aMerchant(server)
  const checkout = await aCheckout(server, merchant)
  const secret = (await checkout.confirm(cards.requiresAction, { key: 'first' })).json.payment_processor_metadata.intent_client_secret
  const approve = () => server.request('POST', `/v1/sandbox/actions/${secret}`, { body: { approve: true } })
  const [approved, callback, retried, clicked, keyless] = await Promise.all([
    approve(),
    server.drain(),
    checkout.confirm(cards.requiresAction, { key: 'first' }),
    checkout.confirm(cards.good, { key: 'second' }),
    checkout.confirm(),
    approve(),
    server.drain(),
  ])
  await server.drain()
  expect([approved.json, callback, retried.status]).toEqual([{ status: 'succeeded' }, undefined, 200])
  expect([clicked.json.error, keyless.json.error]).toEqual(['NotOpenCheckout', 'NotOpenCheckout'])
  expect((await checkout.view()).json.status).toBe('succeeded')
  expect(await chargesOf(merchant)).toEqual([{ status: 'succeeded' }])
  expect(await ordersOf(merchant)).toHaveLength(1)
  expect((await eventsOf(server, merchant.organizationId)).filter(({ name }) => name === 'order.paid')).toHaveLength(1)
})

test('a repeat with the same key gets the same answer, and another body under the key is refused', async () => {
  const merchant = await aMerchant(server)
  const checkout = await aCheckout(server, merchant)
  const first = await checkout.confirm(cards.good, { key: 'click' })
  const again = await checkout.confirm(cards.good, { key: 'click' })
  expect([again.status, again.json]).toEqual([200, first.json])
  const other = await checkout.confirm(cards.declined, { key: 'click' })
  expect([other.status, other.json.error]).toEqual([422, 'IdempotencyKeyReused'])
  expect(await chargesOf(merchant)).toHaveLength(1)
})

test('while the processor has not answered, a second confirm and a change are refused', async () => {
  const merchant = await aMerchant(server)
  const checkout = await aCheckout(server, merchant)
  const slow = checkout.confirm(cards.slow)
  await expect.poll(() => attemptsOf(merchant)).toEqual([{ status: 'pending' }])
  expect((await checkout.confirm()).json.error).toBe('NotOpenCheckout')
  expect((await checkout.update({ customer_name: 'Somebody Else' })).json.error).toBe('NotOpenCheckout')
  expect((await merchant.request('PATCH', `/v1/checkouts/${checkout.id}`, { body: { metadata: {} } })).json.error).toBe('NotOpenCheckout')
  expect((await slow).status).toBe(200)
  expect(await ordersOf(merchant)).toHaveLength(1)
})

test('a duplicate answer of the processor creates one order', async () => {
  const merchant = await aMerchant(server)
  const checkout = await aCheckout(server, merchant)
  expect((await checkout.confirm(cards.doubled)).status).toBe(200)
  await server.drain()
  expect(await ordersOf(merchant)).toHaveLength(1)
  expect((await eventsOf(server, merchant.organizationId)).filter(({ name }) => name === 'order.paid')).toHaveLength(1)
})

// A recurring job runs once per period over all servers of this database, so each clock starts on a day of its own.
let days = 0
const aClock = () => movableClock(new Date(START.getTime() + ++days * 86_400_000))

/** Runs with a server whose clock the test advances. */
async function withClock(run: (ownServer: TestServer, clock: MovableClock) => Promise<void>): Promise<void> {
  const clock = aClock()
  const ownServer = await testServer({ clock })
  try {
    await run(ownServer, clock)
  } finally {
    await ownServer.close()
  }
}

test('after a lost answer the checkout stays confirmed and blocked until a job queries the processor', () =>
  withClock(async (ownServer, clock) => {
    const merchant = await aMerchant(ownServer)
    const checkout = await aCheckout(ownServer, merchant)
    const doubtful = await checkout.confirm(cards.lost)
    expect([doubtful.status, doubtful.json.payment_processor_metadata]).toEqual([200, {}])
    expect((await checkout.view()).json.status).toBe('confirmed')
    expect((await checkout.confirm()).json.error).toBe('NotOpenCheckout')
    clock.advance(6)
    await ownServer.drain()
    expect((await checkout.view()).json.status).toBe('succeeded')
    expect(await chargesOf(merchant)).toEqual([{ status: 'succeeded' }])
    expect(await ordersOf(merchant)).toHaveLength(1)
  }))

/** Creates a server that fails at one of its transactions, before it begins or after its commit. */
async function crashingServer(): Promise<{
  ownServer: TestServer
  clock: MovableClock
  crash: (at: number, when: 'before' | 'after') => void
}> {
  const database = await testDatabase()
  let remaining = Number.POSITIVE_INFINITY
  let when: 'before' | 'after' = 'before'
  const crashingDatabase: OpenDatabase = {
    ...database,
    close: async () => undefined,
    transaction: async (run) => {
      remaining -= 1
      const isHere = remaining === 0
      if (isHere && when === 'before') throw new Error('The process crashed.')
      const result = await database.transaction(run)
      if (isHere) throw new Error('The process crashed.')
      return result
    },
  }
  const clock = aClock()
  const ownServer = await testServer({ database: crashingDatabase, clock })
  return {
    ownServer,
    clock,
    crash: (at, timing) => {
      remaining = at
      when = timing
    },
  }
}

// A confirm consists of three transactions: ours, the processor's, ours.
const CRASHES = [
  ['before the first transaction', 1, 'before'],
  ['after the attempt was recorded', 1, 'after'],
  ['after the charge', 2, 'after'],
  ['before the outcome was recorded', 3, 'before'],
  ['after the outcome was recorded', 3, 'after'],
] as const

test.for(CRASHES)('after a crash %s, a retry with the same key ends in one charge and one order', async ([, at, when]) => {
  const { ownServer, crash } = await crashingServer()
  const merchant = await aMerchant(ownServer)
  const checkout = await aCheckout(ownServer, merchant)
  crash(at, when)
  await checkout.confirm(cards.good, { key: 'retried' })
  const retried = await checkout.confirm(cards.good, { key: 'retried' })
  expect([retried.status, retried.json.status]).toEqual([200, 'confirmed'])
  await settled(ownServer, checkout)
  expect(await chargesOf(merchant)).toEqual([{ status: 'succeeded' }])
  expect(await ordersOf(merchant)).toHaveLength(1)
  await ownServer.close()
})

/** Advances the clock until the jobs have queried the state of a payment in doubt. */
async function settled(ownServer: TestServer, checkout: TestCheckout): Promise<void> {
  for (const seconds of [6, 61]) {
    ownServer.clock.advance(seconds)
    await ownServer.drain()
  }
  expect((await checkout.view()).json.status).toBe('succeeded')
}

test('after a crash after the charge, the order is created without a retry', async () => {
  const { ownServer, crash } = await crashingServer()
  const merchant = await aMerchant(ownServer)
  const checkout = await aCheckout(ownServer, merchant)
  crash(3, 'before')
  expect((await checkout.confirm()).status).toBe(500)
  await settled(ownServer, checkout)
  expect(await chargesOf(merchant)).toEqual([{ status: 'succeeded' }])
  expect(await ordersOf(merchant)).toHaveLength(1)
  await ownServer.close()
})

test('after a crash before the charge without a retry, the checkout is open again and the key cannot pay any more', async () => {
  const { ownServer, clock, crash } = await crashingServer()
  const merchant = await aMerchant(ownServer)
  const checkout = await aCheckout(ownServer, merchant)
  crash(1, 'after')
  expect((await checkout.confirm(cards.good, { key: 'abandoned' })).status).toBe(500)
  clock.advance(61)
  await ownServer.drain()
  expect((await checkout.view()).json.status).toBe('confirmed')
  clock.advance(61)
  await ownServer.drain()
  expect((await checkout.view()).json.status).toBe('open')
  expect((await checkout.confirm(cards.good, { key: 'abandoned' })).json.error).toBe('PaymentError')
  expect((await checkout.view()).json.status).toBe('open')
  expect((await checkout.confirm(cards.good, { key: 'anew' })).status).toBe(200)
  expect(await chargesOf(merchant)).toEqual([{ status: 'canceled' }, { status: 'succeeded' }])
  await ownServer.close()
})

test('an unreachable processor is queried again, and a payment that it never received can be made again', async () => {
  const { ownServer, clock, crash } = await crashingServer()
  const merchant = await aMerchant(ownServer)
  const checkout = await aCheckout(ownServer, merchant)
  crash(2, 'before')
  expect((await checkout.confirm(cards.good, { key: 'unreceived' })).status).toBe(200)
  expect((await checkout.view()).json.status).toBe('confirmed')
  expect((await checkout.confirm()).json.error).toBe('NotOpenCheckout')
  clock.advance(6)
  await ownServer.drain()
  expect((await checkout.view()).json.status).toBe('open')
  expect((await checkout.confirm()).status).toBe(200)
  expect(await chargesOf(merchant)).toEqual([{ status: 'canceled' }, { status: 'succeeded' }])
  expect(await ordersOf(merchant)).toHaveLength(1)
  await ownServer.close()
})

test('a repeat of a confirm that ended before its charge reserves nothing: its customer may subscribe by another checkout', async () => {
  const { ownServer, clock, crash } = await crashingServer()
  const merchant = await aMerchant(ownServer)
  const { id: customer_id } = (await merchant.request('POST', '/v1/customers/', { body: { email: uniqueEmail(), name: 'Ada' } })).json
  const named = { products: [await aPlan(merchant, 1500)], customer_id }
  const [first, second] = [await aCheckout(ownServer, merchant, named), await aCheckout(ownServer, merchant, named)]
  const confirm = (checkout: TestCheckout, key: string) => checkout.confirm(cards.good, { key, body: { customer_email: undefined } })
  crash(1, 'after')
  expect((await confirm(first, 'abandoned')).status).toBe(500)
  expect((await confirm(second, 'meanwhile')).json.error).toBe('AlreadyActiveSubscriptionError')
  for (const _ of [1, 2]) {
    clock.advance(61)
    await ownServer.drain()
  }
  expect((await first.view()).json.status).toBe('open')
  expect((await confirm(first, 'abandoned')).json.error).toBe('PaymentError')
  expect((await first.view()).json.status).toBe('open')
  expect((await confirm(second, 'instead')).status).toBe(200)
  expect(await chargesOf(merchant)).toEqual([{ status: 'canceled' }, { status: 'succeeded' }])
  await ownServer.close()
})
