// The model of what a customer owes, and when, computed without any rule of the server: times are milliseconds in UTC, amounts minor units.
// It is slow and plain on purpose: the simulation compares it with what the server did.

const DAY = 86_400_000
/** Days after the first failure on which a payment is tried again; after the last one it is given up. */
const RETRY_DAYS = [2, 7, 14, 21]
/** Less than this is not charged. */
const SMALLEST_CHARGE = 50

/** A product: its present price, how often it is paid, and how long it may be tried. */
export interface Plan {
  price: number
  readonly interval: 'month' | 'year'
  readonly trial: { readonly interval: 'day' | 'month'; readonly count: number } | null
}

/** A discount: a percentage in hundredths of a percent, or an amount; `months` is null where it never ends, 0 where it is for one period. */
export interface Reduction {
  readonly basisPoints: number | null
  readonly amount: number
  readonly months: number | null
}

/** The card of a customer: it pays, is declined for now or for good, or does not exist. */
export type Card = 'pays' | 'short' | 'expired' | 'none'

/** The taxes of the merchant: none, added to its prices, or contained in its prices. */
export type Taxes = 'none' | 'added' | 'contained'

/** The tax of everything, in percent: that of Germany. */
const TAX_PERCENT = 19

/** One bill; its total is net and tax together. `captured` came from the card, `credit` from the customer's credit, `forgiven` was too small to be charged. */
export interface Bill {
  readonly reason: 'subscription_create' | 'subscription_cycle' | 'subscription_update'
  /** The start of the period that it is for; null where it is for a change within a period. */
  readonly start: number | null
  readonly total: number
  readonly tax: number
  credit: number
  due: number
  isPaid: boolean
  isExhausted: boolean
  captured: number
  forgiven: number
  /** The amount that went back before tax, of that tax, and of both what the card got. */
  refunded: number
  refundedTax: number
  returned: number
  /** The amount that disputes took back of the card, before tax, and of that tax. */
  lost: number
  lostTax: number
  /** The credit given back of it, before tax, and of that tax; and what of its refunds and disputes changes have counted, by the prices. */
  credited: number
  creditedTax: number
  counted: number
}

/** A customer with a subscription. */
export interface Life {
  readonly taxes: Taxes
  plan: Plan
  /** The price and the interval that were agreed. */
  price: number
  interval: Plan['interval']
  status: 'trialing' | 'active' | 'past_due' | 'unpaid' | 'canceled'
  anchor: number
  start: number
  end: number
  endsWithPeriod: boolean
  endedAt: number | null
  overdueSince: number | null
  nextAttempt: number | null
  card: Card
  discount: Reduction | null
  /** The start of the first period that the discount has reduced. */
  discountSince: number | null
  /** The discount that the present period was billed with. */
  periodDiscount: Reduction | null
  /** The product from the next period on. */
  nextPlan: Plan | null
  /** Parts of periods that wait for the next bill. */
  waiting: number[]
  creditLeft: number
  readonly bills: Bill[]
  /** The bills from this one on have paid for the present period. */
  fundedFrom: number
  isDeleted: boolean
}

/** A time some months later, at the same time of the day; the last day of the month where it has no such day. */
export function monthsAfter(from: number, months: number): number {
  const date = new Date(from)
  const lastDay = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + months + 1, 0)).getUTCDate()
  const day = Math.min(date.getUTCDate(), lastDay)
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + months, day) + (from % DAY)
}

// Every boundary is counted from the anchor; the first one after a time is its next.
function boundaryAfter({ anchor, interval }: Pick<Life, 'anchor' | 'interval'>, time: number): number {
  const step = interval === 'year' ? 12 : 1
  for (let months = 0; ; months += step) if (monthsAfter(anchor, months) > time) return monthsAfter(anchor, months)
}

/** Half up: `part` of `whole` of an amount. */
function shareOf(amount: number, part: number, whole: number): number {
  return Math.floor((2 * amount * part + whole) / (2 * whole))
}

function reductionOf(discount: Reduction | null, amount: number): number {
  if (!discount) return 0
  return discount.basisPoints === null ? Math.min(amount, discount.amount) : shareOf(amount, discount.basisPoints, 10_000)
}

