// Random sequences of acts of a customer and of the merchant, and their text. Numbers select among what there is.
import fc from 'fast-check'

/** The card of a customer: pays · is declined later · is declined later for good · pays and is disputed · pays, with slow refunds. */
export type Card = 'pays' | 'short' | 'expired' | 'disputes' | 'slow' | 'none'

/** The billing of a change, and the time at which it takes effect; null: as the merchant has set. */
export type Billing = 'invoice' | 'prorate' | null
export type Apply = 'now' | 'period_end' | null

/** One act. `subscribe` does nothing while there is a subscription, most others do nothing without one. */
export type Act =
  | { readonly do: 'pass'; readonly hours: number }
  | { readonly do: 'subscribe'; readonly plan: number; readonly card: Card; readonly discount: number }
  | { readonly do: 'change'; readonly by: 'merchant'; readonly plan: number; readonly billing: Billing; readonly apply: Apply }
  | { readonly do: 'change'; readonly by: 'customer'; readonly plan: number }
  | { readonly do: 'cancel' | 'resume'; readonly by: 'merchant' | 'customer' }
  | { readonly do: 'revoke' | 'delete' | 'look' | 'retry' | 'wait' }
  | { readonly do: 'card'; readonly card: Card }
  | { readonly do: 'refund'; readonly order: number; readonly percent: number }
  | { readonly do: 'dispute'; readonly order: number }
  | { readonly do: 'resolve'; readonly answer: 'wins' | 'loses' | 'accept' }
  | { readonly do: 'discount'; readonly discount: number }
  | { readonly do: 'grant'; readonly amount: number }
  | { readonly do: 'upgrade'; readonly plan: number; readonly card: Card }

/** The merchant of a sequence, and the instant at which it begins (UTC). */
export interface Terms {
  readonly taxes: 'none' | 'added' | 'contained'
  readonly zone: 'UTC' | 'Europe/Berlin' | 'America/New_York'
  readonly start: string
  readonly billing: 'invoice' | 'prorate'
  readonly downgrades: 'now' | 'period_end'
  readonly final: 'canceled' | 'unpaid'
}

/** Customers of one merchant, each with a sequence of acts; time passes for all of them at the same places. */
export interface Wave {
  readonly terms: Terms
  readonly sequences: readonly (readonly Act[])[]
}

/** Sequences of a wave. */
export const SEQUENCES_OF_WAVE = 20
const ACTS_MINIMUM = 5
const ACTS_MAXIMUM = 13
const PLANS = 7
const DISCOUNTS = 4

const plan = fc.nat({ max: PLANS - 1 })
const discount = fc.nat({ max: DISCOUNTS })
const by = fc.constantFrom('merchant' as const, 'customer' as const)
const card = fc.constantFrom<Card[]>('pays', 'pays', 'pays', 'short', 'expired', 'disputes', 'slow', 'none')
const subscribe = fc.record({
  do: fc.constant('subscribe' as const),
  plan,
  card: fc.constantFrom<Card[]>('pays', 'pays', 'pays', 'pays', 'short', 'disputes', 'slow', 'none'),
  discount: fc.constantFrom(0, 1, 2, 3, DISCOUNTS, DISCOUNTS, DISCOUNTS, DISCOUNTS, DISCOUNTS),
})
const billing = fc.constantFrom<Billing[]>('invoice', 'prorate', null)
const apply = fc.constantFrom<Apply[]>('now', 'now', 'now', 'period_end', null)
const change = fc.oneof(
  fc.record({ do: fc.constant('change' as const), by: fc.constant('merchant' as const), plan, billing, apply }),
  fc.record({ do: fc.constant('change' as const), by: fc.constant('customer' as const), plan }),
)
const order = fc.nat({ max: 4 })

