// The conditions after each round: the server shows what the model says is owed and was paid, and its books agree with it.
import { sql } from 'kysely'
import { expect } from 'vitest'
import { payloadOf } from '#platform/outbox/emit.ts'
import { balancesOf } from '#test/support/books/invariants.ts'
import { type Bill, type Life, onCard, received } from './model.ts'
import type { World } from './world.ts'

const timeOf = (time: number | null) => (time === null ? null : new Date(time).toISOString())

/** Compares everything that the merchant can see of its customers, and their money, with the model. */
export async function expectWhatIsOwed(world: World): Promise<void> {
  const shown = await shownSubscriptions(world)
  const orders = Map.groupBy(await ordersOf(world), ({ subscriptionId }) => subscriptionId)
  const credits = await creditsOf(world)
  for (const [index, { id, subscriptionId, life }] of world.customers.entries()) {
    const subscription = shown.get(subscriptionId)
    const bills = (orders.get(subscriptionId) ?? []).map(({ subscriptionId: _, ...order }) => order)
    const actual = { customer: index, subscription, bills, credit: credits.get(id) ?? 0 }
    expect(actual).toEqual({
      customer: index,
      subscription: subscriptionOf(world, life),
      bills: life.bills.map(orderOf),
      credit: bookedCredit(life),
    })
  }
  await expectEvents(world, shown)
  await expectMoney(world)
}

/**
 * The longest delay of the outcome of a payment, in milliseconds: a test clock asks for one that a worker has lost, and another attempt
 * takes the place of one that the processor never had.
 */
const LATE_MAXIMUM = 600_000

/** After a round in which a worker failed, the model takes over when the server came to know that a payment had failed: at most a bit later. */
export async function acceptLateOutcomes(world: World): Promise<void> {
  const shown = await shownSubscriptions(world)
  for (const { subscriptionId, life } of world.customers) {
    const { past_due_at, next_payment_attempt_at, ended_at } = shown.get(subscriptionId) ?? {}
    life.overdueSince = laterOf(life.overdueSince, past_due_at)
    life.nextAttempt = laterOf(life.nextAttempt, next_payment_attempt_at)
    life.endedAt = laterOf(life.endedAt, ended_at)
  }
}

function laterOf(time: number | null, shown: string | null): number | null {
  const late = time === null || shown === null ? 0 : Date.parse(shown) - time
  return time !== null && late > 0 && late <= LATE_MAXIMUM ? time + late : time
}

const FIELDS = [
  ...['status', 'amount', 'recurring_interval', 'product_id', 'current_period_start', 'current_period_end', 'cancel_at_period_end'],
  ...['ended_at', 'past_due_at', 'next_payment_attempt_at', 'discount_id'],
]

// biome-ignore lint/suspicious/noExplicitAny: what the server shows is compared as it is
type Shown = Readonly<Record<string, any>>

const pick = (shown: Shown, fields: readonly string[]): Shown => Object.fromEntries(fields.map((field) => [field, shown[field]]))

async function shownSubscriptions({ merchant }: World): Promise<ReadonlyMap<string, Shown>> {
  const { items } = (await merchant.request('GET', '/v1/subscriptions/?limit=100')).json
  return new Map(items.map((shown: Shown) => [shown['id'], pick(shown, FIELDS)]))
}

function subscriptionOf({ plans, discounts }: World, life: Life): Shown {
  return {
    status: life.status,
    amount: life.price,
    recurring_interval: life.interval,
    product_id: plans.find(({ of }) => of === life.plan)?.id,
    current_period_start: timeOf(life.start),
    current_period_end: timeOf(life.end),
    cancel_at_period_end: life.endsWithPeriod,
    ended_at: timeOf(life.endedAt),
    past_due_at: timeOf(life.overdueSince),
    next_payment_attempt_at: timeOf(life.nextAttempt),
    discount_id: discounts.find(({ of }) => of === life.discount)?.id ?? null,
  }
}

// The credit that a bill takes is booked when the bill is paid.
function bookedCredit({ creditLeft, bills }: Life): number {
  return creditLeft + bills.reduce((all, { isPaid, credit }) => all + (isPaid ? 0 : credit), 0)
}

type ShownBill = ReturnType<typeof orderOf>

// One order for each period, and none besides: the lists are equal.
async function ordersOf({ servers, merchant: { organizationId } }: World) {
  const { rows } = await sql<ShownBill & { subscriptionId: string; start: Date | null }>`
    select subscription_id as "subscriptionId", billing_reason as reason, status, period_start as start, total_amount as total, tax_amount as tax, refunded_tax_amount as "refundedTax", disputed_amount as lost, disputed_tax_amount as "lostTax",
      -applied_balance_amount as credit, written_off_amount as forgiven, refunded_amount as refunded, is_collection_exhausted as "isExhausted",
      coalesce((select sum(payment.amount)::int8 from payments payment where payment.organization_id = orders.organization_id
        and payment.id = orders.payment_id and payment.status = 'succeeded'), 0) as captured
    from orders where organization_id = ${organizationId} order by created_at, id`.execute(servers.second.platform.database.db)
  return rows.map(({ start, ...row }) => ({ ...row, start: start?.toISOString() ?? null }))
}

