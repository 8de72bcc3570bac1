// One checkout, one charge, one order: whatever is clicked twice, lost, cut off or told late.
import { expect, test } from 'vitest'
import { type MovableClock, movableClock } from '#platform/clock.ts'
import type { OpenDatabase } from '#platform/database/database.ts'
import { aCheckout, cards, factsOf, type TestCheckout } from '#test/support/a-checkout.ts'
import { aMerchant, type TestMerchant } from '#test/support/a-merchant.ts'
import { testDatabase } from '#test/support/database.ts'
import { START, sharedServer, type TestServer, testServer } from '#test/support/server.ts'

const server = await sharedServer()
const { db } = server.platform.database

const chargesOf = (merchant: TestMerchant) =>
  db.selectFrom('sandbox_charges').select(['status']).where('organization_id', '=', merchant.organizationId).orderBy('status').execute()

const ordersOf = (merchant: TestMerchant) =>
  db.selectFrom('orders').select(['id', 'is_late_payment']).where('organization_id', '=', merchant.organizationId).execute()

const attemptsOf = (merchant: TestMerchant) =>
  db.selectFrom('payments').select(['status']).where('organization_id', '=', merchant.organizationId).orderBy('created_at').execute()

test('of many simultaneous confirms one is worked, the others are refused', async () => {
  const merchant = await aMerchant(server)
  const checkout = await aCheckout(server, merchant)
  const answers = await Promise.all(Array.from({ length: 8 }, () => checkout.confirm()))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array.from({ length: 7 }, () => 403)])
  expect(answers.find(({ status }) => status === 403)?.json).toEqual({ error: 'NotOpenCheckout', detail: 'The checkout is not open.' })
  expect(await chargesOf(merchant)).toEqual([{ status: 'succeeded' }])
  expect(await ordersOf(merchant)).toHaveLength(1)
})

test('a repeat with the same key gets the same answer; another body under the key is refused', async () => {
  const merchant = await aMerchant(server)
  const checkout = await aCheckout(server, merchant)
  const first = await checkout.confirm(cards.good, { key: 'click' })
  const again = await checkout.confirm(cards.good, { key: 'click' })
  expect([again.status, again.json]).toEqual([200, first.json])
  const other = await checkout.confirm(cards.declined, { key: 'click' })
  expect([other.status, other.json.error]).toEqual([422, 'IdempotencyKeyReused'])
  expect(await chargesOf(merchant)).toHaveLength(1)
})

test('while the processor takes its time, a second confirm and a change are refused', async () => {
  const merchant = await aMerchant(server)
  const checkout = await aCheckout(server, merchant)
  const slow = checkout.confirm(cards.slow)
  await expect.poll(() => attemptsOf(merchant)).toEqual([{ status: 'pending' }])
  expect((await checkout.confirm()).json.error).toBe('NotOpenCheckout')
  expect((await checkout.change({ customer_name: 'Somebody Else' })).json.error).toBe('NotOpenCheckout')
  expect((await merchant.request('PATCH', `/v1/checkouts/${checkout.id}`, { body: { metadata: {} } })).json.error).toBe('NotOpenCheckout')
  expect((await slow).status).toBe(200)
  expect(await ordersOf(merchant)).toHaveLength(1)
})

test('an answer that is told twice makes one order', async () => {
  const merchant = await aMerchant(server)
  const checkout = await aCheckout(server, merchant)
  expect((await checkout.confirm(cards.doubled)).status).toBe(200)
  await server.drain()
  expect(await ordersOf(merchant)).toHaveLength(1)
  expect((await factsOf(server, merchant.organizationId)).filter(({ name }) => name === 'order.paid')).toHaveLength(1)
})

// Recurring work is done once in each of its periods over all houses of this database: each clock begins on a day of its own.
let days = 0
const aClock = () => movableClock(new Date(START.getTime() + ++days * 86_400_000))

/** A house whose clock moves by hand. */
async function withClock(run: (moving: TestServer, clock: MovableClock) => Promise<void>): Promise<void> {
  const clock = aClock()
  const moving = await testServer({ clock })
  try {
    await run(moving, clock)
  } finally {
    await moving.close()
  }
}

test('a lost answer leaves the checkout confirmed and blocked until the processor is asked', () =>
  withClock(async (moving, clock) => {
    const merchant = await aMerchant(moving)
    const checkout = await aCheckout(moving, merchant)
    const doubtful = await checkout.confirm(cards.lost)
    expect([doubtful.status, doubtful.json.payment_processor_metadata]).toEqual([200, {}])
    expect((await checkout.see()).json.status).toBe('confirmed')
    expect((await checkout.confirm()).json.error).toBe('NotOpenCheckout')
    clock.advance(6)
    await moving.drain()
    expect((await checkout.see()).json.status).toBe('succeeded')
    expect(await chargesOf(merchant)).toEqual([{ status: 'succeeded' }])
    expect(await ordersOf(merchant)).toHaveLength(1)
  }))

