// A life of a merchant whose rows are written to the database in random steps, and the same rows in memory.
import { sql } from 'kysely'
import { newId } from '#kernel/id.ts'
import type { Platform } from '#platform/platform.ts'
import type { PlainCheckout, PlainLife, PlainOrder, PlainSubscription } from './plain-figures.ts'

/** Rows of a merchant of which further ones are copies, and what they are of. */
export interface LifeOf {
  readonly organizationId: string
  /** One that is sold once, and two plans. */
  readonly productIds: readonly string[]
  readonly customerIds: readonly string[]
}

/** A random step: what it does, to which row, when, and two further numbers. */
export interface Step {
  readonly what: number
  readonly row: number
  readonly at: Date
  readonly some: number
  readonly other: number
}

type TableName = 'orders' | 'refunds' | 'checkouts' | 'subscriptions'
const tables: readonly TableName[] = ['orders', 'refunds', 'checkouts', 'subscriptions']
const reasons = ['purchase', 'subscription_create', 'subscription_cycle', 'subscription_cycle', 'subscription_update'] as const
const churnReasons = [null, 'too_expensive', 'unused'] as const
const currencies = ['usd', 'usd', 'eur'] as const

export class RandomLife implements PlainLife {
  readonly orders: PlainOrder[] = []
  readonly refunds: PlainLife['refunds'] = []
  readonly checkouts: PlainCheckout[] = []
  readonly subscriptions: PlainSubscription[] = []
  readonly #platform: Platform
  readonly #of: LifeOf
  readonly #first = new Map<TableName, string>()
  #number = 0

  constructor(platform: Platform, of: LifeOf) {
    this.#platform = platform
    this.#of = of
  }

