// The random input of a wave: customers who live at the same time with one merchant. Everything in it shrinks.
import fc from 'fast-check'
import type { Card, Taxes } from './model.ts'

/** An action of a customer or the merchant on a subscription; numbers select among what there is. */
export type Step =
  | { readonly do: 'wait' | 'cancel' | 'uncancel' | 'revoke' | 'delete' }
  | { readonly do: 'change'; readonly plan: number; readonly billing: 'invoice' | 'prorate'; readonly isLater: boolean }
  | { readonly do: 'card'; readonly card: Card }
  | { readonly do: 'refund'; readonly bill: number; readonly percent: number }
  | { readonly do: 'dispute'; readonly bill: number; readonly evidence: 'wins' | 'loses' }
  | { readonly do: 'discount'; readonly discount: number }
  | { readonly do: 'credit'; readonly amount: number }
  | { readonly do: 'price'; readonly plan: number; readonly price: number }

/** A customer: when it subscribes and to what, and one step for each round from then on. */
export interface LifeInput {
  readonly from: number
  readonly plan: number
  readonly card: Exclude<Card, 'none'>
  readonly discount: number
  readonly steps: readonly Step[]
}

/** The time that passes before a round, and whether a worker fails meanwhile, in which of its transactions. */
export interface Round {
  readonly hours: number
  readonly crash: { readonly at: number; readonly isAfterCommit: boolean } | null
}

/** Time passes: by the merchant's test clock · to each instant at which something is due, with two workers · late, with two workers. */
export type Passage = 'test clock' | 'in time' | 'late'

/** The input of one wave. */
export interface Wave {
  readonly passage: Passage
  readonly final: 'canceled' | 'unpaid'
  readonly taxes: Taxes
  readonly rounds: readonly Round[]
  readonly lives: readonly LifeInput[]
}

/** Customers of a wave at most. */
export const LIVES_OF_WAVE = 20
const ROUNDS = 16
const PLANS = 6
const DISCOUNTS = 4

// Nothing here is mapped: an input that was found to fail can so be made smaller from where it is.
const simple = fc.record({ do: fc.constantFrom('wait' as const, 'cancel' as const, 'uncancel' as const) })
const rare = fc.record({ do: fc.constantFrom('revoke' as const, 'delete' as const) })
const plan = fc.nat({ max: PLANS - 1 })
const cards = fc.constantFrom<Card[]>('pays', 'pays', 'pays', 'short', 'expired', 'none')
const amount = fc.integer({ min: 50, max: 4000 })

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 8, arbitrary: fc.record({ do: fc.constant('wait' as const) }) },
  { weight: 4, arbitrary: simple },
  { weight: 1, arbitrary: rare },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('change' as const),
      plan,
      billing: fc.constantFrom('invoice' as const, 'prorate' as const),
      isLater: fc.boolean(),
    }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('card' as const), card: cards }) },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('refund' as const), bill: fc.nat({ max: 9 }), percent: fc.constantFrom(10, 33, 100) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('dispute' as const),
      bill: fc.nat({ max: 9 }),
      evidence: fc.constantFrom('wins' as const, 'wins' as const, 'loses' as const),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('discount' as const), discount: fc.nat({ max: DISCOUNTS }) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('credit' as const), amount }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('price' as const), plan, price: amount }) },
)

const life: fc.Arbitrary<LifeInput> = fc.record({
  from: fc.nat({ max: ROUNDS / 2 }),
  plan,
  card: fc.constantFrom<LifeInput['card'][]>('pays', 'pays', 'pays', 'short', 'expired'),
  discount: fc.nat({ max: DISCOUNTS + 3 }),
  steps: fc.array(step, { maxLength: ROUNDS, size: 'max' }),
})

const crash = fc.record({ at: fc.integer({ min: 1, max: 12 }), isAfterCommit: fc.boolean() })
const round: fc.Arbitrary<Round> = fc.record({
  // Hours, and spans of about a month, so that ends of periods are met exactly and passed.
  hours: fc.oneof(fc.integer({ min: 1, max: 72 }), fc.integer({ min: 72, max: 480 }), fc.constantFrom(168, 504, 672, 720, 744)),
  crash: fc.option(crash, { freq: 6 }),
})

/** A random wave. */
export const wave: fc.Arbitrary<Wave> = fc.noBias(
  fc.record({
    passage: fc.constantFrom<Passage[]>('test clock', 'in time', 'late'),
    final: fc.constantFrom<Wave['final'][]>('canceled', 'unpaid'),
    taxes: fc.constantFrom<Taxes[]>('none', 'none', 'added', 'contained'),
    rounds: fc.array(round, { minLength: 1, maxLength: ROUNDS, size: 'max' }),
    lives: fc.array(life, { minLength: 1, maxLength: LIVES_OF_WAVE, size: 'max' }),
  }),
)

/** The wave as text, one line for each customer and round: the sequence that shows a fault. */
export function describeWave({ passage, final, taxes, rounds, lives }: Wave): string {
  const written = (value: object) => JSON.stringify(value).replaceAll('"', '')
  return [
    `time: ${passage}; after the last attempt: ${final}; taxes: ${taxes}`,
    ...rounds.map(({ hours, crash: failing }, index) => {
      const steps = lives.flatMap((one, at) => {
        if (index === one.from) return [`  ${at}: subscribes to plan ${one.plan}, card ${one.card}, discount ${one.discount}`]
        const next = one.steps[index - one.from - 1]
        return next && next.do !== 'wait' ? [`  ${at}: ${written(next)}`] : []
      })
      return [`round ${index}: ${hours} hours${failing ? `, a worker fails: ${written(failing)}` : ''}`, ...steps].join('\n')
    }),
  ].join('\n')
}
