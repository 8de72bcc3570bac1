// The value that a customer has got and paid, worked out from the prices and the time alone. Pure. Values are minor units with tax, exact
// fractions; times are milliseconds.
import { Temporal } from 'temporal-polyfill'
import type { Line, Records, Return, Subscription } from './records.ts'
import type { Terms } from './sequences.ts'
import type { Known, Plan, Reduction } from './shop.ts'

/** Percent, of everything that is taxed: that of Germany. */
const TAX_PERCENT = 19

/**
 * A period of a subscription: what of it was used, the orders of it, and what went back for them without ending the use. One that begins by a
 * change of the interval belongs to the one that ends by it, whose rest has paid a part of it.
 */
interface Period {
  readonly orders: Set<string>
  used: number
  gift: number
  /** Credit of downgrades that was given in it, and what of that when one of its payments was disputed: it stays until the dispute is lost. */
  credited: number
  exposed: number
  /** The amount that waited from the period before it, and was billed with it. */
  readonly arrears: number
  /** The amount that waited in favour of the customer at its end, and has paid a part of the next one. */
  carried: number
  isOver: boolean
}

/** The account of a customer. `last` is what was in force since `at`. */
export interface Account {
  readonly periods: Period[]
  readonly returns: Map<string, { amount: number; status: string }>
  isDeleted: boolean
  /** Paid for, and given up by ending at once. */
  forfeited: number
  at: number
  last: { subscription: Subscription; discount: Reduction | null } | null
  discount: { of: Reduction | null; since: number | null }
  records: Records
}

/** The prices of a shop. */
export interface Catalogue {
  readonly terms: Terms
  readonly plans: readonly Known<Plan>[]
  readonly discounts: readonly Known<Reduction>[]
}

export const NOTHING: Records = { subscriptions: [], orders: [], returns: [], credits: [], balance: 0 }

/** The account of a new customer. */
export function newAccount(at: number): Account {
  return {
    periods: [],
    returns: new Map(),
    isDeleted: false,
    forfeited: 0,
    at,
    last: null,
    discount: { of: null, since: null },
    records: NOTHING,
  }
}

const planOf = ({ plans }: Catalogue, productId: string): Plan => {
  const found = plans.find(({ id }) => id === productId)
  if (!found) throw new Error('There is no such plan.')
  return found.of
}

/** The amount of a price with its tax. */
function withTax({ terms }: Catalogue, plan: Plan, amount: number): number {
  return terms.taxes === 'added' && !plan.isExempt ? (amount * (100 + TAX_PERCENT)) / 100 : amount
}

function reductionOf(discount: Reduction | null, amount: number): number {
  if (!discount) return 0
  return discount.basisPoints === null ? Math.min(amount, discount.amount) : Math.round((amount * discount.basisPoints) / 10_000)
}

/** Whether a discount that first reduced the period from `since` reduces the one from `start`. */
function reduces({ months }: Reduction, { since, start, zone }: { readonly since: number; readonly start: number; readonly zone: string }) {
  if (months === 0) return start === since
  if (months === null) return start >= since
  const last = Temporal.Instant.fromEpochMilliseconds(since).toZonedDateTimeISO(zone).add({ months })
  return start >= since && start < last.epochMilliseconds
}

const isServed = ({ status }: Subscription) => status === 'active' || status === 'past_due'

/** The cost of a whole period at the plan in force, with its tax; nothing in a trial. */
function costOf(catalogue: Catalogue, { subscription, discount }: NonNullable<Account['last']>): number {
  if (!isServed(subscription)) return 0
  const plan = planOf(catalogue, subscription.productId)
  return withTax(catalogue, plan, plan.price - reductionOf(discount, plan.price))
}

const shareOf = ({ start, end }: Subscription, from: number, to: number) =>
  Math.max(0, Math.min(to, end) - Math.max(from, start)) / (end - start)

/** The value of the rest of the present period, at the plan in force. */
function unusedOf(catalogue: Catalogue, { last, at }: Account): number {
  return last ? costOf(catalogue, last) * shareOf(last.subscription, at, last.subscription.end) : 0
}

/** Lines with their tax: positive where the customer owes them. */
function sumOfLines(catalogue: Catalogue, lines: readonly Line[]): number {
  return sum(
    lines.map(({ label, amount }) => {
      const plan = catalogue.plans.find(({ of }) => of.name === label)?.of
      return plan ? withTax(catalogue, plan, amount) : amount
    }),
  )
}

const waitingOf = ({ records }: Pick<Account, 'records'>) =>
  records.subscriptions.filter(({ endedAt }) => endedAt === null).flatMap(({ waiting }) => waiting)

