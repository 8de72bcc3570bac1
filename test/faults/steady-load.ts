// A steady load on a running server: reads, and sales in which every step is retried with one idempotency key.
import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { cards } from '#test/support/a-checkout.ts'
import { aProduct, type TestMerchant } from '#test/support/a-merchant.ts'
import { uniqueEmail } from '#test/support/a-user.ts'

const TRIES_MAX = 40
const RETRY_MS = 500

/** One answer, or the error when there was none (`status` 0). */
export interface LoadAnswer {
  readonly endpoint: 'list' | 'session' | 'open' | 'confirm'
  readonly status: number
  readonly text: string
  readonly headers: Headers
  /** On the clock of `performance.now()`. */
  readonly startedMs: number
  readonly tookMs: number
}

/** A finished sale: its checkout, and whether its confirm succeeded. */
export interface LoadSale {
  readonly checkoutId: string | undefined
  readonly isPaid: boolean
  /** The processor's answer was lost; a job fetches it later. */
  readonly isInDoubt: boolean
}

/** A load that runs until it is stopped. */
export interface SteadyLoad {
  readonly answers: readonly LoadAnswer[]
  /** Stops the load, waits for every sale, and returns them. */
  stop(): Promise<readonly LoadSale[]>
}

/** Starts reads of both APIs and sales of one product, at fixed rates per second that do not depend on their outcome. */
export async function steadyLoad(
  base: string,
  merchant: TestMerchant,
  { reads, sales }: { readonly reads: number; readonly sales: number },
): Promise<SteadyLoad> {
  const answers: LoadAnswer[] = []
  const product = await aProduct(merchant)
  const send = async (endpoint: LoadAnswer['endpoint'], path: string, init: RequestInit = {}): Promise<LoadAnswer> => {
    const startedMs = performance.now()
    const answered = await fetch(base + path, init)
      .then(async (answer) => ({ status: answer.status, headers: answer.headers, text: await answer.text() }))
      .catch((error: Error) => ({ status: 0, headers: new Headers(), text: String(error.cause ?? error) }))
    const answer = { endpoint, ...answered, startedMs, tookMs: performance.now() - startedMs }
    answers.push(answer)
    return answer
  }
  // Retries with one key while the answer asks for it.
  const sendUntilAccepted = async (endpoint: LoadAnswer['endpoint'], path: string, body: unknown): Promise<LoadAnswer> => {
    const headers = { ...merchant.headers, 'content-type': 'application/json', 'idempotency-key': randomUUID() }
    for (let tries = 1; ; tries += 1) {
      const answer = await send(endpoint, path, { method: 'POST', headers, body: JSON.stringify(body) })
      if (![0, 409, 503].includes(answer.status) || tries === TRIES_MAX) return answer
      await wait(RETRY_MS)
    }
  }
  const sell = async (): Promise<LoadSale> => {
    const opened = await sendUntilAccepted('open', '/v1/checkouts/', { products: [product.id] })
    if (opened.status !== 201) return { checkoutId: undefined, isPaid: false, isInDoubt: false }
    const checkout = JSON.parse(opened.text) as { id: string; client_secret: string }
    const form = { customer_email: uniqueEmail(), customer_name: 'Blaise Pascal', customer_billing_address: { country: 'FR' } }
    const body = { ...form, confirmation_token_id: cards.good }
    const confirmed = await sendUntilAccepted('confirm', `/v1/checkouts/client/${checkout.client_secret}/confirm`, body)
    const isInDoubt = confirmed.status === 200 && JSON.parse(confirmed.text).status !== 'succeeded'
    return { checkoutId: checkout.id, isPaid: confirmed.status === 200, isInDoubt }
  }
  const read = (count: number) =>
    count % 10
      ? send('list', '/v1/products/', { headers: merchant.headers })
      : send('session', '/api/auth/get-session', { headers: { cookie: merchant.cookie } })
  const pendingReads: Promise<unknown>[] = []
  const pendingSales: Promise<LoadSale>[] = []
  let count = 0
  const timers = [
    setInterval(() => {
      count += 1
      pendingReads.push(read(count))
    }, 1000 / reads),
    setInterval(() => pendingSales.push(sell()), 1000 / sales),
  ]
  return {
    answers,
    stop: async () => {
      for (const timer of timers) clearInterval(timer)
      await Promise.all(pendingReads)
      return Promise.all(pendingSales)
    },
  }
}
