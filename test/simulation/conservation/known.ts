// Sequences that once failed, each of a kind: most gave value away. They are played before the random ones.
import type { Act, Card, Terms } from './sequences.ts'
import { PLANS } from './shop.ts'

type PlanName = 'Free' | 'Basic' | 'Pro' | 'Basic Year' | 'Pro Year' | 'Exempt' | 'Trial'

const plan = (name: PlanName) => PLANS.findIndex((each) => each.name === name)
const NO_DISCOUNT = 4
/** Half of every period. */
const HALF = 0
/** A third of one period. */
const ONCE = 1
/** Reduces three months to nothing. */
const THREE_MONTHS = 2

const buys = (name: PlanName, card: Card = 'pays', discount = NO_DISCOUNT): Act => ({
  do: 'subscribe',
  plan: plan(name),
  card,
  discount,
})
const changes = (name: PlanName): Act => ({ do: 'change', by: 'customer', plan: plan(name) })
const moves = (name: PlanName, billing: 'invoice' | 'prorate'): Act => ({
  do: 'change',
  by: 'merchant',
  plan: plan(name),
  billing,
  apply: 'now',
})
const hours = (count: number): Act => ({ do: 'pass', hours: count })
const month = hours(744)
const half = hours(372)
const ends: Act = { do: 'cancel', by: 'customer' }
const refund = (percent = 100, order = 0): Act => ({ do: 'refund', order, percent })
const later = (name: PlanName): Act => ({ do: 'change', by: 'merchant', plan: plan(name), billing: 'invoice', apply: 'period_end' })
const disputes: Act = { do: 'dispute', order: 0 }
const loses: Act = { do: 'resolve', answer: 'loses' }

const plain: Terms = { taxes: 'none', zone: 'UTC', start: '2027-01-01T12:00:00Z', billing: 'prorate', downgrades: 'now', final: 'canceled' }
const taxed: Terms = { ...plain, taxes: 'added' }
const contained: Terms = { ...plain, taxes: 'contained' }
const berlin: Terms = { ...plain, zone: 'Europe/Berlin', start: '2027-01-15T11:00:00Z' }

