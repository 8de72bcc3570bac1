// A merchant with few requests and one working endpoint, whose latencies are measured.
import { setTimeout as wait } from 'node:timers/promises'
import { monotonicMs } from '#platform/clock.ts'
import { aMerchant, aProduct, aToken } from '#test/support/a-merchant.ts'
import { aReceiver } from '#test/support/a-receiver.ts'
import { runningServer } from '#test/support/running-server.ts'
import { SETTINGS } from '../fixture.ts'

/** One request each: the next does not wait for the answer, so that a slow answer does not hide others. */
const EVERY_MS = 50
/** Their events are spread over the lanes of the endpoint. */
const PRODUCTS = 16
/** The different requests, in turn. */
const REQUESTS = 4
const WEBHOOK_WITHIN_MS = 60_000
/** Below every limit of a token and of a network, whose counts end only after ten seconds without a call. */
const REQUESTS_PER_TOKEN = 400
const TOKENS = 12

/** Latencies in milliseconds. */
export interface Latencies {
  readonly requests: readonly number[]
  /** From the request that causes the event until its receiver has it; a minute for one that did not come. */
  readonly webhooks: readonly number[]
}

/** The merchant. */
export interface QuietMerchant {
  /** Sends requests for so many seconds. */
  measure(seconds: number): Promise<Latencies>
  close(): Promise<void>
}

/** Creates the merchant on the server at `url`. */
export async function aQuietMerchant(url: string): Promise<QuietMerchant> {
  const plain = runningServer(url)
  const server = {
    ...plain,
    settings: { ...plain.settings, BASE_URL: SETTINGS.BASE_URL },
    request: ((method, path, sent = {}) =>
      plain.request(method, path, { ...sent, headers: { ...networkOf(0), ...sent.headers } })) as typeof plain.request,
  }
  const merchant = await aMerchant(server)
  const products = await Promise.all(Array.from({ length: PRODUCTS }, () => aProduct(merchant)))
  const receiver = await aReceiver()
  const endpoint = { url: receiver.url, format: 'raw', secret: 'a secret of the bench', events: ['product.updated'] }
  await merchant.request('POST', '/v1/webhooks/endpoints', { body: endpoint })
  const tokens = await Promise.all(Array.from({ length: TOKENS }, () => aToken(merchant.owner, merchant.organizationId)))
  const receivedAt = new Map<string, number>()
  receiver.answer((response) => {
    const name = JSON.parse(receiver.received.pop()?.body ?? '{}').data?.name
    receivedAt.set(name, monotonicMs())
    response.writeHead(204).end()
  })
  let turn = 0
  const sendNext = async (latencies: { requests: number[]; sentAt: Map<string, number> }): Promise<void> => {
    turn += 1
    const startMs = monotonicMs()
    const name = `Name ${turn}`
    const product = products[turn % PRODUCTS]
    const changed = products[Math.floor(turn / REQUESTS) % PRODUCTS]
    const index = Math.floor(turn / REQUESTS_PER_TOKEN) % TOKENS
    const headers = { authorization: `Bearer ${tokens[index]?.token}`, ...networkOf(index) }
    const answer = await [
      () => server.request('GET', '/v1/products/', { headers }),
      () => server.request('POST', '/v1/checkouts/', { headers, body: { products: [product.id] } }),
      () => server.request('GET', '/v1/orders/', { headers }),
      () => {
        latencies.sentAt.set(name, startMs)
        return server.request('PATCH', `/v1/products/${changed.id}`, { headers, body: { name } })
      },
    ][turn % REQUESTS]?.()
    if (answer && answer.status >= 300) throw new Error(`The quiet merchant was answered ${answer.status}: ${answer.text}`)
    latencies.requests.push(monotonicMs() - startMs)
  }
  const measure = async (seconds: number): Promise<Latencies> => {
    const latencies = { requests: [] as number[], sentAt: new Map<string, number>() }
    const pending: Promise<void>[] = []
    const endMs = monotonicMs() + seconds * 1000
    for (; monotonicMs() < endMs; await wait(EVERY_MS)) pending.push(sendNext(latencies))
    await Promise.all(pending)
    const names = [...latencies.sentAt.keys()]
    const lateMs = monotonicMs() + WEBHOOK_WITHIN_MS
    while (monotonicMs() < lateMs && !names.every((name) => receivedAt.has(name))) await wait(EVERY_MS)
    const webhooks = [...latencies.sentAt].map(([name, sentMs]) => (receivedAt.get(name) ?? sentMs + WEBHOOK_WITHIN_MS) - sentMs)
    return { requests: latencies.requests, webhooks }
  }
  return { measure, close: () => receiver.close() }
}

function networkOf(index: number): Readonly<Record<string, string>> {
  return { 'x-forwarded-for': `198.51.${index}.7` }
}