const act: fc.Arbitrary<Act> = fc.oneof(
  { weight: 9, arbitrary: change },
  { weight: 2, arbitrary: fc.record({ do: fc.constantFrom('cancel' as const, 'resume' as const), by }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constantFrom('look' as const, 'look' as const, 'retry' as const, 'revoke' as const) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constantFrom('delete' as const, 'look' as const) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('card' as const), card }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('refund' as const), order, percent: fc.constantFrom(10, 33, 50, 100, 100) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('dispute' as const), order }) },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('resolve' as const),
      answer: fc.constantFrom('wins' as const, 'loses' as const, 'accept' as const),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('discount' as const), discount }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('grant' as const), amount: fc.constantFrom(1, 700, 40_000) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('upgrade' as const), plan, card }) },
  { weight: 1, arbitrary: subscribe },
)

// A second, an hour, parts of a month, and spans around a month, so that ends of periods are met exactly and passed.
const hours = fc.constantFrom(1 / 3600, 1, 24, 100, 240, 360, 360, 500, 672, 744, 744, 1100)
const terms: fc.Arbitrary<Terms> = fc.record({
  taxes: fc.constantFrom<Terms['taxes'][]>('none', 'added', 'contained'),
  zone: fc.constantFrom<Terms['zone'][]>('UTC', 'Europe/Berlin', 'America/New_York'),
  // The first is before summer time in America and Europe, the second the last day of a leap February; two end at hours that are skipped or repeated.
  start: fc.constantFrom(
    '2027-02-15T17:00:00Z',
    '2028-02-29T12:00:00Z',
    '2027-01-15T11:00:00Z',
    '2027-01-31T23:30:00Z',
    '2027-09-30T00:30:00Z',
    '2027-02-28T01:30:00Z',
  ),
  billing: fc.constantFrom<Terms['billing'][]>('invoice', 'prorate'),
  downgrades: fc.constantFrom<Terms['downgrades'][]>('now', 'now', 'period_end'),
  final: fc.constantFrom<Terms['final'][]>('canceled', 'unpaid'),
})

// Null: everybody acts.
const place = fc.oneof({ weight: 3, arbitrary: fc.constant(null) }, { weight: 2, arbitrary: hours })

/** The last acts of each sequence: what is due at the end of periods happens, and then everything ends. */
const END: readonly Act[] = [
  { do: 'pass', hours: 800 },
  { do: 'cancel', by: 'merchant' },
  { do: 'pass', hours: 9000 },
]

const plainWave: fc.Arbitrary<Wave> = fc
  .record({
    terms,
    places: fc.array(place, { minLength: ACTS_MINIMUM, maxLength: ACTS_MAXIMUM, size: 'max' }),
    begins: fc.array(subscribe, { minLength: SEQUENCES_OF_WAVE, maxLength: SEQUENCES_OF_WAVE }),
    acts: fc.array(fc.array(act, { minLength: ACTS_MAXIMUM, maxLength: ACTS_MAXIMUM }), {
      minLength: SEQUENCES_OF_WAVE,
      maxLength: SEQUENCES_OF_WAVE,
    }),
  })
  .map(({ terms: of, places, begins, acts }) => ({
    terms: of,
    sequences: begins.map((begin, at) => [
      begin,
      ...places.map((passing, index): Act => (passing === null ? (acts[at]?.[index] ?? { do: 'wait' }) : { do: 'pass', hours: passing })),
      ...END,
    ]),
  }))

/** The wave of a seed: always the same. */
export function waveOf(seed: number): Wave {
  const [wave] = fc.sample(fc.noBias(plainWave), { seed, numRuns: 1 })
  if (!wave) throw new Error('No wave was made.')
  return wave
}

/** A sequence as text, one line for each act. */
export function describe({ terms: of }: Pick<Wave, 'terms'>, acts: readonly Act[]): string {
  const written = (value: object) => JSON.stringify(value).replaceAll('"', '').replaceAll(/[{}]/g, '').replaceAll(',', ', ')
  return [written(of), ...acts.map((one) => `  ${written(one).replace(/^do:/, '')}`)].join('\n')
}
