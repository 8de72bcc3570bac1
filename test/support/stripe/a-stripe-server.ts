import { afterAll } from 'vitest'
import { movableClock } from '#platform/clock.ts'
import type { TestMerchant } from '../a-merchant.ts'
import { ownDatabase } from '../database.ts'
import { START, type TestServer, testServer } from '../server.ts'
import { type FakeStripe, startFakeStripe } from './fake-stripe.ts'
import { waitForStripe } from './wait-limit.ts'
import { type SendWebhooksOptions, sendWebhooks } from './webhooks.ts'

/** A server with a database of its own whose live organizations are paid through a fake of Stripe. */
export interface StripeServer {
  readonly fake: FakeStripe
  readonly server: TestServer
  /** Sends what Stripe has to report, by default each webhook twice and the newest first, and works on it. */
  report(options?: SendWebhooksOptions): Promise<void>
  /** The number of requests of an operation of Stripe's API. */
  requestsOf(operation: string): number
  /** The orders of an organization, newest first. */
  ordersOf(merchant: TestMerchant): Promise<TestOrder[]>
}

// biome-ignore lint/suspicious/noExplicitAny: a test states the shape it expects by what it compares with
type TestOrder = any

/** Starts a fake of Stripe and a server that uses it; they close after the tests of the file. */
export async function aStripeServer(settings: Readonly<Record<string, string>> = {}): Promise<StripeServer> {
  const fake = await startFakeStripe()
  const server = await testServer({
    database: await ownDatabase(),
    clock: movableClock(START),
    settings: { ...fake.settings, ...settings },
  })
  waitForStripe(server, fake)
  afterAll(async () => {
    await server.close()
    await fake.close()
  })
  return {
    fake,
    server,
    async report(options = { isReversed: true, times: 2 }) {
      await sendWebhooks(server, fake, options)
      await server.drain()
    },
    requestsOf: (operation) => fake.requests.filter((request) => request.operation === operation).length,
    ordersOf: async (merchant) => (await merchant.request('GET', '/v1/orders/?limit=100')).json.items,
  }
}