function reduces({ months }: Reduction, since: number, start: number): boolean {
  if (months === 0) return start === since
  return start >= since && (months === null || Math.floor(start / DAY) < Math.floor(monthsAfter(since, months) / DAY))
}

/** The beginning of a subscription. */
export interface Beginning {
  readonly plan: Plan
  readonly card: Card
  readonly discount: Reduction | null
  readonly taxes: Taxes
}

/** A customer subscribes: the card pays the first period, or saves itself for the end of the trial. */
export function subscribe({ plan, card, discount, taxes }: Beginning, now: number): Life {
  const start = Math.floor(now / 1000) * 1000
  const anchor = plan.trial ? trialEnd(plan.trial, start) : start
  const life: Life = {
    ...{ taxes, plan, price: plan.price, interval: plan.interval, status: plan.trial ? 'trialing' : 'active', anchor, start, end: anchor },
    ...{ endsWithPeriod: false, endedAt: null, overdueSince: null, nextAttempt: null, card, discount, discountSince: null },
    ...{ periodDiscount: null, nextPlan: null, waiting: [], creditLeft: 0, bills: [], fundedFrom: 0, isDeleted: false },
  }
  if (plan.trial) {
    life.bills.push(billOf(life, 'subscription_create', start, 0))
    return life
  }
  life.end = boundaryAfter(life, start)
  applyDiscount(life, start)
  const bill = billOf(life, 'subscription_create', start, plan.price - reductionOf(life.periodDiscount, plan.price))
  if (!bill.isPaid) capture(bill)
  life.bills.push(bill)
  return life
}

function trialEnd({ interval, count }: NonNullable<Plan['trial']>, start: number): number {
  return interval === 'day' ? start + count * DAY : monthsAfter(start, count)
}

function applyDiscount(life: Life, start: number): void {
  life.discountSince = life.discount && (life.discountSince ?? start)
  life.periodDiscount = life.discount && reduces(life.discount, life.discountSince ?? start, start) ? life.discount : null
}

/** The tax of an amount by the prices, and what it comes to with it. */
function taxed(taxes: Taxes, amount: number): { readonly tax: number; readonly total: number } {
  if (taxes === 'none') return { tax: 0, total: amount }
  if (taxes === 'contained') return { tax: shareOf(amount, TAX_PERCENT, 100 + TAX_PERCENT), total: amount }
  const tax = shareOf(amount, TAX_PERCENT, 100)
  return { tax, total: amount + tax }
}

/** A bill over an amount by the prices, which credit pays first; what is too small to be charged is forgiven. */
function billOf({ taxes, creditLeft }: Life, reason: Bill['reason'], start: number | null, amount: number): Bill {
  const { tax, total } = taxed(taxes, amount)
  const credit = Math.min(total, creditLeft)
  const due = total - credit
  const isPaid = due < SMALLEST_CHARGE
  const forgiven = isPaid ? due : 0
  return {
    ...{ reason, start, total, tax, credit, due, isPaid, isExhausted: false, captured: 0, forgiven },
    refunded: 0,
    refundedTax: 0,
    lost: 0,
    lostTax: 0,
    returned: 0,
    ...{ credited: 0, creditedTax: 0, counted: 0 },
  }
}

function capture(bill: Bill): void {
  bill.isPaid = true
  bill.captured = bill.due
}

/** When something happens next; null where nothing does by itself. */
export function nextTime(life: Life): number | null {
  if (life.status === 'past_due') {
    const next = life.nextAttempt ?? deadlineOf(life)
    return life.endsWithPeriod ? Math.min(next, life.end) : next
  }
  return life.status === 'active' || life.status === 'trialing' ? life.end : null
}

const deadlineOf = ({ overdueSince }: Life): number => (overdueSince ?? 0) + (RETRY_DAYS.at(-1) ?? 0) * DAY

/** Everything that is due at `now` happens, one thing after the other. `final` is what becomes of those that never pay. */
export function live(life: Life, now: number, final: 'canceled' | 'unpaid'): void {
  for (let at = nextTime(life); at !== null && at <= now; at = nextTime(life)) {
    const isEnd = life.endsWithPeriod && life.end <= at
    if (isEnd) end(life, life.end)
    else if (life.status !== 'past_due') renew(life, now, final)
    else if (life.nextAttempt !== null) attempt(life, now, final)
    else giveUp(life, now, final)
  }
}

