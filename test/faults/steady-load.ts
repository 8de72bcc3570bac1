// A steady load on a running server: reads, and sales that are each carried through with one key per step, as a careful program does.
import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { cards } from '#test/support/a-checkout.ts'
import { aProduct, type TestMerchant } from '#test/support/a-merchant.ts'
import { newAddress } from '#test/support/a-user.ts'

const STEP_TRIES = 40
const AGAIN_MS = 500

/** One answer, or the error where there was none (`status` 0). */
export interface LoadAnswer {
  readonly what: 'list' | 'session' | 'open' | 'confirm'
  readonly status: number
  readonly text: string
  readonly headers: Headers
  /** On the clock of `performance.now()`. */
  readonly startedMs: number
  readonly tookMs: number
}

/** A sale that came to its end: the checkout that was opened, and whether its confirm was answered with success. */
export interface LoadSale {
  readonly checkoutId: string | undefined
  readonly isPaid: boolean
  /** The processor's answer was lost: it is asked again in its own time. */
  readonly isInDoubt: boolean
}

/** A load that runs until it is stopped. */
export interface SteadyLoad {
  readonly answers: readonly LoadAnswer[]
  /** Ends it; gives what came of each sale once all have been carried through. */
  stop(): Promise<readonly LoadSale[]>
}

/** Begins reads of both halves and sales of one product, so many each second, whatever becomes of them. */
export async function steadyLoad(
  base: string,
  merchant: TestMerchant,
  { reads, sales }: { readonly reads: number; readonly sales: number },
): Promise<SteadyLoad> {
  const answers: LoadAnswer[] = []
  const product = await aProduct(merchant)
  const ask = async (what: LoadAnswer['what'], path: string, init: RequestInit = {}): Promise<LoadAnswer> => {
    const startedMs = performance.now()
    const answered = await fetch(base + path, init)
      .then(async (answer) => ({ status: answer.status, headers: answer.headers, text: await answer.text() }))
      .catch((error: Error) => ({ status: 0, headers: new Headers(), text: String(error.cause ?? error) }))
    const answer = { what, ...answered, startedMs, tookMs: performance.now() - startedMs }
    answers.push(answer)
    return answer
  }
  // With one key, again and again for as long as the answer says so.
  const carry = async (what: LoadAnswer['what'], path: string, body: unknown): Promise<LoadAnswer> => {
    const headers = { ...merchant.headers, 'content-type': 'application/json', 'idempotency-key': randomUUID() }
    for (let tries = 1; ; tries += 1) {
      const answer = await ask(what, path, { method: 'POST', headers, body: JSON.stringify(body) })
      if (![0, 409, 503].includes(answer.status) || tries === STEP_TRIES) return answer
      await wait(AGAIN_MS)
    }
  }
  const sell = async (): Promise<LoadSale> => {
    const opened = await carry('open', '/v1/checkouts/', { products: [product.id] })
    if (opened.status !== 201) return { checkoutId: undefined, isPaid: false, isInDoubt: false }
    const checkout = JSON.parse(opened.text) as { id: string; client_secret: string }
    const form = { customer_email: newAddress(), customer_name: 'Blaise Pascal', customer_billing_address: { country: 'FR' } }
    const body = { ...form, confirmation_token_id: cards.good }
    const confirmed = await carry('confirm', `/v1/checkouts/client/${checkout.client_secret}/confirm`, body)
    const isInDoubt = confirmed.status === 200 && JSON.parse(confirmed.text).status !== 'succeeded'
    return { checkoutId: checkout.id, isPaid: confirmed.status === 200, isInDoubt }
  }
  const read = (count: number) =>
    count % 10
      ? ask('list', '/v1/products/', { headers: merchant.headers })
      : ask('session', '/api/auth/get-session', { headers: { cookie: merchant.cookie } })
  const going: Promise<unknown>[] = []
  const selling: Promise<LoadSale>[] = []
  let count = 0
  const timers = [
    setInterval(() => {
      count += 1
      going.push(read(count))
    }, 1000 / reads),
    setInterval(() => selling.push(sell()), 1000 / sales),
  ]
  return {
    answers,
    stop: async () => {
      for (const timer of timers) clearInterval(timer)
      await Promise.all(going)
      return Promise.all(selling)
    },
  }
}