// Of a customer who was deleted, or whose payment was lost, nothing is billed any more. Everybody else owes what waits.
function waivedOf({ records, isDeleted }: Account): readonly Line[] {
  const isLost = records.returns.some(({ kind, status }) => kind === 'dispute' && status === 'lost')
  return isDeleted || isLost ? records.subscriptions.flatMap(({ waived }) => waived.filter(({ amount }) => amount !== 0)) : []
}

/** The merchant has set another discount, from the next period on. */
export function replaceDiscount(account: Account, discount: Reduction | null): void {
  if (account.discount.of !== discount) account.discount = { of: discount, since: null }
}

/** Takes over what was recorded at `now`: at most one period has begun since the last time. */
export function observe(
  catalogue: Catalogue,
  account: Account,
  { records, now }: { readonly records: Records; readonly now: number },
): void {
  const before = account.last
  const subscription = records.subscriptions.at(-1) ?? null
  if (before && subscription) use(catalogue, account, { before, subscription, now })
  account.at = now
  const was = account.records
  const credited = downgradesOf(records) - downgradesOf(was)
  follow(catalogue, account, { before, subscription, credited, waiting: sumOfLines(catalogue, waitingOf({ records })) })
  const period = account.periods.at(-1)
  const known = new Set(was.orders.map(({ id }) => id))
  for (const order of records.orders) if (!known.has(order.id)) period?.orders.add(order.id)
  if (period) period.credited += credited
  account.records = records
  for (const each of records.returns) giveBack(account, each, was)
}

interface Observed {
  readonly before: NonNullable<Account['last']>
  readonly subscription: Subscription
  readonly now: number
}

// The subscription that was in force is used until now, or until its end.
function use(catalogue: Catalogue, account: Account, { before, subscription, now }: Observed): void {
  const period = account.periods.at(-1)
  const isSame = subscription.id === before.subscription.id
  const until = Math.min(now, (isSame ? subscription.endedAt : null) ?? now)
  const cost = costOf(catalogue, before)
  if (period) period.used += cost * shareOf(before.subscription, account.at, until)
  const isOver = isSame && before.subscription.endedAt === null && subscription.endedAt !== null
  if (isOver) account.forfeited += cost * shareOf(before.subscription, until, before.subscription.end)
}

function follow(
  catalogue: Catalogue,
  account: Account,
  {
    before,
    subscription,
    credited,
    waiting,
  }: {
    readonly before: Account['last']
    readonly subscription: Subscription | null
    readonly credited: number
    /** The amount that waits now. */
    readonly waiting: number
  },
): void {
  if (!subscription) return
  const { discounts, terms } = catalogue
  const isNew = before?.subscription.id !== subscription.id
  if (isNew) account.discount = { of: discounts.find(({ id }) => id === subscription.discountId)?.of ?? null, since: null }
  const isTrial = subscription.status === 'trialing'
  const isOtherPeriod = isNew || before?.subscription.start !== subscription.start || before.subscription.end !== subscription.end
  const isOtherPlan = !isNew && before?.subscription.productId !== subscription.productId
  const isRenewed = isNew || subscription.start >= before.subscription.end
  const last = account.periods.at(-1)
  if (last && isRenewed) last.carried = Math.max(0, -sumOfLines(catalogue, waitingOf(account)))
  if (last && (isRenewed || subscription.endedAt !== null)) last.isOver = true
  // The money that went back may still wait in favour of the customer: the renewal takes it out again.
  if (last && (isOtherPeriod || last.isOver || isOtherPlan)) last.gift = Math.min(last.gift, coverOf(last) + Math.max(0, -waiting))
  if (subscription.discountId === null) account.discount = { of: null, since: null }
  const { of } = account.discount
  if (isOtherPeriod && of && !isTrial) account.discount.since ??= subscription.start
  const { since } = account.discount
  const isReduced = of !== null && since !== null && reduces(of, { since, start: subscription.start, zone: terms.zone })
  const counted = isOtherPeriod || isOtherPlan ? (isReduced ? of : null) : (before?.discount ?? null)
  account.last = { subscription, discount: counted }
  if (!isRenewed) return
  // Where taxed and exempt lines go opposite ways, the one is billed, and the other is credit.
  const arrears = Math.max(0, sumOfLines(catalogue, waitingOf(account)) + credited)
  account.periods.push({ orders: new Set(), used: 0, gift: 0, credited: 0, exposed: 0, arrears, carried: 0, isOver: false })
}

