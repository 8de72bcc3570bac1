// The balance of a customer at a meter, and what its usage costs (section 4.5 of the billing behaviour). Pure and exact.
import { PRICE_MAXIMUM, round } from '#kernel/money.ts'
import { floorOf, greater, lesser, minus, type Rational, wholeRational, ZERO } from '#kernel/numbers/rational.ts'

/** Units that a customer was credited, in the order of time: negative where they were taken back (rule B5). */
export interface Credit {
  readonly units: number
  /** Whether what is left of them at the end of the period is credited again (rule B4). */
  readonly rollover: boolean
}

/** Since the last reset: what was credited and consumed, and the difference, which may be negative (rule B1). */
export interface Balance {
  readonly creditedUnits: number
  readonly consumedUnits: Rational
  readonly balance: Rational
}

/** A price for each unit. */
export interface UnitPrice {
  /** In minor units. */
  readonly unitAmount: Rational
  /** The most that a period costs, in minor units: 0 makes it free. Null without a limit. */
  readonly capAmount: number | null
}

/** The units consumed in a window, and the price in force. */
export interface PricedUsage {
  readonly price: UnitPrice
  readonly consumedUnits: Rational
}

/** The sum of credits, which never falls below zero on its way (rule B1). */
export function creditedUnits(credits: readonly Pick<Credit, 'units'>[]): number {
  return credits.reduce((sum, { units }) => Math.max(0, sum + units), 0)
}

/** The balance of a customer on a meter. */
export function balanceOf(credits: readonly Pick<Credit, 'units'>[], consumedUnits: Rational): Balance {
  const credited = creditedUnits(credits)
  return { creditedUnits: credited, consumedUnits, balance: minus(wholeRational(credited), consumedUnits) }
}

/** The units that no credit covers. */
export function billedUnits(consumedUnits: Rational, credited: number): Rational {
  return greater(ZERO, minus(consumedUnits, wholeRational(credited)))
}

/**
 * The cost of the usage that no credit covers, in minor units (rule B2): at most the cap of the price, and the highest price that there is
 * (rule M6), since a sender may report any quantity.
 */
export function usageAmount({ price: { unitAmount, capAmount }, consumedUnits }: PricedUsage, credited: number): number {
  const billed = billedUnits(consumedUnits, credited)
  const exact = { numerator: unitAmount.numerator * billed.numerator, denominator: unitAmount.denominator * billed.denominator }
  const { numerator, denominator } = lesser(exact, wholeRational(capAmount ?? PRICE_MAXIMUM))
  return round(numerator, denominator)
}

/**
 * The units of credit that usage has left, where the price changes within a period: they were spent in the order of time, so first on what
 * was used before (rule P8). A part of a unit counts as one.
 */
export function unspentUnits(credited: number, consumedUnits: Rational): number {
  const left = greater(ZERO, minus(wholeRational(credited), consumedUnits))
  return Math.min(credited, Number(-floorOf({ numerator: -left.numerator, denominator: left.denominator })))
}

/** The units that are credited again at the end of a period: plain credits are spent first and never roll over (rule B4). */
export function rolloverUnits(credits: readonly Credit[], consumedUnits: Rational): number {
  const { balance } = balanceOf(credits, consumedUnits)
  const rolling = creditedUnits(credits.filter(({ rollover }) => rollover))
  return Number(greater(ZERO, lesser(wholeRational(floorOf(balance)), wholeRational(rolling))).numerator)
}
