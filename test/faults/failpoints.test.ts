// The server is killed at each failpoint between two effects and started again: the result is one charge, one order, one receipt
// and one delivered event, whether the buyer repeats the confirm with the same key or the server settles it alone.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { SaleFailpoint } from '#platform/failpoint.ts'
import { guildhall, type RunningGuildhall, startGuildhall } from '#test/support/guildhall.ts'
import { createMerchantClient, type MerchantClient, sendRequest } from './merchant-client.ts'
import { seededRandom } from './random.ts'
import { checkDeliveries, checkSales } from './sale-checks.ts'
import { createSales, type Sale, type Sales } from './sales.ts'
import { storages, storagesOf, type TestStorage } from './storage.ts'

const CARD = 'sandbox_4242424242424242'
/** Longer than every lease: a repeat, or another run, may start. */
const LEASE_SECONDS = 16
/** Longer than the two minutes after which an abandoned payment attempt is given up. */
const LONG_SECONDS = 180
const WAIT = { timeout: 60_000, interval: 50 }
const TEST_MS = 150_000

/** Whether the buyer got an answer, and whether the receiver got the event, before the process was killed; null where either may happen. */
const points: Readonly<Record<SaleFailpoint, { readonly isAnswered: false | null; readonly isReceived: boolean }>> = {
  'before-call': { isAnswered: false, isReceived: false },
  'after-call-before-record': { isAnswered: false, isReceived: false },
  'after-record-before-answer': { isAnswered: false, isReceived: false },
  'after-commit-before-delivery': { isAnswered: null, isReceived: false },
  'after-delivery-before-record': { isAnswered: null, isReceived: true },
}

describe.each(Object.entries(storages))('on the database %s', (name, create) => {
  let storage: TestStorage
  let server: RunningGuildhall
  let merchant: MerchantClient
  let sales: Sales

  beforeAll(async () => {
    storage = await create()
    server = await startGuildhall(storage.env)
    merchant = await createMerchantClient(server.baseUrl)
    sales = createSales(merchant, seededRandom(1))
  })
  afterAll(async () => {
    await server.stop('SIGKILL')
    await merchant.receiver.close()
    await storage.remove()
  })

  /** Kills the current server, sells on one that crashes at `point`, and starts an ordinary one. */
  async function sellAndCrash(point: SaleFailpoint, waitSeconds: number): Promise<Sale> {
    await server.stop('SIGKILL')
    server = await startGuildhall({ ...storage.env, GUILDHALL_CRASH_AT: point }, [], ['--conditions=faults'])
    const sale = sales.createSale(CARD)
    const outcome = await sales.advance(sale)
    expect((await server.ended).signal).toBe('SIGKILL')
    if (points[point].isAnswered === false) expect(outcome).toBe('disconnected')
    expect(deliveryCount(sale) > 0).toBe(points[point].isReceived)
    if (waitSeconds > 0) await storage.advanceTime(waitSeconds)
    // An ordinary build ignores the failpoint that the environment names.
    server = await startGuildhall({ ...storage.env, GUILDHALL_CRASH_AT: point })
    return sale
  }

  const deliveriesOf = (sale: Sale) =>
    merchant.receiver.received.filter(({ body }) => JSON.parse(body).data.checkout_id === sale.checkoutId)
  const deliveryCount = (sale: Sale): number => deliveriesOf(sale).length
  const checkoutOf = async (sale: Sale) => (await sendRequest(merchant.baseUrl, `GET /v1/checkouts/client/${sale.secret}`)).json

  // Until the delivery is recorded the event may be sent again, also during the next test.
  async function isDelivered(sale: Sale): Promise<boolean> {
    const id = deliveriesOf(sale)[0]?.headers['webhook-id']
    if (id === undefined) return false
    const { items } = (await merchant.request(`GET /v1/webhooks/deliveries?event_id=${id}`)).json
    return items.some(({ succeeded }: { succeeded: boolean }) => succeeded)
  }

  async function receipts(sale: Sale): Promise<number> {
    const { items } = (await sendRequest(merchant.baseUrl, 'GET /dev/mail/messages')).json
    return items.filter(({ to }: { to: string }) => to === `buyer-${sale.number}@shop.example`).length
  }

  /** Asserts one charge, one order, one receipt, one delivered event, and a balanced ledger. */
  async function expectSoldOnce(sale: Sale): Promise<void> {
    await expect.poll(() => isDelivered(sale), WAIT).toBe(true)
    await expect.poll(() => receipts(sale), WAIT).toBe(1)
    expect(new Set(deliveriesOf(sale).map(({ headers }) => headers['webhook-id'])).size).toBe(1)
    expect((await checkoutOf(sale)).status).toBe('succeeded')
    expect([...(await checkSales(merchant, sales, 'settled')), ...checkDeliveries(merchant).faults, ...sales.faults]).toEqual([])
    const ledger = await guildhall(['verify-ledger', '--json'], storage.env)
    expect([ledger.code, JSON.parse(ledger.out).faults]).toEqual([0, []])
  }

  // Where the lock on the data directory excludes other processes, orphaned leases are released at the start (decision 14).
  const leaseSeconds = () => (storage.name === 'embedded' ? 0 : LEASE_SECONDS)

  // On the other database one point shows that leases are released there.
  const all = storagesOf('postgres').some(([tested]) => tested === name)
  const tested = (Object.keys(points) as SaleFailpoint[]).filter((point) => all || point === 'after-call-before-record')
  test.each(tested)('after a crash %s, a repeat with the same key sells once', { timeout: TEST_MS }, async (point) => {
    const sale = await sellAndCrash(point, leaseSeconds())
    expect(await sales.advance(sale)).toBe('answered')
    expect(sale.answer?.status).toBe(200)
    await expectSoldOnce(sale)
    // The delivery was not recorded: the event is sent again under the same id.
    if (points[point].isReceived) expect(deliveryCount(sale)).toBe(2)
    await sales.repeat(sale)
    expect(sales.faults).toEqual([])
  })

  test.runIf(all)(
    'after a crash after the charge, a buyer who does not repeat the confirm has bought once',
    { timeout: TEST_MS },
    async () => {
      const sale = await sellAndCrash('after-call-before-record', LONG_SECONDS)
      await expect.poll(async () => (await checkoutOf(sale)).status, WAIT).toBe('succeeded')
      await expectSoldOnce(sale)
      expect(await sales.advance(sale)).toBe('answered')
      expect(sale.answer?.status).toBe(200)
    },
  )

  test.runIf(all)(
    'after a crash before the charge, a buyer who does not repeat the confirm is not charged and can start again',
    {
      timeout: TEST_MS,
    },
    async () => {
      const sale = await sellAndCrash('before-call', LONG_SECONDS)
      await expect.poll(async () => (await checkoutOf(sale)).status, WAIT).toBe('open')
      expect(await sales.advance(sale)).toBe('answered')
      expect([sale.answer?.status, sale.answer?.json.error]).toEqual([400, 'PaymentError'])
      expect(await checkSales(merchant, sales, 'settled')).toEqual([])
    },
  )
})