/** A house that is cut off at one of its transactions, before it begins or after it was committed. */
async function fragile(): Promise<{ house: TestServer; clock: MovableClock; cut: (at: number, when: 'before' | 'after') => void }> {
  const database = await testDatabase()
  let left = Number.POSITIVE_INFINITY
  let when: 'before' | 'after' = 'before'
  const cutting: OpenDatabase = {
    ...database,
    close: async () => undefined,
    transaction: async (run) => {
      left -= 1
      const isNow = left === 0
      if (isNow && when === 'before') throw new Error('The process was cut off.')
      const result = await database.transaction(run)
      if (isNow) throw new Error('The process was cut off.')
      return result
    },
  }
  const clock = aClock()
  const house = await testServer({ database: cutting, clock })
  return {
    house,
    clock,
    cut: (at, moment) => {
      left = at
      when = moment
    },
  }
}

// A confirm is three transactions: ours, the processor's, ours.
const CUTS = [
  ['before anything', 1, 'before'],
  ['after the attempt was written down', 1, 'after'],
  ['after the charge', 2, 'after'],
  ['before the outcome was recorded', 3, 'before'],
  ['after the outcome was recorded', 3, 'after'],
] as const

test.for(CUTS)('cut off %s, a retry with the same key ends in one charge and one order', async ([, at, when]) => {
  const { house, cut } = await fragile()
  const merchant = await aMerchant(house)
  const checkout = await aCheckout(house, merchant)
  cut(at, when)
  await checkout.confirm(cards.good, { key: 'retried' })
  const retried = await checkout.confirm(cards.good, { key: 'retried' })
  expect([retried.status, retried.json.status]).toEqual([200, 'confirmed'])
  await settled(house, checkout)
  expect(await chargesOf(merchant)).toEqual([{ status: 'succeeded' }])
  expect(await ordersOf(merchant)).toHaveLength(1)
  await house.close()
})

/** Lets time pass until what is in doubt has been asked about. */
async function settled(house: TestServer, checkout: TestCheckout): Promise<void> {
  for (const seconds of [6, 61]) {
    house.clock.advance(seconds)
    await house.drain()
  }
  expect((await checkout.see()).json.status).toBe('succeeded')
}

test('cut off after the charge and never retried, the order is made all the same', async () => {
  const { house, cut } = await fragile()
  const merchant = await aMerchant(house)
  const checkout = await aCheckout(house, merchant)
  cut(3, 'before')
  expect((await checkout.confirm()).status).toBe(500)
  await settled(house, checkout)
  expect(await chargesOf(merchant)).toEqual([{ status: 'succeeded' }])
  expect(await ordersOf(merchant)).toHaveLength(1)
  await house.close()
})

test('cut off before the charge and never retried, the checkout opens again and the key is worth nothing any more', async () => {
  const { house, clock, cut } = await fragile()
  const merchant = await aMerchant(house)
  const checkout = await aCheckout(house, merchant)
  cut(1, 'after')
  expect((await checkout.confirm(cards.good, { key: 'abandoned' })).status).toBe(500)
  clock.advance(61)
  await house.drain()
  expect((await checkout.see()).json.status).toBe('confirmed')
  clock.advance(61)
  await house.drain()
  expect((await checkout.see()).json.status).toBe('open')
  expect((await checkout.confirm(cards.good, { key: 'abandoned' })).json.error).toBe('PaymentError')
  expect((await checkout.see()).json.status).toBe('open')
  expect((await checkout.confirm(cards.good, { key: 'anew' })).status).toBe(200)
  expect(await chargesOf(merchant)).toEqual([{ status: 'canceled' }, { status: 'succeeded' }])
  await house.close()
})

test('a processor that cannot be reached is asked again; what it never heard of may be paid anew', async () => {
  const { house, clock, cut } = await fragile()
  const merchant = await aMerchant(house)
  const checkout = await aCheckout(house, merchant)
  cut(2, 'before')
  expect((await checkout.confirm(cards.good, { key: 'unheard' })).status).toBe(200)
  expect((await checkout.see()).json.status).toBe('confirmed')
  expect((await checkout.confirm()).json.error).toBe('NotOpenCheckout')
  clock.advance(6)
  await house.drain()
  expect((await checkout.see()).json.status).toBe('open')
  expect((await checkout.confirm()).status).toBe(200)
  expect(await chargesOf(merchant)).toEqual([{ status: 'canceled' }, { status: 'succeeded' }])
  expect(await ordersOf(merchant)).toHaveLength(1)
  await house.close()
})
