// The cost of the usage of a window, and what begins the next one (section 4.5 of the billing behaviour). Pure.
import { present } from '#kernel/assert.ts'
import { shownQuantity } from '#kernel/metering/aggregation.ts'
import { unitAmount } from '#kernel/money.ts'
import { decimalRational, isBelow, type Rational, ZERO } from '#kernel/numbers/rational.ts'
import type { Meter } from '#merchant/catalogue/meters/model.ts'
import { billedUnits, type Credit, creditedUnits, rolloverUnits, type UnitPrice, unspentUnits, usageAmount } from '../balance.ts'
import type { MeteredPrice, SubscriptionMeter, WindowUsage } from './model.ts'

/** A line of usage on an order; `amount` in minor units. */
export interface UsageItem {
  /** The meter and the units that are paid for, such as `API calls × 1200`. */
  readonly label: string
  readonly amount: number
  readonly productPriceId: string
}

/** The lines that bill windows: of each that has a price, if more was used than was credited. */
export function usageItems(windows: readonly WindowUsage[]): UsageItem[] {
  return windows.flatMap(({ price, meter, credits, consumed }) => itemsOf({ price, meter, consumed, credited: creditedUnits(credits) }))
}

/** The lines that would bill running windows now, by their counters. */
export function itemsSoFar(meters: readonly SubscriptionMeter[], prices: readonly MeteredPrice[]): UsageItem[] {
  return meters.flatMap(({ meter, consumed, creditedUnits: credited }) =>
    itemsOf({ price: priceOf(meter, prices), meter, consumed: decimalRational(consumed), credited }),
  )
}

interface PricedUsage {
  /** Null where no price of the subscription is for the meter. */
  readonly price: MeteredPrice | null
  readonly meter: Pick<Meter, 'name'>
  readonly consumed: Rational
  readonly credited: number
}

function itemsOf({ price, meter, consumed, credited }: PricedUsage): UsageItem[] {
  const units = billedUnits(consumed, credited)
  if (!price || !isBelow(ZERO, units)) return []
  const amount = usageAmount({ price: unitPriceOf(price), consumedUnits: consumed }, credited)
  return [{ label: `${meter.name} × ${shownQuantity(units)}`, amount, productPriceId: price.id }]
}

/** The cost of the running window of a meter so far, in minor units, by its counters; 0 where no price of the subscription is for it. */
export function amountSoFar({ meter, consumed, creditedUnits: credited }: SubscriptionMeter, prices: readonly MeteredPrice[]): number {
  const price = priceOf(meter, prices)
  return price ? usageAmount({ price: unitPriceOf(price), consumedUnits: decimalRational(consumed) }, credited) : 0
}

/**
 * The credits left that the next window takes over: `rollover` those that roll over, at the end of a billing period (rule B4) ·
 * `all` where the price changes within a period (rule P8) or begins · `none` where a subscription starts again (rule U5) · also those of
 * `owners` that are left, which were credited for periods that go on: those that end last come first, and are spent last.
 */
export type CreditCarry = 'rollover' | 'all' | 'none' | { readonly owners: readonly string[] }

/** Credits that the next window begins with, and whose they are: null where they belong to no grant. */
export interface CarriedCredit extends Credit {
  readonly owner: string | null
}

/** The credits that the next window begins with. */
export function carriedCredits({ credits, consumed }: Pick<WindowUsage, 'credits' | 'consumed'>, carry: CreditCarry): CarriedCredit[] {
  if (carry === 'none') return []
  const rolling = rolloverUnits(credits, consumed)
  const plain = unspentUnits(creditedUnits(credits), consumed) - rolling
  const owned = typeof carry === 'object' ? ownedCredits(credits, { owners: carry.owners, left: plain }) : []
  const carried = [
    { units: carry === 'all' ? plain : 0, rollover: false, owner: null },
    ...owned,
    { units: rolling, rollover: true, owner: null },
  ]
  return carried.filter(({ units }) => units > 0)
}

function ownedCredits(
  credits: WindowUsage['credits'],
  { owners, left }: { readonly owners: readonly string[]; readonly left: number },
): CarriedCredit[] {
  let rest = left
  return owners.map((owner) => {
    const units = Math.min(rest, creditedUnits(credits.filter(({ rollover, source }) => !rollover && source.split(':').includes(owner))))
    rest -= units
    return { units, rollover: false, owner }
  })
}

function priceOf({ id }: Pick<Meter, 'id'>, prices: readonly MeteredPrice[]): MeteredPrice | null {
  return prices.find(({ meterId }) => meterId === id) ?? null
}

const unitPriceOf = ({ unitAmount: text, capAmount }: MeteredPrice): UnitPrice => ({
  unitAmount: present(unitAmount(text), 'The amount of a price'),
  capAmount,
})
