import { describe, expect, test } from 'vitest'
import { newId } from '#kernel/id.ts'
import { findExcess, type Movement, type MovementKind } from './rules.ts'

const START = Date.parse('2026-01-01T00:00:00Z')
const DAY_MS = 86_400_000

/** The movements, each a day after the one before: of the order `first`, unless another one is named. */
type Sequence = readonly (readonly [kind: MovementKind, amount: number, orderId?: string])[]

function movementsOf(sequence: Sequence, stepMs = DAY_MS): Movement[] {
  return sequence.map(([kind, amount, orderId = 'first'], index) => {
    const at = new Date(START + index * stepMs)
    return { kind, amount, orderId, at, id: newId(at) }
  })
}

const excessOf = (sequence: Sequence, stepMs?: number) => findExcess(movementsOf(sequence, stepMs))

const TOO_MUCH: readonly (readonly [title: string, sequence: Sequence, received: number, returned: number, tooMuch: number])[] = [
  ['of a plan of 10000 whose bill waits, by a change to a free one', [['credited', 10_000]], 0, 10_000, 10_000],
  ['of a plan of 10000 whose bill waits, by a change to a year of 3000', [['credited', 7000]], 0, 7000, 7000],
  [
    'of 31000 that wait after 1000 were paid, by a change to a year of 5000',
    [
      ['captured', 1000],
      ['credited', 26_000],
    ],
    1000,
    26_000,
    25_000,
  ],
  [
    'of four rounds of plans whose bills wait, for 1000 in cash',
    [
      ['captured', 1000],
      ['credited', 40_000],
      ['credited', 9000],
      ['credited', 40_000],
      ['credited', 9000],
      ['credited', 40_000],
      ['credited', 9000],
      ['credited', 40_000],
    ],
    ...([1000, 187_000, 186_000] as const),
  ],
  [
    'of a whole order that was refunded at the same instant',
    [
      ['captured', 10_000],
      ['refunded', 10_000],
      ['credited', 10_000],
    ],
    10_000,
    20_000,
    10_000,
  ],
  [
    'by a change to a month after a year of 100000 was refunded',
    [
      ['captured', 100_000],
      ['refunded', 100_000],
      ['credited', 99_000],
    ],
    100_000,
    199_000,
    99_000,
  ],
  [
    'by a refund of a year after a change to a month has credited it',
    [
      ['captured', 100_000],
      ['credited', 99_000],
      ['refunded', 100_000],
    ],
    100_000,
    199_000,
    99_000,
  ],
  [
    'by a change to a month while a year is disputed',
    [
      ['captured', 100_000],
      ['taken_back', 100_000],
      ['credited', 99_000],
    ],
    100_000,
    199_000,
    99_000,
  ],
  [
    'by the renewal after a refund and a change to a cheaper plan',
    [
      ['captured', 100_000],
      ['refunded', 100_000],
      ['credited', 97_600],
    ],
    100_000,
    197_600,
    97_600,
  ],
  [
    'that a later order of the subscription has used',
    [
      ['captured', 1000],
      ['credited', 5000],
      ['credit_used', 4000],
    ],
    1000,
    5000,
    4000,
  ],
  [
    'that later orders have used, and that was given once more',
    [
      ['captured', 1000],
      ['credited', 5000],
      ['credit_used', 4000],
      ['credited', 4500],
    ],
    ...([5000, 9500, 4500] as const),
  ],
  [
    'by one minor unit',
    [
      ['captured', 1000],
      ['refunded', 600],
      ['credited', 401],
    ],
    1000,
    1001,
    1,
  ],
  [
    'after a payment that the bank took back',
    [
      ['captured', 1000],
      ['credited', 900],
      ['taken_back', 1000],
      ['credited', 10],
    ],
    1000,
    1910,
    10,
  ],
  [
    'of another order than the one that the bank took back',
    [
      ['captured', 1000],
      ['credited', 900],
      ['captured', 500, 'second'],
      ['taken_back', 1000],
      ['refunded', 500, 'second'],
      ['credited', 10, 'second'],
    ],
    ...([1500, 2410, 10] as const),
  ],
  [
    'after cash, although a later payment covers it',
    [
      ['captured', 1000],
      ['credited', 1500],
      ['captured', 2000],
    ],
    1000,
    1500,
    500,
  ],
]

