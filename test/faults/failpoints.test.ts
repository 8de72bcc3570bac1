// The server ends at each place between two effects at which most could be lost, and is started again: one charge, one order,
// one receipt, and an event that arrives. Repeated by the buyer with the same key, or left to the server to settle.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Failpoint } from '#platform/failpoint.ts'
import { guildhall, type RunningGuildhall, startGuildhall } from '#test/support/guildhall.ts'
import { chanceOf } from './chance.ts'
import { compare, compareTold } from './compare.ts'
import { type Place, places } from './place.ts'
import { type Sale, type Sales, salesOf } from './sales.ts'
import { ask, openShop, type Shop } from './shop.ts'

const CARD = 'sandbox_4242424242424242'
/** Longer than every lease: a repeat, or another run, may begin. */
const LEASE_SECONDS = 65
/** Longer than the two minutes after which an attempt that nobody asks for is given up. */
const LONG_SECONDS = 180
const WAIT = { timeout: 60_000, interval: 50 }
const TEST_MS = 150_000

/** Whether the buyer had an answer, and whether the receiver had the event, when the process ended; null where both may be. */
const points: Readonly<Record<Failpoint, { readonly isAnswered: false | null; readonly isTold: boolean }>> = {
  'before-charge': { isAnswered: false, isTold: false },
  'after-charge-before-record': { isAnswered: false, isTold: false },
  'after-record-before-answer': { isAnswered: false, isTold: false },
  'after-commit-before-delivery': { isAnswered: null, isTold: false },
  'after-delivery-before-record': { isAnswered: null, isTold: true },
}

describe.each(Object.values(places).map((make) => [make.name, make] as const))('on the database %s', (_, make) => {
  let place: Place
  let server: RunningGuildhall
  let shop: Shop
  let sales: Sales

  beforeAll(async () => {
    place = await make()
    server = await startGuildhall(place.env)
    shop = await openShop(server.address)
    sales = salesOf(shop, chanceOf(1))
  })
  afterAll(async () => {
    await server.end('SIGKILL')
    await shop.receiver.close()
    await place.remove()
  })

  /** Lets the present server go, sells to one that ends at `point`, and starts an ordinary one. */
  async function sellAndCrash(point: Failpoint, waitSeconds: number): Promise<Sale> {
    await server.end('SIGKILL')
    server = await startGuildhall({ ...place.env, GUILDHALL_CRASH_AT: point }, [], ['--conditions=faults'])
    const sale = sales.wish(CARD)
    const outcome = await sales.goOn(sale)
    expect((await server.ended).signal).toBe('SIGKILL')
    if (points[point].isAnswered === false) expect(outcome).toBe('cut')
    expect(timesTold(sale) > 0).toBe(points[point].isTold)
    if (waitSeconds > 0) await place.timePasses(waitSeconds)
    // An ordinary build passes the point, whatever the environment names.
    server = await startGuildhall({ ...place.env, GUILDHALL_CRASH_AT: point })
    return sale
  }

  const told = (sale: Sale) => shop.receiver.received.filter(({ body }) => JSON.parse(body).data.checkout_id === sale.checkoutId)
  const timesTold = (sale: Sale): number => told(sale).length
  const checkoutOf = async (sale: Sale) => (await ask(shop.address, `GET /v1/checkouts/client/${sale.secret}`)).json

  // Until that is written down the event may come again, also to the test behind this one.
  async function isDelivered(sale: Sale): Promise<boolean> {
    const id = told(sale)[0]?.headers['webhook-id']
    if (id === undefined) return false
    const { items } = (await shop.ask(`GET /v1/webhooks/deliveries?event_id=${id}`)).json
    return items.some(({ succeeded }: { succeeded: boolean }) => succeeded)
  }

  async function receipts(sale: Sale): Promise<number> {
    const { items } = (await ask(shop.address, 'GET /dev/mail/messages')).json
    return items.filter(({ to }: { to: string }) => to === `buyer-${sale.number}@shop.example`).length
  }

  /** One charge, one order, one receipt, one event that arrived, and books that hold. */
  async function expectSoldOnce(sale: Sale): Promise<void> {
    await expect.poll(() => isDelivered(sale), WAIT).toBe(true)
    await expect.poll(() => receipts(sale), WAIT).toBe(1)
    expect(new Set(told(sale).map(({ headers }) => headers['webhook-id'])).size).toBe(1)
    expect((await checkoutOf(sale)).status).toBe('succeeded')
    expect([...(await compare(shop, sales, 'settled')), ...compareTold(shop).faults, ...sales.faults]).toEqual([])
    const books = await guildhall(['verify-ledger', '--json'], place.env)
    expect([books.code, JSON.parse(books.out).faults]).toEqual([0, []])
  }

  // Where the lock of the database says that nobody else is at work, nobody waits for the leases of the dead (decision 14).
  const leaseSeconds = () => (place.name === 'embedded' ? 0 : LEASE_SECONDS)

  test.each(Object.keys(points) as Failpoint[])(
    'cut off %s, a repeat with the same key sells once',
    { timeout: TEST_MS },
    async (point) => {
      const sale = await sellAndCrash(point, leaseSeconds())
      expect(await sales.goOn(sale)).toBe('answered')
      expect(sale.answer?.status).toBe(200)
      await expectSoldOnce(sale)
      // Nobody but the receiver knew that it had arrived: it comes again, by the same name.
      if (points[point].isTold) expect(timesTold(sale)).toBe(2)
      await sales.repeat(sale)
      expect(sales.faults).toEqual([])
    },
  )

  test('cut off after the charge, a buyer who never comes back has bought once', { timeout: TEST_MS }, async () => {
    const sale = await sellAndCrash('after-charge-before-record', LONG_SECONDS)
    await expect.poll(async () => (await checkoutOf(sale)).status, WAIT).toBe('succeeded')
    await expectSoldOnce(sale)
    expect(await sales.goOn(sale)).toBe('answered')
    expect(sale.answer?.status).toBe(200)
  })

  test('cut off before the charge, a buyer who never comes back is not charged and may begin anew', { timeout: TEST_MS }, async () => {
    const sale = await sellAndCrash('before-charge', LONG_SECONDS)
    await expect.poll(async () => (await checkoutOf(sale)).status, WAIT).toBe('open')
    expect(await sales.goOn(sale)).toBe('answered')
    expect([sale.answer?.status, sale.answer?.json.error]).toEqual([400, 'PaymentError'])
    expect(await compare(shop, sales, 'settled')).toEqual([])
  })
})