/** The cases in which value was once given away, with the terms of the merchant and the acts. */
export const KNOWN: readonly (readonly [what: string, terms: Terms, acts: readonly Act[]])[] = [
  ['an unpaid plan is no credit', plain, [buys('Free', 'none'), moves('Pro', 'prorate'), moves('Free', 'invoice')]],
  ['an unpaid plan pays no year', plain, [buys('Free', 'none'), changes('Pro'), changes('Basic Year'), ends, month]],
  [
    'what waits is paid before another interval begins',
    plain,
    [buys('Basic'), moves('Pro', 'prorate'), moves('Basic Year', 'prorate'), month],
  ],
  [
    'to and fro between intervals makes no credit',
    plain,
    [buys('Basic'), ...Array.from({ length: 4 }, () => [changes('Pro'), changes('Basic Year'), changes('Basic')]).flat(), month],
  ],
  ['a refunded period is no credit', plain, [buys('Pro'), refund(), moves('Free', 'invoice')]],
  [
    'a line that waits for a refunded period is not paid out after an upgrade',
    plain,
    [buys('Exempt'), moves('Free', 'prorate'), refund(), { do: 'upgrade', plan: plan('Pro Year'), card: 'pays' }, hours(9000)],
  ],
  ['a refunded period is no line that waits', plain, [buys('Pro'), refund(), moves('Free', 'prorate'), month, month]],
  ['a period that was refunded in part is credit in part', plain, [buys('Pro'), refund(50), half, moves('Basic', 'invoice'), month]],
  ['what became credit is not refunded as well', plain, [buys('Pro Year'), changes('Basic'), refund(), month]],
  ['what became credit in part is not refunded as well', plain, [buys('Pro'), half, moves('Basic', 'invoice'), refund(50), refund()]],
  ['a refunded period pays no dearer plan', plain, [buys('Basic'), refund(), moves('Pro', 'invoice'), month]],
  ['a refunded period pays no dearer plan later', plain, [buys('Basic'), refund(), moves('Pro', 'prorate'), month, month]],
  ['a disputed payment is no credit', plain, [buys('Pro Year', 'disputes'), moves('Basic', 'invoice'), loses, month]],
  ['a lost dispute takes credit back', plain, [buys('Pro Year'), moves('Basic', 'invoice'), disputes, loses, month]],
  [
    'a dispute that is won restores what was paid',
    plain,
    [buys('Pro Year'), disputes, { do: 'resolve', answer: 'wins' }, half, changes('Basic'), month],
  ],
  [
    'the tax of a refunded order lessens no tax of a later one',
    { ...taxed, start: '2027-02-28T01:30:00Z' },
    [buys('Exempt'), moves('Basic', 'invoice'), hours(672), changes('Exempt'), refund(100, 0), moves('Pro Year', 'invoice'), month],
  ],
  [
    'the tax of an order that was refunded first lessens no tax of a later one',
    { ...taxed, start: '2027-02-28T01:30:00Z' },
    [buys('Exempt'), moves('Basic', 'invoice'), hours(672), changes('Exempt'), refund(100, 1), moves('Pro Year', 'invoice'), month],
  ],
  ['what waits is billed when the period ends', plain, [buys('Basic'), changes('Pro'), half, ends, month]],
  ['what waits is billed when the merchant ends it', plain, [buys('Basic'), changes('Pro'), half, { do: 'revoke' }, month]],
  ['what waits is given up when the customer is deleted', plain, [buys('Basic'), changes('Pro'), half, { do: 'delete' }, month]],
  [
    'what waits is billed when the renewal is not paid',
    plain,
    [buys('Basic'), changes('Pro'), { do: 'card', card: 'short' }, month, month, month],
  ],
  ['what waits for the customer is credit when the period ends', plain, [buys('Pro'), moves('Basic', 'prorate'), half, ends, month]],
  ['each line has the tax of its own product, upwards', taxed, [buys('Exempt'), half, moves('Pro', 'invoice'), month]],
  ['each line has the tax of its own product, downwards', taxed, [buys('Pro'), half, moves('Exempt', 'invoice'), month]],
  ['each line that waits has the tax of its own product', taxed, [buys('Exempt'), half, moves('Pro', 'prorate'), month]],
  ['an upgrade that waits is taken back first', taxed, [buys('Basic'), moves('Pro', 'prorate'), half, moves('Basic', 'invoice'), month]],
  [
    'a renewal whose taxed and exempt lines go opposite ways is refunded as a whole',
    taxed,
    [buys('Basic', 'pays', ONCE), moves('Exempt', 'prorate'), month, refund(100, 1), month],
  ],
  [
    'exempt time that is given back lessens no tax that prices contain',
    contained,
    [buys('Exempt'), moves('Basic', 'prorate'), month, month],
  ],
  [
    'nor in the order of a change',
    { ...contained, billing: 'invoice' },
    [buys('Exempt'), hours(240), refund(25), moves('Trial', 'invoice'), month],
  ],
  ['nor in the last order', contained, [buys('Exempt'), hours(240), refund(25), moves('Trial', 'prorate'), ends, month]],
  [
    'what was too small to be charged gives no tax back',
    { ...taxed, billing: 'invoice' },
    [buys('Basic'), hours(696), moves('Trial', 'invoice'), moves('Basic', 'invoice')],
  ],
  [
    'what was too small to be charged is not counted as paid',
    plain,
    [buys('Free'), hours(720), moves('Basic', 'invoice'), moves('Trial', 'invoice')],
  ],
  [
    'tax that exempt time left in an earlier order is given back',
    { ...taxed, start: '2028-02-29T12:00:00Z' },
    [
      ...[buys('Basic', 'pays', HALF), moves('Pro', 'invoice'), changes('Free'), hours(500), changes('Exempt')],
      ...[later('Trial'), hours(500), moves('Free', 'invoice')],
    ],
  ],
  [
    'a refund that is decided later gives credit back after a preview',
    { ...plain, start: '2027-02-28T01:30:00Z', billing: 'invoice' },
    [buys('Pro Year', 'slow'), changes('Basic'), hours(500), changes('Pro Year'), refund(100, 3), moves('Basic', 'invoice'), hours(800)],
  ],
  ['a discount of three months reduces three periods', berlin, [buys('Basic', 'pays', THREE_MONTHS), month, month, month, month, month]],
]