// The waiting amounts are billed once more, or become credit.
function end(life: Life, at: number): void {
  const sum = waitingOf(life)
  finish(life, at)
  settleReturns(life)
  life.waiting = []
  if (sum <= 0) {
    giveCredit(life, -sum)
    return
  }
  const bill = billOf(life, 'subscription_cycle', null, sum)
  life.creditLeft -= bill.credit
  life.bills.push(bill)
  if (!bill.isPaid && life.card === 'pays') capture(bill)
  else exhaust(life)
}

function finish(life: Life, at: number): void {
  life.status = 'canceled'
  life.endedAt = at
  life.nextAttempt = null
  exhaust(life)
}

// A bill that is not collected keeps no credit from other bills.
function exhaust(life: Life): void {
  for (const bill of life.bills.filter(({ isPaid }) => !isPaid)) {
    life.creditLeft += bill.credit
    Object.assign(bill, { isExhausted: true, credit: 0, due: bill.total })
  }
}

function giveUp(life: Life, now: number, final: 'canceled' | 'unpaid'): void {
  if (final === 'canceled') end(life, now)
  life.status = final
  life.nextAttempt = null
  exhaust(life)
}

function renew(life: Life, now: number, final: 'canceled' | 'unpaid'): void {
  const wasTrial = life.status === 'trialing'
  const before = { ...life, waiting: [...life.waiting] }
  if (life.nextPlan) changePlan(life, life.nextPlan, life.nextPlan.interval === life.interval ? life.anchor : life.end)
  const start = life.end
  applyDiscount(life, start)
  const sum = life.price - reductionOf(life.periodDiscount, life.price) + waitingOf(life)
  const bill = billOf(life, 'subscription_cycle', start, Math.max(0, sum))
  if (wasTrial && !bill.isPaid && life.card === 'none') {
    Object.assign(life, before)
    finish(life, life.end)
    return
  }
  life.creditLeft -= bill.credit
  giveCredit(life, Math.max(0, -sum))
  life.waiting = []
  life.status = 'active'
  life.start = start
  life.end = boundaryAfter(life, start)
  life.fundedFrom = life.bills.push(bill) - 1
  if (!bill.isPaid) attempt(life, now, final)
}

function attempt(life: Life, now: number, final: 'canceled' | 'unpaid'): void {
  const bill = life.bills.find(({ isPaid }) => !isPaid)
  if (!bill) throw new Error('There is nothing to pay.')
  if (life.card === 'pays') {
    capture(bill)
    Object.assign(life, { status: 'active', overdueSince: null, nextAttempt: null })
    return
  }
  life.status = 'past_due'
  const since = life.overdueSince ?? now
  life.overdueSince = since
  const retries = RETRY_DAYS.map((days) => since + days * DAY)
  life.nextAttempt = life.card === 'expired' ? null : (retries.find((at) => at > now) ?? null)
  if (now >= deadlineOf(life)) giveUp(life, now, final)
}

function changePlan(life: Life, plan: Plan, anchor: number): void {
  Object.assign(life, { plan, price: plan.price, interval: plan.interval, anchor, nextPlan: null })
}

/** The answer to a change of product: done, ended or ending, not possible, or not paid. */
export type ChangeAnswer = 200 | 402 | 403 | 422

/** A change of the customer to another product. */
export interface Change {
  readonly plan: Plan
  readonly billing: 'invoice' | 'prorate'
  readonly isLater: boolean
}

/** Another product: at once, with the difference billed or credited, or from the next period on. */
export function change(life: Life, { plan, billing, isLater }: Change, now: number): ChangeAnswer {
  if (life.status === 'canceled' || life.endsWithPeriod) return 403
  if (plan === life.plan) {
    life.nextPlan = null
    return 200
  }
  if (life.status === 'past_due' || life.status === 'unpaid') return 422
  if (life.status === 'trialing') changePlan(life, plan, life.anchor)
  else if (isLater) life.nextPlan = plan
  else return plan.interval === life.interval ? changeWithin(life, plan, billing, now) : changeAnew(life, plan, now)
  return 200
}