const PAID_FOR: readonly (readonly [title: string, sequence: Sequence])[] = [
  ['nothing happened', []],
  [
    'a year of 100000 was changed to a month of 1000 on its first day',
    [
      ['captured', 100_000],
      ['credited', 99_000],
    ],
  ],
  [
    'the rest of a month with 19 % of tax',
    [
      ['captured', 11_900],
      ['credited', 5950],
    ],
  ],
  [
    'all of a month, for a free plan',
    [
      ['captured', 1000],
      ['credited', 1000],
    ],
  ],
  [
    'an upgrade was paid, and changed back',
    [
      ['captured', 1000],
      ['captured', 2000],
      ['credited', 2000],
    ],
  ],
  [
    'credit paid renewals, and the last was changed',
    [
      ['captured', 100_000],
      ['credited', 99_000],
      ['credit_used', 1000],
      ['credit_used', 1000],
      ['credited', 900],
    ],
  ],
  [
    'credit paid a year, which was credited again',
    [
      ['captured', 5000],
      ['credited', 4000],
      ['credit_used', 4000],
      ['credited', 4000],
    ],
  ],
  [
    'a part was refunded, and some of what is left credited',
    [
      ['captured', 1000],
      ['refunded', 400],
      ['credited', 600],
    ],
  ],
  [
    'some was credited, and what is left refunded',
    [
      ['captured', 1000],
      ['credited', 600],
      ['refunded', 400],
    ],
  ],
  [
    'the bank took the payment of used credit back',
    [
      ['captured', 100_000],
      ['credited', 99_000],
      ['taken_back', 100_000],
    ],
  ],
  [
    'the payment was refunded at the processor after credit was given',
    [
      ['captured', 100_000],
      ['credited', 99_000],
      ['taken_back', 100_000],
      ['captured', 1000],
      ['credited', 500],
    ],
  ],
  [
    'the bank took a payment back whose rest was credit, and the order that the credit had paid was refunded',
    [
      ['captured', 310_000],
      ['credited', 309_000],
      ['credit_used', 8001, 'second'],
      ['taken_back', 310_000],
      ['refunded', 8001, 'second'],
    ],
  ],
  [
    'a refund, and an upgrade that is billed less than its price',
    [
      ['captured', 100_000],
      ['refunded', 100_000],
      ['captured', 100_000],
    ],
  ],
]

describe('too much is given back', () => {
  test.each(TOO_MUCH)('%s', (_, sequence, received, returned, tooMuch) => {
    expect(excessOf(sequence)).toEqual({ received, returned, tooMuch })
  })
})

describe('what was given back was received', () => {
  test.each(PAID_FOR)('%s', (_, sequence) => {
    expect(excessOf(sequence)).toBeNull()
  })
})

test('movements are replayed in the order of their time, whatever the order in which they are read', () => {
  const movements = movementsOf([
    ['captured', 1000],
    ['credited', 1000],
    ['credit_used', 1000],
    ['refunded', 1000],
  ])
  expect(findExcess(movements.toReversed())).toBeNull()
  expect(findExcess(movements.map((each, index) => ({ ...each, at: new Date(START - index) })))).toMatchObject({ tooMuch: 1000 })
})

test('at one instant a payment counts before credit, also of a process whose ids sort later; all else counts by its id', () => {
  const [paid, credited, used] = movementsOf(
    [
      ['captured', 1000],
      ['credited', 1000],
      ['credit_used', 1000],
    ],
    0,
  ) as [Movement, Movement, Movement]
  expect(
    findExcess([
      { ...paid, id: credited.id },
      { ...credited, id: paid.id },
    ]),
  ).toBeNull()
  expect(findExcess([{ ...credited, amount: 2000 }, used])).toEqual({ received: 0, returned: 2000, tooMuch: 2000 })
})
