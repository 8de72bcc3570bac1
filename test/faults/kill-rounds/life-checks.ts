// Compares what subscribers and the merchant were answered with the records of the server, its ledger and the sandbox.
import type { MerchantClient } from '../merchant-client.ts'
import { isUnsold, type Life, type Lives } from './lives.ts'

/** The fee of the sandbox for a dispute that is not won, in minor units. */
const DISPUTE_FEE = 1500

interface Order {
  readonly id: string
  readonly checkout_id: string | null
  readonly subscription_id: string
  readonly customer_id: string
  readonly billing_reason: string
  readonly paid: boolean
  readonly total_amount: number
  readonly applied_balance_amount: number
  readonly written_off_amount: number
}
interface Charge {
  readonly status: string
  readonly amount: number
  readonly fee_amount: number
  readonly refunded_amount: number
  readonly dispute_status: string | null
}
interface OfOrder {
  readonly order_id: string
  readonly status: string
}
interface Entry {
  readonly postings: readonly { readonly account: string; readonly amount: number }[]
}

interface Records {
  readonly orders: readonly Order[]
  readonly refunds: readonly OfOrder[]
  readonly disputes: readonly OfOrder[]
  readonly charges: readonly Charge[]
}

/**
 * Returns one sentence for each inconsistency: what was acknowledged is there, and nothing is there twice. `settled`: nothing is pending any
 * more, so that everything is there, and the processor holds what the journal says.
 */
export async function checkLives(merchant: MerchantClient, lives: Lives, phase: 'live' | 'settled'): Promise<readonly string[]> {
  const records: Records = {
    orders: await merchant.all('/v1/orders/'),
    refunds: await merchant.all('/v1/refunds/'),
    disputes: await merchant.all('/v1/disputes/'),
    charges: await merchant.all('/v1/sandbox/charges/'),
  }
  const faults: string[] = []
  for (const life of lives.all) {
    const found = isUnsold(life)
      ? faultIf(records.orders.some(isFirstOf(life)), 'was given up, and sold')
      : [...lifeFaults(life, records, phase), ...(phase === 'settled' ? await planFaults(merchant, life, records) : [])]
    faults.push(...found.map((sentence) => `life ${life.number} (${life.kind}) ${sentence}`))
  }
  return phase === 'settled' ? [...faults, ...(await bookFaults(merchant, records))] : faults
}

const faultIf = (isFault: boolean, sentence: string): string[] => (isFault ? [sentence] : [])

const isFirstOf = (life: Life) => (order: Order) => order.checkout_id !== null && order.checkout_id === life.checkoutId

function lifeFaults(life: Life, { orders, refunds, disputes }: Records, phase: 'live' | 'settled'): string[] {
  const bought = orders.filter(isFirstOf(life))
  const ofOrder = (each: OfOrder) => bought.some(({ id }) => id === each.order_id)
  const [returned, disputed] = [refunds.filter(ofOrder), disputes.filter(ofOrder)]
  const updates = orders.filter((order) => order.subscription_id === life.subscriptionId && order.billing_reason === 'subscription_update')
  const isDisputed = life.kind === 'lost' || life.kind === 'won'
  const isOver = phase === 'settled'
  return [
    ...faultIf(bought.length > 1, `has ${bought.length} first orders`),
    ...faultIf((life.answers.has('confirm') || isOver) && bought.length === 0, 'has lost its order'),
    ...faultIf(
      bought.some(({ paid }) => !paid),
      'has an order that is not paid',
    ),
    ...faultIf(updates.length > 1, `was billed ${updates.length} times for one change`),
    ...faultIf(returned.length > 1, `was refunded ${returned.length} times`),
    ...faultIf(life.answers.has('refund') && returned.length === 0, 'has lost its refund'),
    ...faultIf(disputed.length > (isDisputed ? 1 : 0), `has ${disputed.length} disputes`),
    ...(isOver && isDisputed ? faultIf(disputed[0]?.status !== life.kind, `has a dispute that is ${disputed[0]?.status}`) : []),
    ...(isOver && !isDisputed ? faultIf(returned[0]?.status !== 'succeeded', `has a refund that is ${returned[0]?.status}`) : []),
  ]
}

// A change is billed by an order, or is credit: which of them depends on what was refunded before it.
async function planFaults(merchant: MerchantClient, life: Life, { orders }: Records): Promise<string[]> {
  const { json: subscription } = await merchant.request(`GET /v1/subscriptions/${life.subscriptionId}`)
  const isEnded = life.kind === 'lost'
  const own = orders.filter((order) => order.subscription_id === life.subscriptionId)
  const { json: credit } = await merchant.request(`GET /v1/customers/${own[0]?.customer_id}/credits`)
  const credited = credit.items.filter(({ kind }: { kind: string }) => kind === 'downgrade').length
  const billed = own.filter(({ billing_reason }) => billing_reason === 'subscription_update').length
  const answer = life.answers.get('change')
  const isChanged = life.productId !== undefined && subscription.product_id === life.productId
  // Without a certain answer of the processor the change follows its payment, which may turn out not to have been made.
  const isAcknowledged = answer?.status === 200 && answer.json.pending_change === null
  return [
    ...faultIf((subscription.status === 'canceled') !== isEnded, `is ${subscription.status}`),
    ...faultIf(
      isAcknowledged && !isChanged,
      `has lost its change: answered ${answer?.json.product_id}, is ${subscription.product_id}, wanted ${life.productId}`,
    ),
    ...faultIf(answer !== undefined && answer.status >= 400 && isChanged, `has a plan whose change was answered ${answer?.status}`),
    ...faultIf(billed + credited !== (isChanged ? 1 : 0), `was billed ${billed} times and credited ${credited} times`),
  ]
}

// Each charge has paid one order, and the clearing account equals what the processor says it holds (rule L5). Orders are refunded in part
// alone: a charge that was returned whole is the payment of a change that was dropped.
async function bookFaults(merchant: MerchantClient, { orders, charges }: Records): Promise<string[]> {
  const taken = charges.filter(({ status }) => status === 'succeeded' || status === 'refunded')
  const chargesOfOrders = taken.filter(({ amount, refunded_amount }) => refunded_amount < amount)
  const captured = orders
    .filter(({ paid }) => paid)
    .map((order) => order.total_amount + order.applied_balance_amount - order.written_off_amount)
    .filter((amount) => amount > 0)
  const sorted = (amounts: readonly number[]) => amounts.toSorted((one, other) => one - other).join()
  const entries: Entry[] = await merchant.all('/v1/ledger/entries')
  const postings = entries.flatMap((entry) => entry.postings)
  const cleared = postings.filter(({ account }) => account === 'provider_clearing').reduce((all, { amount }) => all + amount, 0)
  const held = taken.reduce((all, charge) => all + heldOf(charge), 0)
  return [
    ...faultIf(sorted(chargesOfOrders.map(({ amount }) => amount)) !== sorted(captured), 'the charges are not those of the orders'),
    ...faultIf(cleared !== held, `the clearing account is ${cleared}, the processor holds ${held}`),
  ]
}

function heldOf({ amount, fee_amount, refunded_amount, dispute_status }: Charge): number {
  const left = amount - refunded_amount
  return left - fee_amount - (dispute_status === null || dispute_status === 'won' ? 0 : left + DISPUTE_FEE)
}
