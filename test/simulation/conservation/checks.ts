// The conditions after each act: no customer has more value than money was received for, and what was previewed is what happened.
import type { Customer, Preview } from './acts.ts'
import type { Line, Order, Records, Subscription } from './records.ts'
import { type Account, balanceOf, type Catalogue, returnedOf } from './value.ts'

/** Compares what a customer has got with what was received for it. */
export function expectConservation(shop: Catalogue, account: Account): void {
  const { got, allowed, paid, tolerance, isExact, parts } = balanceOf(shop, account)
  const rounded = Object.fromEntries(Object.entries(parts).map(([name, amount]) => [name, Math.round(amount)]))
  const excess = Math.round(got - allowed)
  if (excess > tolerance) fail(`The customer has got ${excess} more than was received`, { tolerance, ...rounded })
  const unserved = Math.round(paid - got)
  if (isExact && unserved > tolerance) fail(`The customer has paid ${unserved} for nothing`, { tolerance, ...rounded })
  const { back, received } = returnedOf(account)
  const hasDispute = account.records.returns.some(({ kind }) => kind === 'dispute')
  if (!hasDispute && back > received) fail(`${back - received} more was given back than was received`, { back, received })
  if (account.records.balance < 0) fail('The credit of the customer is negative', { balance: account.records.balance })
}

function fail(sentence: string, details: Readonly<Record<string, number>>): never {
  throw new Error(`${sentence}: ${JSON.stringify(details).replaceAll('"', '').replaceAll(',', ', ')}`)
}

const added = <Of extends { readonly id: string }>(before: readonly Of[], after: readonly Of[]): Of[] => {
  const known = new Set(before.map(({ id }) => id))
  return after.filter(({ id }) => !known.has(id))
}

const linesOf = (items: readonly { label: string; amount: number; product_price_id: string | null }[]): Line[] =>
  items.map(({ label, amount, product_price_id }) => ({ label, amount, priceId: product_price_id }))

const lineOf = ({ label, amount, priceId }: Line): Line => ({ label, amount, priceId })

/** A bill as a preview says it, and as an order has it. */
const billOf = (bill: Preview) =>
  bill && {
    lines: linesOf(bill.items),
    subtotal: bill.subtotal_amount,
    discount: bill.discount_amount,
    net: bill.net_amount,
    tax: bill.tax_amount,
    total: bill.total_amount,
    credit: -bill.applied_balance_amount + 0,
  }
const orderOf = ({ lines, subtotal, discount, net, tax, total, credit }: Order) => ({
  lines: lines.map(lineOf),
  subtotal,
  discount,
  net,
  tax,
  total,
  credit,
})

const inPeriod = ({ productId, amount, start, end }: Subscription) => ({
  product: productId,
  amount,
  start: new Date(start).toISOString(),
  end: new Date(end).toISOString(),
})

/** Compares what a change did with its preview; a change that was refused or declined did nothing. */
export function expectChange({ change }: Customer, { before, after }: { readonly before: Records; readonly after: Records }): void {
  if (!change) return
  const [was, is] = [before.subscriptions.at(-1), after.subscriptions.at(-1)]
  if (!was || !is) throw new Error('There is no subscription that was changed.')
  const orders = added(before.orders, after.orders)
  const credits = added(before.credits, after.credits)
  const waiting = added(was.waiting, is.waiting)
  const did = {
    order: orders[0] ? orderOf(orders[0]) : null,
    charged: orders[0]?.captured ?? 0,
    credit: credits.reduce((all, { amount }) => all + amount, 0),
    waiting: waiting.map(lineOf),
    // A dispute of what was charged may have ended it by now.
    subscription: inPeriod(is),
  }
  if (orders.length > 1) throw new Error(`A change made ${orders.length} orders.`)
  const { preview, status } = change
  if (status !== 200) {
    expectSame(`A change that was answered ${status}`, did, nothing(was))
    return
  }
  const isLater = preview.applies === 'period_end'
  const plan = isLater ? { product: was.productId, amount: was.amount } : { product: preview.product_id, amount: preview.amount }
  const period = { start: new Date(preview.current_period_start).toISOString(), end: new Date(preview.current_period_end).toISOString() }
  expectSame('A change', did, {
    order: billOf(preview.order),
    charged: preview.charged_amount,
    credit: preview.customer_credit_amount,
    waiting: linesOf(preview.pending_items),
    subscription: { ...plan, ...period },
  })
}

const nothing = (was: Subscription) => ({ order: null, charged: 0, credit: 0, waiting: [], subscription: inPeriod(was) })

/** Compares a renewal that has come with what was shown of it before. */
export function expectRenewal(
  customer: Customer,
  { before, after, now }: { readonly before: Records; readonly after: Records; readonly now: number },
): void {
  const { renewal } = customer
  const [was, is] = [before.subscriptions.at(-1), after.subscriptions.at(-1)]
  if (!renewal || !was || !is || Date.parse(renewal.next_renewal.at) > now) return
  customer.renewal = null
  // One that ends with its period, or has no payment method at the end of its trial, is not renewed.
  if (was.endsWithPeriod || is.endedAt !== null || (was.status !== 'active' && was.status !== 'trialing')) return
  const order = added(before.orders, after.orders).find(({ reason }) => reason === 'subscription_cycle')
  const did = { at: order?.start ?? null, order: order ? orderOf(order) : null }
  expectSame('A renewal', did, { at: Date.parse(renewal.next_renewal.at), order: billOf(renewal.next_renewal) })
}

/** Compares what happened with what was previewed: the error names each part that differs. */
function expectSame(what: string, did: object, previewed: object): void {
  const differences = differencesOf('', did, previewed)
  if (differences.length > 0) throw new Error(`${what} is not as it was previewed: ${differences.join('; ')}`)
}

function differencesOf(path: string, did: unknown, previewed: unknown): string[] {
  const isWhole = [did, previewed].some((each) => typeof each !== 'object' || each === null || Array.isArray(each))
  const [is, was] = [JSON.stringify(did), JSON.stringify(previewed)]
  if (isWhole) return is === was ? [] : [`${path} ${is}, previewed ${was}`]
  const [of, than] = [did, previewed] as Readonly<Record<string, unknown>>[]
  return Object.keys({ ...of, ...than }).flatMap((name) => differencesOf(path ? `${path}.${name}` : name, of?.[name], than?.[name]))
}
