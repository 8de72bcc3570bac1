// Simulated buyers, and their record of each sale: its progress and the answers that they received.

import { type Answer, type MerchantClient, sendRequest } from './merchant-client.ts'
import { pickWeighted, type Random } from './random.ts'

/** Cards and their weights. */
const CARDS = {
  sandbox_4242424242424242: 60,
  sandbox_4242424242424242_slow: 8,
  sandbox_4242424242424242_lost: 12,
  sandbox_4242424242424242_doubled: 10,
  sandbox_4000000000000002: 10,
} as const
/** The probability that a buyer sends the confirm twice. */
const TWICE = 0.15
/** The price of the first sale, in minor units; every sale has a price of its own, which identifies its charge in the sandbox. */
const FIRST_PRICE = 1000

/** One sale, as its buyer knows it. */
export interface Sale {
  readonly number: number
  /** Minor units; unique among the sales. */
  readonly price: number
  readonly card: string
  readonly isConfirmedTwice: boolean
  productId?: string
  checkoutId?: string
  secret?: string
  /** The answer to its confirm. */
  answer?: Answer
}

/** All sales of a run. */
export interface Sales {
  readonly all: readonly Sale[]
  /** One sentence for each unexpected answer. */
  readonly faults: readonly string[]
  /** Adds a sale, with a random card unless one is given. */
  createSale(card?: string): Sale
  /** Sells with `buyers` simultaneous buyers until the server disconnects them. */
  sellUntilDisconnected(buyers: number): Promise<void>
  /** Continues a sale; `disconnected` when the connection ended, `busy` when an earlier attempt of its request is still running. */
  advance(sale: Sale): Promise<'answered' | 'disconnected' | 'busy'>
  /** Repeats the answered confirm; the answer must be the same. */
  repeat(sale: Sale): Promise<void>
}

/** Creates the record of the sales of a merchant. */
export function createSales(merchant: MerchantClient, random: Random): Sales {
  const all: Sale[] = []
  const faults: string[] = []
  const fault = (sale: Sale, request: string, { status, json }: Answer): void => {
    faults.push(`sale ${sale.number} (${sale.card}): ${request} was answered ${status} ${JSON.stringify(json)}`)
  }
  const createSale: Sales['createSale'] = (card) => {
    const number = all.length
    const isConfirmedTwice = card === undefined && random() < TWICE
    const sale: Sale = { number, price: FIRST_PRICE + number, card: card ?? pickWeighted(random, CARDS), isConfirmedTwice }
    all.push(sale)
    return sale
  }
  const keyed = (sale: Sale, step: string) => ({ 'idempotency-key': `${step}-${sale.number}` })

  async function openCheckout(sale: Sale): Promise<'created' | 'busy'> {
    if (sale.productId === undefined) {
      const prices = [{ amount_type: 'fixed', price_amount: sale.price, price_currency: 'usd' }]
      const body = { name: `Sale ${sale.number}`, recurring_interval: null, prices }
      const created = await merchant.request('POST /v1/products/', { body, headers: keyed(sale, 'product') })
      if (created.status === 409) return 'busy'
      if (created.status !== 201) fault(sale, 'its product', created)
      sale.productId = created.json.id
    }
    if (sale.secret === undefined) {
      const opened = await merchant.request('POST /v1/checkouts/', {
        body: { products: [sale.productId] },
        headers: keyed(sale, 'checkout'),
      })
      if (opened.status === 409) return 'busy'
      if (opened.status !== 201) fault(sale, 'its checkout', opened)
      sale.checkoutId = opened.json.id
      sale.secret = opened.json.client_secret
    }
    return 'created'
  }

  const sendConfirm = (sale: Sale): Promise<Answer> => {
    const contact = { customer_email: `buyer-${sale.number}@shop.example`, customer_name: 'Blaise Pascal' }
    const body = { ...contact, customer_billing_address: { country: 'FR' }, confirmation_token_id: sale.card }
    return sendRequest(merchant.baseUrl, `POST /v1/checkouts/client/${sale.secret}/confirm`, { body, headers: keyed(sale, 'confirm') })
  }

  function recordAnswer(sale: Sale, answer: Answer): boolean {
    if (answer.status === 409 && answer.json.error === 'IdempotencyKeyInUse') return false
    const isDecline = answer.status === 400 && answer.json.error === 'PaymentError'
    const isSold = answer.status === 200 && answer.json.status === 'confirmed'
    if (!isDecline && !isSold) fault(sale, 'its confirm', answer)
    if (sale.answer && JSON.stringify(sale.answer) !== JSON.stringify(answer)) fault(sale, 'a repeat, unlike the first confirm,', answer)
    sale.answer ??= answer
    return true
  }

  const advance: Sales['advance'] = async (sale) => {
    try {
      if ((await openCheckout(sale)) === 'busy') return 'busy'
      const answers = await Promise.allSettled(Array.from({ length: sale.isConfirmedTwice ? 2 : 1 }, () => sendConfirm(sale)))
      // The answer to one of them counts even if the other was disconnected.
      const recorded = answers.map((each) => each.status === 'fulfilled' && recordAnswer(sale, each.value))
      if (recorded.includes(true)) return 'answered'
      return answers.some((each) => each.status === 'rejected') ? 'disconnected' : 'busy'
    } catch {
      return 'disconnected'
    }
  }

  const buyer = async (): Promise<void> => {
    for (let outcome = await advance(createSale()); outcome !== 'disconnected'; ) outcome = await advance(createSale())
  }
  return {
    all,
    faults,
    createSale,
    sellUntilDisconnected: async (buyers) => void (await Promise.all(Array.from({ length: buyers }, buyer))),
    advance,
    repeat: async (sale) => void recordAnswer(sale, await sendConfirm(sale)),
  }
}