function unusedOf(life: Life, amount: number, now: number): number {
  const at = Math.floor(now / 1000) * 1000
  return shareOf(amount, Math.max(0, life.end - at), life.end - life.start)
}

function changeWithin(life: Life, plan: Plan, billing: Change['billing'], now: number): ChangeAnswer {
  // A discount that is to count from the next renewal on does not reduce this period.
  const isCurrent = life.discount && life.discountSince !== null && reduces(life.discount, life.discountSince, life.start)
  const discount = isCurrent ? life.discount : null
  const back = worthOf(life, now)
  const more = unusedOf(life, plan.price - reductionOf(discount, plan.price), now)
  if (billing === 'invoice') {
    if (!settle(life, null, sumOf(life.waiting) + more - back)) return 402
  } else {
    if (more > back && life.card === 'none') return 402
    settleReturns(life)
    life.waiting.push(-back, more)
  }
  changePlan(life, plan, life.anchor)
  life.periodDiscount = discount
  return 200
}

function changeAnew(life: Life, plan: Plan, now: number): ChangeAnswer {
  const start = Math.floor(now / 1000) * 1000
  const since = life.discountSince ?? start
  const discount = life.discount && reduces(life.discount, since, start) ? life.discount : null
  const sum = sumOf(life.waiting) + plan.price - reductionOf(discount, plan.price) - worthOf(life, now)
  if (!settle(life, start, sum)) return 402
  changePlan(life, plan, start)
  Object.assign(life, { start, end: boundaryAfter(life, start), periodDiscount: discount, discountSince: life.discount && since })
  return 200
}

/** The waiting amounts and the difference of a change: paid at once, or credit. False where the card does not pay. */
function settle(life: Life, start: number | null, sum: number): boolean {
  const bill = billOf(life, 'subscription_update', start, Math.max(0, sum))
  if (sum > 0 && !bill.isPaid && life.card !== 'pays') return false
  settleReturns(life)
  life.waiting = []
  if (sum <= 0) {
    giveCredit(life, -sum)
    return true
  }
  if (!bill.isPaid) capture(bill)
  life.creditLeft -= bill.credit
  life.bills.push(bill)
  return true
}

const sumOf = (amounts: readonly number[]) => amounts.reduce((all, amount) => all + amount, 0)

const byPrices = ({ taxes }: Life, net: number, tax: number) => (taxes === 'contained' ? net + tax : net)

// The paid bills of the present period, the newest first.
const fundingOf = ({ bills, fundedFrom }: Life) =>
  bills
    .slice(fundedFrom)
    .filter(({ isPaid }) => isPaid)
    .reverse()

const goneOf = (life: Life, bill: Bill) => byPrices(life, bill.refunded + bill.lost, bill.refundedTax + bill.lostTax)

/** The amount that can still be given back of a bill, by the prices. */
function leftOf(life: Life, bill: Bill): number {
  return Math.max(0, byPrices(life, received(bill), bill.tax) - goneOf(life, bill) - byPrices(life, bill.credited, bill.creditedTax))
}

/** The returns of the bills of a period, counted once, and never less than what was not received: of `paid`, which was to be received. */
function lackOf(life: Life, paid: number): number {
  const funding = fundingOf(life)
  const uncounted = sumOf(funding.map((bill) => Math.max(0, goneOf(life, bill) - bill.counted)))
  return Math.max(Math.min(uncounted, Math.max(0, paid)), paid - sumOf(funding.map((bill) => leftOf(life, bill))), 0)
}

/** The worth of the rest of the period, by the prices. */
function worthOf(life: Life, now: number): number {
  const rest = unusedOf(life, life.price - reductionOf(life.periodDiscount, life.price), now)
  return rest - lackOf(life, rest - sumOf(life.waiting))
}

/** The amount that waits for the next bill, less what went back meanwhile of what it gives back. */
function waitingOf(life: Life): number {
  const sum = sumOf(life.waiting)
  return sum < 0 ? sum + lackOf(life, -sum) : sum
}

// A change counts what went back before it.
function settleReturns(life: Life): void {
  for (const bill of fundingOf(life)) bill.counted = goneOf(life, bill)
}

