// The functions that implement the operations of the test vectors about usage.
import { z } from 'zod'
import { aggregate, shownQuantity } from '#kernel/metering/aggregation.ts'
import { decimalRational, type Rational, ZERO } from '#kernel/numbers/rational.ts'
import { bucketsOf, intervals } from '#kernel/time/buckets.ts'
import { balanceOf, creditedUnits, rolloverUnits, unspentUnits, usageAmount } from '#money/usage/counts/balance.ts'
import { isAhead, periodOf } from '#money/usage/counts/periods.ts'
import { bind, type Operation } from './run.ts'

const amount = z.number()
const instant = z.string().transform((text) => new Date(text))
const decimal = z.string().transform(decimalRational)
const cap = amount.nullable().default(null)
const credits = z.array(amount).transform((all) => all.map((units) => ({ units, rollover: false })))
const rollingCredits = z.array(z.object({ units: amount, rollover: z.boolean() }))

const textOf = (quantity: Rational) => String(shownQuantity(quantity))

export const usageOperations: Readonly<Record<string, Operation>> = {
  'meter.amount': bind(
    { unit_amount: decimal, consumed_units: decimal, credited_units: amount, cap_amount: cap },
    ({ unit_amount, consumed_units, credited_units, cap_amount }) =>
      usageAmount({ price: { unitAmount: unit_amount, capAmount: cap_amount }, consumedUnits: consumed_units }, credited_units),
  ),
  'meter.price_change': bind(
    { credited_units: amount, windows: z.array(z.object({ units: decimal, unit_amount: decimal })) },
    ({ credited_units, windows }) => {
      let credited = credited_units
      const amounts = windows.map(({ units: consumedUnits, unit_amount: unitAmount }) => {
        const amount = usageAmount({ price: { unitAmount, capAmount: null }, consumedUnits }, credited)
        credited = unspentUnits(credited, consumedUnits)
        return amount
      })
      return { amounts, total: amounts.reduce((sum, each) => sum + each, 0) }
    },
  ),
  'meter.credited': bind({ credits }, (input) => creditedUnits(input.credits)),
  'meter.rollover': bind({ credits: rollingCredits, consumed_units: decimal }, (input) =>
    rolloverUnits(input.credits, input.consumed_units),
  ),
  'meter.balance': bind({ credits, consumed_units: decimal }, (input) => {
    const balance = balanceOf(input.credits, input.consumed_units)
    return {
      credited_units: balance.creditedUnits,
      consumed_units: textOf(balance.consumedUnits),
      balance: textOf(balance.balance),
    }
  }),
  'meter.cycle': bind(
    { benefit_units: amount, rollover: z.boolean(), credits: rollingCredits, consumed_units: decimal, unit_amount: decimal.optional() },
    (input) => {
      const { unit_amount: unitAmount, consumed_units: consumedUnits, benefit_units } = input
      const rollover_credit = rolloverUnits(input.credits, consumedUnits)
      const opening = balanceOf([{ units: rollover_credit }, { units: benefit_units }], ZERO)
      return {
        reset: true,
        ...(unitAmount && {
          billed_amount: usageAmount({ price: { unitAmount, capAmount: null }, consumedUnits }, creditedUnits(input.credits)),
        }),
        rollover_credit,
        new_credit: benefit_units,
        opening_balance: textOf(opening.balance),
      }
    },
  ),
  'event.assign_period': bind({ now: instant, open_period: z.tuple([instant, instant]), timestamp: instant }, (input) => {
    if (isAhead(input.timestamp, input.now)) return { error: 'RequestValidationError' }
    const [start] = input.open_period
    const kind = periodOf(input.timestamp, { start, billedFrom: null })
    if (kind === 'unbilled') return { period: null, late: true, billable: false }
    return { period: start.toISOString().slice(0, 7), late: kind === 'late' }
  }),
  'meter.quantities': bind(
    {
      property: z.string(),
      func: z.enum(['sum', 'max']),
      timezone: z.string(),
      interval: z.enum(intervals),
      start: instant,
      end: instant,
      events: z.array(z.object({ timestamp: instant }).loose()),
    },
    ({ property, func, events, ...range }) => {
      const aggregation = { func, property }
      const quantityOf = (of: typeof events) =>
        shownQuantity(
          aggregate(
            aggregation,
            of.map((metadata) => ({ metadata })),
          ),
        )
      const buckets = bucketsOf(range) ?? []
      const within = buckets.map(({ start, end }) => events.filter(({ timestamp }) => timestamp >= start && timestamp < end))
      const day = (at: Date) => new Intl.DateTimeFormat('sv', { timeZone: range.timezone }).format(at)
      return {
        quantities: buckets.map(({ start }, index) => ({ date: day(start), quantity: quantityOf(within[index] ?? []) })),
        total: quantityOf(within.flat()),
      }
    },
  ),
}
