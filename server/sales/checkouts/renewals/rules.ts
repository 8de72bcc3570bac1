// The cost of the renewals of a checkout's subscription, by the rules that bill them. Pure.
import type { Discount } from '#merchant/catalogue/discounts/model.ts'
import { taxEngineOf } from '#merchant/merchants/model.ts'
import { periodAmounts } from '#money/billing/cycle/model.ts'
import { type BillingCycle, boundary, cycleFrom, firstPeriod, MONTHS_OF_INTERVAL } from '#money/billing/subscriptions/model.ts'
import { containedTax, type TaxableSale, taxAt, taxRenewal } from '#money/taxes/model.ts'
import { type FullCheckout, selectedProduct, trialOf } from '../model.ts'
import { saleOf } from '../taxes.ts'

/** The rates of taxes, and the merchant's time. */
export type RenewalContext = Pick<TaxableSale, 'taxSources' | 'now'>

/** A renewal before it happens. Amounts are minor units of the checkout's currency. */
export interface Renewal {
  readonly at: Date
  /** The number of renewals from this one on that cost the same; null: all. */
  readonly count: number | null
  /** The price, without what is used by then. */
  readonly amount: number
  readonly discountAmount: number
  /** Null while it is not known. */
  readonly taxAmount: number | null
  /** With the tax as far as it is known. */
  readonly totalAmount: number
  /** Whether tax may still be added to the total. */
  readonly isBeforeTax: boolean
}

/**
 * The first renewal of the subscription that a checkout starts at `now`, or has started, and the first one whose price differs because the
 * discount is over; none for a one-time product.
 */
export function renewalsOf(
  full: Pick<FullCheckout, 'checkout' | 'products' | 'merchant' | 'discount'>,
  context: RenewalContext,
): Renewal[] {
  const { checkout, merchant } = full
  const product = selectedProduct(full)
  const { recurringInterval } = product
  if (recurringInterval === null) return []
  const startedAt = checkout.status === 'succeeded' ? checkout.modifiedAt : null
  const plan = { recurringInterval, billingTimezone: merchant.billingTimezone, trial: trialOf(checkout, product) }
  const period = firstPeriod(startedAt ?? context.now, plan)
  const course: Course = {
    full,
    context,
    cycle: cycleFrom(period, plan),
    // A trial converts at its anchor; a paid first period is followed by the next one.
    first: plan.trial ? 0 : 1,
    // The months of a discount start with the first payment (rule G6).
    discountAppliedAt: plan.trial ? null : period.start,
  }
  const next = firstDifference(course)
  const lasting = next === null ? [] : [renewalAt(course, next, null)]
  return [renewalAt(course, course.first, next === null ? null : next - course.first), ...lasting]
}

/** The renewals of a subscription that is to be: the k-th one is at the k-th boundary of its cycle. */
interface Course {
  readonly full: Pick<FullCheckout, 'checkout' | 'products' | 'merchant' | 'discount'>
  readonly context: RenewalContext
  readonly cycle: BillingCycle
  readonly first: number
  readonly discountAppliedAt: Date | null
}

function amountsAt({ full, cycle, first, discountAppliedAt }: Course, k: number) {
  const { checkout, discount } = full
  const appliedAt = discountAppliedAt ?? boundary(cycle, first)
  const subscription = { ...cycle, amount: checkout.amount, priceIds: [checkout.productPriceId], discountAppliedAt: appliedAt }
  const [start, before] = [boundary(cycle, k), boundary(cycle, k - 1)]
  // Nothing was used or changed yet.
  const untouched = {
    usage: { items: [], discount: null, isExempt: false },
    waiting: [],
    returnedAmount: 0,
    untaxedAmount: 0,
    isTaxed: false,
  }
  const used = { start: before, end: start }
  return periodAmounts({ subscription, product: selectedProduct(full), discount, ...untouched, used, start })
}

// A discount reduces the first periods and no later ones, so that the change is found by halving.
function firstDifference(course: Course): number | null {
  const { full, first, cycle } = course
  const { discountAmount } = amountsAt(course, first)
  const differs = (k: number) => amountsAt(course, k).discountAmount !== discountAmount
  let [same, other] = [first, first + periodsOf(full.discount, cycle)]
  if (!differs(other)) return null
  while (other - same > 1) {
    const middle = Math.floor((same + other) / 2)
    if (differs(middle)) other = middle
    else same = middle
  }
  return other
}

// More periods than the discount can reduce, unless it lasts for ever.
function periodsOf(discount: Discount | null, { recurringInterval }: BillingCycle): number {
  return 2 + Math.ceil((discount?.durationInMonths ?? 0) / MONTHS_OF_INTERVAL[recurringInterval])
}

function renewalAt(course: Course, k: number, count: number | null): Renewal {
  const { amount } = course.full.checkout
  const { discountAmount } = amountsAt(course, k)
  const at = boundary(course.cycle, k)
  return { at, count, amount, discountAmount, ...taxOf(course, amount - discountAmount, at) }
}

function taxOf({ full, context }: Course, net: number, at: Date): Pick<Renewal, 'taxAmount' | 'totalAmount' | 'isBeforeTax'> {
  const { checkout, merchant } = full
  const { taxSettings } = merchant
  if (!taxSettings.isEnabled || net === 0) return { taxAmount: 0, totalAmount: net, isBeforeTax: false }
  const unknown = { taxAmount: null, totalAmount: net, isBeforeTax: taxSettings.behavior !== 'inclusive' }
  if (checkout.taxAmount === null) return unknown
  const engine = taxEngineOf(taxSettings)
  const { tax } = checkout
  const sale = { ...saleOf(checkout, { merchant, product: selectedProduct(full), ...context }), amount: net, now: at }
  if (engine === 'built_in' || sale.isProductExempt || sale.isCustomerExempt) {
    const taxed = taxRenewal(sale)
    return { taxAmount: taxed.taxAmount, totalAmount: net + taxed.taxAmount - containedTax(taxed), isBeforeTax: false }
  }
  // A service is asked when the renewal is billed: until then its rates of today count.
  if (tax?.source !== engine) return unknown
  const taxAmount = taxAt(net, tax)
  return { taxAmount, totalAmount: net + taxAmount - containedTax({ tax, taxAmount }), isBeforeTax: false }
}