/** Credit out of the bills that have paid for it, the newest first, with the tax of each. */
function giveCredit(life: Life, amount: number): void {
  let left = amount
  for (const bill of fundingOf(life)) {
    const share = Math.min(left, leftOf(life, bill))
    left -= share
    const tax = Math.min(taxLeft(bill), taxed(life.taxes, share).tax)
    const net = life.taxes === 'contained' ? share - tax : share
    Object.assign(bill, { credited: bill.credited + net, creditedTax: bill.creditedTax + tax })
    life.creditLeft += net + tax
  }
}

/** Another card, or none: what is overdue is tried with a new card at once. */
export function changeCard(life: Life, card: Card, now: number): void {
  life.card = card
  if (card !== 'none' && life.status === 'past_due') life.nextAttempt = now
}

/** The subscription is to end with its period. */
export function cancel(life: Life): 200 | 403 {
  if (life.status === 'canceled' || life.status === 'unpaid' || life.endsWithPeriod) return 403
  life.endsWithPeriod = true
  life.nextPlan = null
  return 200
}

/** It is not to end any more, before its period has ended: what is unpaid stays as it is then. */
export function uncancel(life: Life, now: number): 200 | 400 | 410 {
  if (life.status === 'canceled' || (life.endsWithPeriod && now >= life.end)) return 410
  if (!life.endsWithPeriod) return 400
  life.endsWithPeriod = false
  return 200
}

/** It ends at once; of a customer who is deleted, or whose payment is lost, nothing is billed any more. */
export function revoke(life: Life, now: number, why: 'wish' | 'deletion' | 'loss' = 'wish'): 200 | 403 {
  if (life.status === 'canceled') return 403
  if (why === 'wish') end(life, now)
  else {
    const sum = waitingOf(life)
    finish(life, now)
    life.waiting = []
    if (why === 'loss') giveCredit(life, Math.max(0, -sum))
  }
  return 200
}

/** Another discount from the next renewal on, or none. */
export function changeDiscount(life: Life, discount: Reduction | null): 200 | 403 {
  if (life.status === 'canceled') return 403
  if (discount !== life.discount) Object.assign(life, { discount, discountSince: null })
  return 200
}

/** The amount received for a bill before tax: what was forgiven was not. */
export const received = ({ total, tax, forgiven }: Bill): number => Math.max(0, total - tax - forgiven)

/** The part of a bill that can be given back, before tax: what has become credit is not given back a second time. */
export const refundable = (bill: Bill): number => (bill.isPaid ? Math.max(0, paidOf(bill) - bill.credited) : 0)

const paidOf = (bill: Bill): number => Math.max(0, received(bill) - bill.refunded - bill.lost)

const taxLeft = ({ tax, refundedTax, lostTax, creditedTax }: Bill): number => tax - refundedTax - lostTax - creditedTax

/** The rest of what the card had paid for a bill. */
export const onCard = ({ captured, returned, lost, lostTax }: Bill): number => captured - returned - lost - lostTax

/** A dispute of what the card had paid is lost: the bill stays paid, its credit is taken back as far as it is left, and the subscription ends. */
export function lose(life: Life, bill: Bill, now: number): void {
  const total = onCard(bill)
  const tax = Math.min(taxLeft(bill) + bill.creditedTax, Math.max(shareOf(total, bill.tax, bill.total), total - paidOf(bill)))
  const credited = bill.credited + bill.creditedTax
  const back = Math.min(total, credited, life.creditLeft)
  const backTax = back === 0 ? 0 : shareOf(back, bill.creditedTax, credited)
  life.creditLeft -= back
  Object.assign(bill, { credited: bill.credited - (back - backTax), creditedTax: bill.creditedTax - backTax })
  bill.lost += total - tax
  bill.lostTax += tax
  revoke(life, now, 'loss')
}

/** A part of a bill goes back with its share of the tax, the last one with all that is left of it: to the card what it had paid, the rest as credit. */
export function refund(life: Life, bill: Bill, amount: number): void {
  const left = taxLeft(bill)
  const tax = amount === refundable(bill) ? left : Math.min(left, shareOf(amount, bill.tax, bill.total - bill.tax))
  const returned = Math.min(amount + tax, onCard(bill))
  bill.refunded += amount
  bill.refundedTax += tax
  bill.returned += returned
  life.creditLeft += amount + tax - returned
}
