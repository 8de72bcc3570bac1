// The server is killed at each failpoint of a change of a subscription that is charged at once, and started again: the customer is charged
// once, and the plan is changed with its payment or not at all, whether the request is repeated or the server settles it alone.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { SaleFailpoint } from '#platform/failpoint.ts'
import { guildhall, type RunningGuildhall, startGuildhall } from '#test/support/guildhall.ts'
import { createMerchantClient, type MerchantClient, sendRequest } from './merchant-client.ts'
import { storagesOf, type TestStorage } from './storage.ts'

/** Longer than every lease: a repeat may start. */
const LEASE_SECONDS = 16
/** Longer than the two minutes after which an abandoned payment attempt is given up. */
const LONG_SECONDS = 180
const WAIT = { timeout: 60_000, interval: 100 }
const TEST_MS = 150_000

const points = ['before-call', 'after-call-before-record', 'after-record-before-answer'] as const satisfies readonly SaleFailpoint[]

describe.each(storagesOf('postgres'))('on the database %s', (_, create) => {
  let storage: TestStorage
  let server: RunningGuildhall
  let merchant: MerchantClient
  let plans: readonly string[]
  let buyers = 0

  const planOf = async (price_amount: number): Promise<string> => {
    const prices = [{ amount_type: 'fixed', price_amount, price_currency: 'usd' }]
    return (
      await merchant.request('POST /v1/products/', { body: { name: `Plan of ${price_amount}`, recurring_interval: 'month', prices } })
    ).json.id
  }

  beforeAll(async () => {
    storage = await create()
    server = await startGuildhall(storage.env)
    merchant = await createMerchantClient(server.baseUrl)
    plans = [await planOf(1000), await planOf(3000)]
  })
  afterAll(async () => {
    await server.stop('SIGKILL')
    await merchant.receiver.close()
    await storage.remove()
  })

  /** Buys a subscription to the cheaper plan. Returns its id. */
  async function subscribe(): Promise<string> {
    buyers += 1
    const checkout = (await merchant.request('POST /v1/checkouts/', { body: { products: [plans[0]] } })).json
    const body = {
      customer_email: `buyer-${buyers}@plan.example`,
      customer_name: 'Emmy Noether',
      customer_billing_address: { country: 'DE' },
      confirmation_token_id: 'sandbox_4242424242424242',
    }
    await sendRequest(merchant.baseUrl, `POST /v1/checkouts/client/${checkout.client_secret}/confirm`, { body })
    const { items } = (await merchant.request(`GET /v1/subscriptions/?product_id=${plans[0]}&sorting=-started_at&limit=1`)).json
    return items[0].id
  }

  const change = (id: string) =>
    merchant.request(`PATCH /v1/subscriptions/${id}`, {
      body: { product_id: plans[1], proration_behavior: 'invoice' },
      headers: { 'idempotency-key': `change-${id}` },
    })

  /** Changes the plan on a server that crashes at `point`, and starts an ordinary one when `seconds` have passed. */
  async function changeAndCrash(point: SaleFailpoint, seconds: number): Promise<string> {
    const id = await subscribe()
    await server.stop('SIGKILL')
    server = await startGuildhall({ ...storage.env, GUILDHALL_CRASH_AT: point }, [], ['--conditions=faults'])
    await expect(change(id)).rejects.toThrow()
    expect((await server.ended).signal).toBe('SIGKILL')
    if (seconds > 0) await storage.advanceTime(seconds)
    server = await startGuildhall(storage.env)
    return id
  }

  const read = async (id: string) => (await merchant.request(`GET /v1/subscriptions/${id}`)).json
  const ordersOf = async (id: string): Promise<unknown[]> =>
    (await merchant.all('/v1/orders/')).filter((order) => order.subscription_id === id && order.billing_reason === 'subscription_update')

  async function expectChangedOnce(id: string): Promise<void> {
    expect(await read(id)).toMatchObject({ product_id: plans[1], amount: 3000, pending_change: null })
    expect(await ordersOf(id)).toMatchObject([{ status: 'paid' }])
  }

  // Where the lock on the data directory excludes other processes, orphaned leases are released at the start (decision 14).
  const leaseSeconds = () => (storage.name === 'embedded' ? 0 : LEASE_SECONDS)

  test.each(points)('after a crash %s, a repeat with the same key changes the plan once', { timeout: TEST_MS }, async (point) => {
    const id = await changeAndCrash(point, leaseSeconds())
    const repeated = await change(id)
    expect([repeated.status, repeated.json.product_id]).toEqual([200, plans[1]])
    await expectChangedOnce(id)
    expect(await change(id)).toEqual(repeated)
  })

  test('after a crash after the charge, the plan is changed although the request is not repeated', { timeout: TEST_MS }, async () => {
    const id = await changeAndCrash('after-call-before-record', LONG_SECONDS)
    await expect.poll(async () => (await read(id)).product_id, WAIT).toBe(plans[1])
    await expectChangedOnce(id)
  })

  /** The number of payments of changes that have gone back to the customer. */
  const countReturned = async () =>
    (await merchant.all('/v1/sandbox/charges/')).filter(({ refunded_amount }) => refunded_amount === 2000).length

  test.each([
    ['before what was charged has gone back', false],
    ['after what was charged has gone back', true],
  ])(
    'after a crash after the charge and a refund of what the change gives back, a repeat %s says that the change is dropped',
    {
      timeout: TEST_MS,
    },
    async (_, isReturned) => {
      const id = await changeAndCrash('after-call-before-record', leaseSeconds())
      const returned = await countReturned()
      const [first] = (await merchant.request(`GET /v1/orders/?subscription_id=${id}`)).json.items
      await merchant.request('POST /v1/refunds/', { body: { order_id: first.id, reason: 'customer_request', amount: 100 } })
      if (isReturned) {
        await server.stop('SIGTERM')
        await storage.advanceTime(LONG_SECONDS)
        server = await startGuildhall(storage.env)
        await expect.poll(countReturned, WAIT).toBe(returned + 1)
      }
      const repeated = await change(id)
      expect([repeated.status, repeated.json.error]).toEqual([409, 'SubscriptionChangeDropped'])
      expect([await read(id), await ordersOf(id)]).toMatchObject([{ product_id: plans[0], pending_change: null }, []])
      expect(await change(id)).toEqual(repeated)
      await expect.poll(countReturned, WAIT).toBe(returned + 1)
    },
  )

  test('after a crash before the charge, the plan stays, nothing is charged, and it can be changed again', {
    timeout: TEST_MS,
  }, async () => {
    const id = await changeAndCrash('before-call', LONG_SECONDS)
    await expect.poll(async () => (await read(id)).pending_change, WAIT).toBeNull()
    expect([(await read(id)).product_id, await ordersOf(id)]).toEqual([plans[0], []])
    const body = { product_id: plans[1], proration_behavior: 'invoice' }
    expect((await merchant.request(`PATCH /v1/subscriptions/${id}`, { body })).status).toBe(200)
    await expectChangedOnce(id)
  })

  test('after all these crashes no order, payment or credit is at fault', async () => {
    const ledger = await guildhall(['verify-ledger', '--json'], storage.env)
    expect([ledger.code, JSON.parse(ledger.out).faults]).toEqual([0, []])
  })
})