/** The money of a period that may have gone back, at most, while its value stays with the customer. */
const coverOf = ({ used, arrears, exposed, carried }: Period) => used + arrears + exposed + carried

const isOut = ({ kind, status }: Pick<Return, 'kind' | 'status'>) =>
  kind === 'refund' ? status === 'succeeded' || status === 'pending' : status !== 'won'

// Money that goes back while the use goes on is a gift; of a period that is over, only what was used of it can be one. A dispute that is
// lost takes back credit as well, as far as it is left; while it is open nothing is taken back yet.
function giveBack(account: Account, { id, orderId, kind, status, amount }: Return, before: Records): void {
  const known = account.returns.get(id)
  const [had, has] = [known && isOut({ kind, status: known.status }) ? known.amount : 0, isOut({ kind, status }) ? amount : 0]
  account.returns.set(id, { amount, status })
  const period = account.periods.find(({ orders }) => orders.has(orderId))
  if (!period) return
  if (kind === 'dispute' && !known) period.exposed = period.credited
  period.gift = Math.max(0, period.gift + has - had)
  if (!period.isOver || known?.status === status) return
  if (kind === 'refund') period.gift = Math.min(period.gift, coverOf(period))
  if (status === 'lost') period.gift = Math.min(period.gift, coverOf({ ...period, exposed: Math.min(period.exposed, spentCredit(before)) }))
}

const downgradesOf = ({ credits }: Records) => sum(credits.filter(({ kind }) => kind === 'downgrade').map(({ amount }) => amount))

// At most: credit of the merchant may have been spent last.
function spentCredit({ credits, balance }: Records): number {
  const ofKind = (which: string) => sum(credits.filter(({ kind }) => kind === which).map(({ amount, back }) => amount - back))
  return Math.max(0, ofKind('downgrade') - Math.max(0, balance - ofKind('grant')))
}

const sum = (amounts: readonly number[]) => amounts.reduce((all, amount) => all + amount, 0)

/** The value that a customer has got, and what it may have got at most; with `isExact`, also what it must have got at least. */
export interface Balance {
  readonly got: number
  readonly allowed: number
  /** The amount paid for it: what was written off as too small to be charged is allowed, and was not paid. */
  readonly paid: number
  readonly tolerance: number
  readonly isExact: boolean
  readonly parts: Readonly<Record<string, number>>
}

/** The balance of a customer: value used and still served, and credit, beside money received and not returned. */
export function balanceOf(catalogue: Catalogue, account: Account): Balance {
  const { records, periods } = account
  const isReturned = records.returns.length > 0
  const used = sum(periods.map((each) => each.used))
  const [unused, waiting] = [unusedOf(catalogue, account), sumOfLines(catalogue, waitingOf(account))]
  const waived = Math.max(0, sumOfLines(catalogue, waivedOf(account)))
  // The value that is given up was paid like what is used; which part of it went back cannot be said.
  const forfeited = isReturned ? 0 : account.forfeited
  const cash = sum(records.orders.map(({ captured }) => captured))
  const returned = sum(records.returns.filter(isOut).map((each) => each.cash))
  const granted = sum(records.credits.filter(({ kind }) => kind === 'grant').map(({ amount }) => amount))
  const open = sum(records.orders.filter(({ status }) => status === 'pending').map(({ total }) => total))
  const writtenOff = sum(records.orders.map((each) => each.writtenOff))
  const gifts = sum(periods.map(({ gift }) => gift))
  const got = used + unused - waiting + forfeited + records.balance
  const paid = cash - returned + granted + open + waived + gifts
  const allowed = paid + writtenOff
  const lines =
    sum(records.orders.map(({ lines: all }) => all.length + 1)) + sum(records.subscriptions.map(({ waiting: all }) => all.length))
  const tolerance = 1 + lines + records.credits.length + records.returns.length
  const isExact = !isReturned && !account.isDeleted && !records.orders.some(({ isExhausted }) => isExhausted)
  const parts = { used, unused, waiting, forfeited, credit: records.balance, cash, returned, granted, open, writtenOff, waived, gifts }
  return { got, allowed, paid, tolerance, isExact, parts }
}

/** The amounts given back and received for a subscription: credit of downgrades, refunds and disputes, beside its paid orders. */
export function returnedOf({ records }: Account): { readonly back: number; readonly received: number } {
  const received = sum(records.orders.filter(({ status }) => status !== 'pending').map(({ captured, credit }) => captured + credit))
  const credits = sum(records.credits.filter(({ kind }) => kind === 'downgrade').map(({ amount, back }) => amount - back))
  return { back: credits + sum(records.returns.filter(isOut).map(({ amount }) => amount)), received }
}
