// The server is killed when a document has its number and is not committed, and started again: the number is given again, and no series
// has a gap.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { guildhall, type RunningGuildhall, startGuildhall } from '#test/support/guildhall.ts'
import { createMerchantClient, type MerchantClient, sendRequest } from '../merchant-client.ts'
import { storagesOf, type TestStorage } from '../storage.ts'

const TEST_MS = 150_000
const ROUNDS = 2

describe.each(storagesOf('postgres'))('on the database %s', (_, create) => {
  let storage: TestStorage
  let server: RunningGuildhall
  let merchant: MerchantClient
  let product: string
  let buyers = 0

  beforeAll(async () => {
    storage = await create()
    server = await startGuildhall(storage.env)
    merchant = await createMerchantClient(server.baseUrl)
    const prices = [{ amount_type: 'fixed', price_amount: 1000, price_currency: 'usd' }]
    product = (await merchant.request('POST /v1/products/', { body: { name: 'Handbook', recurring_interval: null, prices } })).json.id
  })
  afterAll(async () => {
    await server.stop('SIGKILL')
    await merchant.receiver.close()
    await storage.remove()
  })

  /** Sells the product to a buyer whom an invoice can name. Returns the id of the order. */
  async function sell(): Promise<string> {
    buyers += 1
    const checkout = (await merchant.request('POST /v1/checkouts/', { body: { products: [product] } })).json
    const body = {
      customer_email: `buyer-${buyers}@books.example`,
      customer_name: 'Emmy Noether',
      customer_billing_address: { country: 'DE' },
      confirmation_token_id: 'sandbox_4242424242424242',
    }
    await sendRequest(merchant.baseUrl, `POST /v1/checkouts/client/${checkout.client_secret}/confirm`, { body })
    const { id } = (await merchant.request(`GET /v1/orders/?checkout_id=${checkout.id}`)).json.items[0]
    await merchant.request(`PATCH /v1/orders/${id}`, { body: { billing_name: 'Noether GmbH' } })
    return id
  }

  const issue = (id: string) => merchant.request(`POST /v1/orders/${id}/invoice`)
  const numberOf = async (id: string) => (await merchant.request(`GET /v1/orders/${id}`)).json.invoice_number

  test('an invoice that was not committed gives its number to the next one', { timeout: TEST_MS }, async () => {
    const orders: string[] = []
    for (let round = 0; round < ROUNDS; round += 1) {
      const [killed, next] = [await sell(), await sell()]
      await server.stop('SIGKILL')
      server = await startGuildhall({ ...storage.env, GUILDHALL_CRASH_AT: 'after-number-before-commit' }, [], ['--conditions=faults'])
      await expect(issue(killed)).rejects.toThrow()
      expect((await server.ended).signal).toBe('SIGKILL')
      server = await startGuildhall(storage.env)
      expect(await numberOf(killed)).toBeNull()
      for (const id of [next, killed]) expect((await issue(id)).status).toBe(202)
      orders.push(next, killed)
    }
    const numbers = await Promise.all(orders.map(numberOf))
    expect(numbers).toEqual(orders.map((_id, at) => `INV-${String(at + 1).padStart(4, '0')}`))
    const ledger = await guildhall(['verify-ledger', '--json'], storage.env)
    expect([ledger.code, JSON.parse(ledger.out).faults]).toEqual([0, []])
  })
})
