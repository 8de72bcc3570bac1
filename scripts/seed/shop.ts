// The products that the example shop of `npm run seed` sells, and its customers. The same on every run.

/** The owner of the shop: how to sign in afterwards. */
export const OWNER = { name: 'Elin Sandberg', email: 'elin@seed.example', password: 'example-shop-1' } as const
export const SHOP = { name: 'Northwind Tools', slug: 'northwind-example' } as const
/** Nothing listens there, so every delivery fails. */
export const FAILING_WEBHOOK = 'http://127.0.0.1:9/webhooks'

const CUSTOMERS = 40
const EUR = { price_currency: 'eur' } as const

/** Three products of different kinds, as bodies of `/v1/products/`: at a fixed price, at the buyer's choice, and free. */
export const products = [
  {
    name: 'Template Library',
    description: 'Two hundred forms and contracts for workshops.',
    prices: [{ ...EUR, amount_type: 'fixed', price_amount: 8900 }],
  },
  {
    name: 'Support the Handbook',
    description: 'Pay what the handbook is worth to you.',
    prices: [{ ...EUR, amount_type: 'custom', minimum_amount: 500, maximum_amount: 20_000, preset_amount: 1500 }],
  },
  { name: 'Starter Checklist', description: 'Twelve steps to a tidy workshop.', prices: [{ amount_type: 'free' }] },
] as const

/** The additions to the products, as bodies: benefits of the first product in their order, and a field of its checkouts. */
export const benefits = [
  { type: 'license_keys', description: 'License key', properties: { prefix: 'NW', expires: { ttl: 1, timeframe: 'year' } } },
  { type: 'custom', description: 'Answers within a day', properties: { note: 'Write to help@northwind.example.' } },
] as const
export const customField = { type: 'text', slug: 'workshop', name: 'Name of your workshop', properties: { max_length: 80 } } as const

/** Discounts: one that buyers enter, one for partners that is put into a link. */
export const discounts = [
  { type: 'percentage', basis_points: 1000, duration: 'once', name: 'Spring', code: 'SPRING10' },
  { type: 'fixed', amount: 2000, currency: 'eur', duration: 'once', name: 'For partners' },
] as const

/** The outcome of a sale of the example besides being paid, by its place among the purchases of paid products. */
export type Outcome = 'paid' | 'declined first' | 'declined' | 'waiting' | 'open' | 'refunded' | 'partly refunded' | 'refund pending'

/** The cards of the sandbox, as confirmation tokens. */
export const CARDS = {
  good: 'sandbox_4242424242424242',
  declined: 'sandbox_4000000000000002',
  poor: 'sandbox_4000000000009995',
  asks: 'sandbox_4000002500003155',
  slowRefund: 'sandbox_4000000000007726',
} as const

const OUTCOMES: readonly Outcome[] = [
  ...['paid', 'declined first', 'paid', 'refunded', 'paid', 'open', 'paid', 'partly refunded', 'declined', 'paid'],
  ...['waiting', 'paid', 'refund pending', 'paid', 'paid'],
] as Outcome[]

/** The outcome of the sale at this place among those that are paid. */
export const outcomeAt = (at: number): Outcome => OUTCOMES[at % OUTCOMES.length] ?? 'paid'

const FIRST = ['Aino', 'Bas', 'Chiara', 'Dario', 'Eva', 'Freya', 'Hugo', 'Ines', 'Jonas', 'Karl']
const LAST = ['Berg', 'Conti', 'Ferreira', 'Kowalska']
const COUNTRIES = ['DE', 'NL', 'FR', 'SE', 'IT', 'PL', 'PT', 'FI', 'IE', 'AT']

/** A purchase: which product, by whom, and how much of a price at the buyer's choice, in cents. */
export interface Purchase {
  readonly product: number
  readonly name: string
  readonly email: string
  readonly country: string
  readonly amount: number | null
}

/** The purchases in their order: each of the forty customers buys one to three times. */
export function purchases(): readonly Purchase[] {
  const random = randomFrom(2026)
  const all = Array.from({ length: CUSTOMERS }, (_, at) => {
    const [first = '', last = ''] = [FIRST[at % FIRST.length], LAST[Math.floor(at / FIRST.length)]]
    const customer = { name: `${first} ${last}`, email: `${first}.${last}@seed.example`.toLowerCase() }
    const country = COUNTRIES[Math.floor(random() * COUNTRIES.length)] ?? 'DE'
    return Array.from({ length: 1 + Math.floor(random() ** 2 * 3) }, () => {
      const product = Math.floor(random() * products.length)
      return { ...customer, country, product, amount: product === 1 ? 500 + Math.floor(random() * 30) * 100 : null, order: random() }
    })
  })
  return all
    .flat()
    .toSorted((one, other) => one.order - other.order)
    .map(({ order: _, ...purchase }) => purchase)
}

/** Numbers from 0 to below 1 that follow from the seed (a linear congruential generator). */
function randomFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}