function orderOf(bill: Bill) {
  const { reason, start, total, tax, credit, forgiven, refunded, refundedTax, lost, lostTax, isExhausted, captured } = bill
  const paid = refunded === 0 ? 'paid' : refunded < received(bill) ? 'partially_refunded' : 'refunded'
  const status = bill.isPaid ? paid : 'pending'
  return { reason, status, start: timeOf(start), total, tax, credit, forgiven, refunded, refundedTax, lost, lostTax, isExhausted, captured }
}

async function creditsOf({ servers, merchant: { organizationId } }: World): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql<{ customerId: string; amount: number }>`
    select customer_id as "customerId", -sum(amount)::int8 as amount from ledger_postings
    where organization_id = ${organizationId} and account = 'customer_credit' group by customer_id`.execute(
    servers.second.platform.database.db,
  )
  for (const { amount } of rows) expect(amount).toBeGreaterThanOrEqual(0)
  return new Map(rows.map(({ customerId, amount }) => [customerId, amount]))
}

// The newest event of a subscription says what is now true of it, and each bill was announced and paid once.
async function expectEvents({ servers, merchant: { organizationId }, customers }: World, shown: ReadonlyMap<string, Shown>): Promise<void> {
  const { platform } = servers.second
  const { rows } = await sql<{ name: string; resource_id: string; payload: Record<string, unknown> }>`
    select distinct on (resource_id) name, resource_id, payload from domain_events
    where organization_id = ${organizationId} and audience = 'merchant' and name like 'subscription.%'
    order by resource_id, position desc`.execute(platform.database.db)
  const stated = ['status', 'amount', 'product_id', 'cancel_at_period_end', 'ended_at', 'current_period_start', 'current_period_end']
  for (const row of rows) {
    // biome-ignore lint/suspicious/noExplicitAny: what the event says is compared as it is
    const payload: any = payloadOf(platform.secrets, row as never)
    expect(pick(payload, stated)).toEqual(pick(shown.get(row.resource_id) ?? {}, stated))
  }
  const counts = await sql<{ name: string; count: number }>`
    select name, count(*)::int as count from domain_events where organization_id = ${organizationId}
      and name in ('subscription.created', 'order.created', 'order.paid') group by name`.execute(platform.database.db)
  const bills = customers.flatMap(({ life }) => life.bills)
  const all = {
    'subscription.created': customers.length,
    'order.created': bills.length,
    'order.paid': bills.filter((one) => one.isPaid).length,
  }
  expect(Object.fromEntries(counts.rows.map(({ name, count }) => [name, count]))).toEqual(
    Object.fromEntries(Object.entries(all).filter(([, count]) => count > 0)),
  )
}

// The money that the customers have paid and got back, by the processor and by the ledger; all accounts together are zero.
async function expectMoney(world: World): Promise<void> {
  const { servers, merchant, customers } = world
  const { organizationId } = merchant
  const bills = customers.flatMap(({ life }) => life.bills)
  const sum = (of: (bill: Bill) => number) => bills.reduce((all, bill) => all + of(bill), 0)
  const { rows } = await sql<{ charged: number; returned: number }>`
    select (select coalesce(sum(amount), 0)::int8 from sandbox_charges where organization_id = ${organizationId}
        and status in ('succeeded', 'refunded')) as charged,
      (select coalesce(sum(amount), 0)::int8 from sandbox_refunds where organization_id = ${organizationId} and status = 'succeeded') as returned
    `.execute(servers.second.platform.database.db)
  expect(rows).toEqual([{ charged: sum(({ captured }) => captured), returned: sum(({ returned }) => returned) }])
  const balances = new Map((await balancesOf(servers.second, merchant)).map(({ account, balance }) => [account, balance]))
  expect([...balances.values()].reduce((all, balance) => all + balance, 0)).toBe(0)
  // The holdings and the fees of the processor are what the customers have paid, less what went back.
  const held = (balances.get('provider_clearing') ?? 0) + (balances.get('provider_fees') ?? 0)
  expect(held).toBe(sum(onCard))
  expect(balances.get('receivable') ?? 0).toBe(0)
  const owed = customers.reduce((all, { life }) => all + bookedCredit(life), 0)
  expect((balances.get('customer_credit') ?? 0) + owed).toBe(0)
}