  /** Removes the sums of the rows that others are copied from, and remembers them. */
  async begin(): Promise<void> {
    for (const table of tables) {
      const { rows } = await this.#run<{ id: string }>(
        sql`select id from ${sql.table(table)} where organization_id = ${this.#of.organizationId} order by id limit 1`,
      )
      this.#first.set(table, rows[0]?.id ?? '')
    }
    await this.clear()
  }

  /** Deletes every row, each table in one statement; those that others are copied from are left uncounted. */
  async clear(): Promise<void> {
    const of = this.#of.organizationId
    await this.#run(sql`update refunds set status = 'failed' where organization_id = ${of} and id = ${this.#first.get('refunds')}`)
    await this.#run(sql`update orders set paid_at = null where organization_id = ${of} and id = ${this.#first.get('orders')}`)
    await this.#run(
      sql`update subscriptions set started_at = null, status = 'incomplete' where organization_id = ${of} and id = ${this.#first.get('subscriptions')}`,
    )
    for (const table of ['refunds', 'orders', 'subscriptions', 'checkouts'] as const)
      await this.#run(sql`delete from ${sql.table(table)} where organization_id = ${of} and id <> ${this.#first.get(table)}`)
    for (const list of [this.orders, this.refunds, this.checkouts, this.subscriptions]) list.length = 0
  }

  /** Takes a step; one that has no row to be taken with does nothing. */
  async take(step: Step): Promise<void> {
    const steps = [
      this.#addOrder,
      this.#addOrder,
      this.#payOrder,
      this.#removeOrder,
      this.#addRefund,
      this.#settleRefund,
      this.#addCheckout,
      this.#payCheckout,
      this.#subscribe,
      this.#subscribe,
      this.#changeSubscription,
      this.#changeSubscription,
      this.#endSubscription,
      this.#addUp,
    ]
    await steps[step.what % steps.length]?.call(this, step)
  }

  async #addUp({ some }: Step): Promise<void> {
    await this.#run(sql`select add_up_metric_changes(${(some % 9) + 1}::int)`)
  }

  async #addOrder({ row, at, some, other }: Step): Promise<void> {
    const reason = (this.subscriptions.length > 0 && pick(reasons, row)) || 'purchase'
    const subscription = reason === 'purchase' ? undefined : pick(this.subscriptions, some)
    const order: PlainOrder = {
      ...this.#sold(row + other, subscription),
      reason,
      subscriptionId: subscription?.id ?? null,
      paidAt: other % 4 === 0 ? null : at,
      net: some,
    }
    this.orders.push(order)
    const period = subscription && reason === 'subscription_cycle' ? new Date(1_600_000_000_000 + this.#next() * 1000) : null
    await this.#insert('orders', {
      ...ofSold(order),
      billing_reason: reason,
      paid_at: order.paidAt,
      subscription_id: order.subscriptionId,
      number: `R${this.#next()}`,
      checkout_id: null,
      payment_id: null,
      period_start: period,
      period_end: period && new Date(period.getTime() + 500),
      subtotal_amount: some,
      discount_amount: 0,
      net_amount: some,
      tax_amount: 0,
      total_amount: some,
      refunded_amount: 0,
      refunded_tax_amount: 0,
      applied_balance_amount: 0,
      written_off_amount: 0,
      status: order.paidAt ? 'paid' : 'pending',
    })
  }

  async #payOrder({ row, at }: Step): Promise<void> {
    const order = pick(this.orders, row)
    if (!order) return
    order.paidAt = at
    await this.#update('orders', order.id, { paid_at: at })
  }

  async #removeOrder({ row }: Step): Promise<void> {
    const order = pick(this.orders, row)
    if (!order || this.refunds.some((refund) => refund.order === order)) return
    this.orders.splice(this.orders.indexOf(order), 1)
    await this.#run(sql`delete from orders where organization_id = ${this.#of.organizationId} and id = ${order.id}`)
  }

  async #addRefund({ row, at, some, other }: Step): Promise<void> {
    const order = pick(this.orders, row)
    if (!order) return
    const refund = { id: newId(at), order, amount: some + 1, at, hasSucceeded: other % 2 === 0 }
    this.refunds.push(refund)
    await this.#insert('refunds', {
      id: refund.id,
      order_id: order.id,
      customer_id: order.customerId,
      currency: order.currency,
      amount: refund.amount,
      returned_amount: 0,
      created_at: at,
      modified_at: null,
      status: refund.hasSucceeded ? 'succeeded' : 'pending',
      is_duplicate_payment: false,
      idempotency_key: refund.id,
    })
  }

  async #settleRefund({ row, at }: Step): Promise<void> {
    const refund = pick(this.refunds, row)
    if (!refund) return
    Object.assign(refund, { at, hasSucceeded: !refund.hasSucceeded })
    await this.#update('refunds', refund.id, { status: refund.hasSucceeded ? 'succeeded' : 'failed', modified_at: at })
  }

  async #addCheckout({ row, at, other }: Step): Promise<void> {
    const checkout = { ...this.#sold(row + other), at, hasSucceeded: false }
    this.checkouts.push(checkout)
    await this.#insert('checkouts', {
      ...ofSold(checkout),
      created_at: at,
      status: 'open',
      client_secret_digest: checkout.id,
      payment_id: null,
      subscription_id: null,
    })
  }

  async #payCheckout({ row, some }: Step): Promise<void> {
    const checkout = pick(this.checkouts, row)
    if (!checkout) return
    checkout.hasSucceeded = true
    checkout.productId = pick(this.#of.productIds, some) ?? ''
    await this.#update('checkouts', checkout.id, { status: 'succeeded', product_id: checkout.productId })
  }

  async #subscribe({ row, at, some, other }: Step): Promise<void> {
    const trialEnd = other % 3 === 0 ? new Date(at.getTime() + 7 * 86_400_000) : null
    const interval = other % 2 === 0 ? 'month' : 'year'
    const sold = { ...this.#sold(row), productId: pick(this.#of.productIds.slice(1), row) ?? '' }
    const subscription: PlainSubscription = { ...sold, startedAt: at, trialEnd, endedAt: null, reason: null, values: [] }
    subscription.values.push({
      at,
      productId: sold.productId,
      twelfths: trialEnd ? 0 : some * (interval === 'month' ? 12 : 1),
      isCommitted: true,
    })
    this.subscriptions.push(subscription)
    await this.#insert('subscriptions', {
      ...ofSold(subscription),
      started_at: at,
      created_at: at,
      modified_at: null,
      trial_start: trialEnd && at,
      trial_end: trialEnd,
      amount: some,
      status: trialEnd ? 'trialing' : 'active',
      recurring_interval: interval,
      checkout_id: null,
      ended_at: null,
      is_exclusive: false,
      cancel_at_period_end: false,
      customer_cancellation_reason: null,
      due_at: null,
    })
  }

  async #changeSubscription({ row, at, some, other }: Step): Promise<void> {
    const subscription = pick(this.subscriptions, row)
    if (!subscription || subscription.endedAt) return
    const last = subscription.values.at(-1)
    const when = last && last.at > at ? last.at : at
    subscription.productId = pick(this.#of.productIds.slice(1), some) ?? ''
    const isCommitted = other % 3 > 0
    subscription.values.push({ at: when, productId: subscription.productId, twelfths: some, isCommitted })
    await this.#update('subscriptions', subscription.id, {
      amount: some,
      recurring_interval: 'year',
      status: other % 2 === 0 ? 'active' : 'past_due',
      past_due_at: when,
      product_id: subscription.productId,
      cancel_at_period_end: !isCommitted,
      modified_at: when,
    })
  }

  async #endSubscription({ row, at, other }: Step): Promise<void> {
    const subscription = pick(this.subscriptions, row)
    if (!subscription || subscription.endedAt) return
    const last = subscription.values.at(-1)
    const when = last && last.at > at ? last.at : at
    Object.assign(subscription, { endedAt: when, reason: pick(churnReasons, other) ?? null })
    subscription.values.push({ at: when, productId: subscription.productId, twelfths: 0, isCommitted: true })
    const ended = { status: 'canceled', ended_at: when, modified_at: when, customer_cancellation_reason: subscription.reason }
    await this.#update('subscriptions', subscription.id, ended)
  }

  #sold(some: number, subscription?: PlainSubscription) {
    return {
      id: newId(new Date(1_700_000_000_000 + this.#next())),
      productId: subscription?.productId ?? pick(this.#of.productIds, some) ?? '',
      customerId: subscription?.customerId ?? pick(this.#of.customerIds, some) ?? '',
      currency: subscription?.currency ?? pick(currencies, some) ?? 'usd',
    }
  }

  #next(): number {
    this.#number += 1
    return this.#number
  }

  async #insert(table: TableName, columns: Readonly<Record<string, unknown>>): Promise<void> {
    const first = sql`(select found from ${sql.table(table)} as found where organization_id = ${this.#of.organizationId} and id = ${this.#first.get(table)})`
    await this.#run(sql`insert into ${sql.table(table)} select (jsonb_populate_record(${first}, ${JSON.stringify(columns)}::jsonb)).*`)
  }

  async #update(table: TableName, id: string, columns: Readonly<Record<string, unknown>>): Promise<void> {
    const sets = sql.join(Object.entries(columns).map(([name, value]) => sql`${sql.ref(name)} = ${value}`))
    await this.#run(sql`update ${sql.table(table)} set ${sets} where organization_id = ${this.#of.organizationId} and id = ${id}`)
  }

  #run<Row>(statement: ReturnType<typeof sql<Row>>) {
    return statement.execute(this.#platform.database.db)
  }
}

const ofSold = ({ id, productId, customerId, currency }: Pick<PlainOrder, 'id' | 'productId' | 'customerId' | 'currency'>) => ({
  id,
  product_id: productId,
  customer_id: customerId,
  currency,
})

function pick<Item>(items: readonly Item[], at: number): Item | undefined {
  return items[at % items.length]
}
