// Buyers who buy without end, and what they remember of it: what they wished for, how far they came, what they were answered.

import { type Chance, oneOf } from './chance.ts'
import { type Answer, ask, type Shop } from './shop.ts'

/** Cards, each as likely as its weight. */
const CARDS = {
  sandbox_4242424242424242: 60,
  sandbox_4242424242424242_slow: 8,
  sandbox_4242424242424242_lost: 12,
  sandbox_4242424242424242_doubled: 10,
  sandbox_4000000000000002: 10,
} as const
/** How often a buyer presses the button twice. */
const TWICE = 0.15
/** The first sale's price, in minor units; each has one of its own, by which its charge is known in the sandbox's record. */
const FIRST_PRICE = 1000

/** One sale, as whoever wished for it knows it. */
export interface Sale {
  readonly number: number
  /** Minor units; no other sale has the same. */
  readonly price: number
  readonly card: string
  readonly isPressedTwice: boolean
  productId?: string
  checkoutId?: string
  secret?: string
  /** The one answer to its confirm. */
  answer?: Answer
}

/** All sales of a run. */
export interface Sales {
  readonly all: readonly Sale[]
  /** What was answered otherwise than it may be; empty while all is well. */
  readonly faults: readonly string[]
  /** A new sale, with a card of chance unless one is named. */
  wish(card?: string): Sale
  /** Sells with `buyers` at the same time until the server is gone. */
  sellUntilGone(buyers: number): Promise<void>
  /** Takes a sale as far as it goes; `cut` when the connection ended, `busy` when an earlier run of its request holds it. */
  goOn(sale: Sale): Promise<'answered' | 'cut' | 'busy'>
  /** Asks once more what was answered already; the words must be the same. */
  repeat(sale: Sale): Promise<void>
}

/** The sales of a shop. */
export function salesOf(shop: Shop, chance: Chance): Sales {
  const all: Sale[] = []
  const faults: string[] = []
  const fault = (sale: Sale, what: string, { status, json }: Answer): void => {
    faults.push(`sale ${sale.number} (${sale.card}): ${what} was answered ${status} ${JSON.stringify(json)}`)
  }
  const wish: Sales['wish'] = (card) => {
    const number = all.length
    const isPressedTwice = card === undefined && chance() < TWICE
    const sale: Sale = { number, price: FIRST_PRICE + number, card: card ?? oneOf(chance, CARDS), isPressedTwice }
    all.push(sale)
    return sale
  }
  const keyed = (sale: Sale, what: string) => ({ 'idempotency-key': `${what}-${sale.number}` })

  async function make(sale: Sale): Promise<'made' | 'busy'> {
    if (sale.productId === undefined) {
      const prices = [{ amount_type: 'fixed', price_amount: sale.price, price_currency: 'usd' }]
      const body = { name: `Sale ${sale.number}`, recurring_interval: null, prices }
      const made = await shop.ask('POST /v1/products/', { body, headers: keyed(sale, 'product') })
      if (made.status === 409) return 'busy'
      if (made.status !== 201) fault(sale, 'its product', made)
      sale.productId = made.json.id
    }
    if (sale.secret === undefined) {
      const opened = await shop.ask('POST /v1/checkouts/', { body: { products: [sale.productId] }, headers: keyed(sale, 'checkout') })
      if (opened.status === 409) return 'busy'
      if (opened.status !== 201) fault(sale, 'its checkout', opened)
      sale.checkoutId = opened.json.id
      sale.secret = opened.json.client_secret
    }
    return 'made'
  }

  const press = (sale: Sale): Promise<Answer> => {
    const who = { customer_email: `buyer-${sale.number}@shop.example`, customer_name: 'Blaise Pascal' }
    const body = { ...who, customer_billing_address: { country: 'FR' }, confirmation_token_id: sale.card }
    return ask(shop.address, `POST /v1/checkouts/client/${sale.secret}/confirm`, { body, headers: keyed(sale, 'confirm') })
  }

  function hear(sale: Sale, answer: Answer): boolean {
    if (answer.status === 409 && answer.json.error === 'IdempotencyKeyInUse') return false
    const isDecline = answer.status === 400 && answer.json.error === 'PaymentError'
    const isSold = answer.status === 200 && answer.json.status === 'confirmed'
    if (!isDecline && !isSold) fault(sale, 'its confirm', answer)
    if (sale.answer && JSON.stringify(sale.answer) !== JSON.stringify(answer)) fault(sale, 'a repeat, otherwise than before,', answer)
    sale.answer ??= answer
    return true
  }

  const goOn: Sales['goOn'] = async (sale) => {
    try {
      if ((await make(sale)) === 'busy') return 'busy'
      const pressed = await Promise.allSettled(Array.from({ length: sale.isPressedTwice ? 2 : 1 }, () => press(sale)))
      // What one of them was told counts, also where the other was cut off.
      const heard = pressed.map((each) => each.status === 'fulfilled' && hear(sale, each.value))
      if (heard.includes(true)) return 'answered'
      return pressed.some((each) => each.status === 'rejected') ? 'cut' : 'busy'
    } catch {
      return 'cut'
    }
  }

  const buyer = async (): Promise<void> => {
    for (let outcome = await goOn(wish()); outcome !== 'cut'; ) outcome = await goOn(wish())
  }
  return {
    all,
    faults,
    wish,
    sellUntilGone: async (buyers) => void (await Promise.all(Array.from({ length: buyers }, buyer))),
    goOn,
    repeat: async (sale) => void hear(sale, await press(sale)),
  }
}
