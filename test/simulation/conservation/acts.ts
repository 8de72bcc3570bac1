// The acts of customers and of the merchant, each by requests to the API. What a preview has said is kept for comparison with what happened.
import { expect } from 'vitest'
import { aCheckout } from '#test/support/a-checkout.ts'
import { disputeOrder } from '#test/support/payments/a-dispute.ts'
import { aPaymentMethod } from '#test/support/payments/a-payment-method.ts'
import { portalOf } from '#test/support/portal/a-portal.ts'
import type { TestAnswer } from '#test/support/server.ts'
import type { Order, Records, Subscription } from './records.ts'
import type { Act, Card } from './sequences.ts'
import type { Known, Shop } from './shop.ts'
import { type Account, newAccount, replaceDiscount } from './value.ts'

/** The numbers of the sandbox's cards by what they do. */
const NUMBERS: Readonly<Record<Exclude<Card, 'none'>, string>> = {
  pays: '4242424242424242',
  short: '4000000000100059',
  expired: '4000000000100067',
  disputes: '4000000000000259',
  slow: '4000000000007726',
}

/** The preview of a subscription, as JSON. */
// biome-ignore lint/suspicious/noExplicitAny: what it says is compared as it is
export type Preview = any

/** A customer with what is known of it, and what was promised. */
export interface Customer {
  readonly email: string
  readonly account: Account
  id: string | null
  /** The session of the portal. */
  token: string | null
  /** The promise of the last change of this round; null: none was made. */
  change: { readonly preview: Preview; readonly status: number } | null
  /** The next renewal, as it was last shown, while nothing else happens. */
  renewal: Preview | null
}

let customers = 0

/** A customer who has not bought yet. */
export function newCustomer({ now }: Shop): Customer {
  customers += 1
  return {
    email: `customer-${customers}@example.test`,
    account: newAccount(now),
    id: null,
    token: null,
    change: null,
    renewal: null,
  }
}

const at = <Of>(values: readonly Known<Of>[], index: number): Known<Of> => {
  const value = values[index % values.length]
  if (!value) throw new Error('There is nothing to select.')
  return value
}

const FAILED = 500

/** Expects one of the answers that may come; returns whether it is a success. */
function expectOneOf(answer: TestAnswer, ...statuses: readonly number[]): boolean {
  expect([statuses.includes(answer.status), answer.status, answer.text]).toEqual([true, answer.status, answer.text])
  return answer.status < 300
}

const liveOf = ({ subscriptions }: Records): Subscription | null => {
  const last = subscriptions.at(-1)
  return last && last.endedAt === null ? last : null
}

/** One act of a customer, or of the merchant with it. */
export async function take(shop: Shop, customer: Customer, act: Act): Promise<void> {
  const { account } = customer
  const { records } = account
  customer.change = null
  if (act.do === 'wait' || act.do === 'pass') return
  if (act.do !== 'look') customer.renewal = null
  const subscription = liveOf(records)
  if (act.do === 'refund') return refund(shop, records.orders, act)
  if (act.do === 'dispute') return dispute(shop, records.orders, act)
  if (act.do === 'resolve') return resolve(shop, records, act)
  if (account.isDeleted) return
  if (act.do === 'grant') return grant(shop, customer, act.amount)
  if (act.do === 'subscribe') return subscription ? undefined : buy(shop, customer, act)
  if (act.do === 'card') return replaceCard(shop, customer, act.card)
  if (!subscription) return
  switch (act.do) {
    case 'change':
      return change(shop, customer, { act, subscription })
    case 'look':
      return look(shop, customer, subscription)
    case 'cancel':
    case 'resume':
      return end(shop, customer, { act, subscription })
    case 'revoke':
      return void expectOneOf(await shop.merchant.request('DELETE', `/v1/subscriptions/${subscription.id}`), 200, 403)
    case 'delete':
      account.isDeleted = true
      return void expectOneOf(await shop.merchant.request('DELETE', `/v1/customers/${customer.id}`), 204)
    case 'retry':
      return retry(shop, records.orders)
    case 'discount':
      return setDiscount(shop, customer, { index: act.discount, subscription })
    case 'upgrade':
      return buy(shop, customer, { ...act, subscription })
  }
}

interface Purchase {
  readonly plan: number
  readonly card: Card
  readonly discount?: number
  readonly subscription?: Subscription
}

// A checkout: of a new subscription, or in place of a free one.
async function buy(shop: Shop, customer: Customer, { plan, card, discount = -1, subscription }: Purchase): Promise<void> {
  const { merchant, plans, discounts } = shop
  const product = at(plans, plan)
  if (subscription && (product.of.price === 0 || subscription.amount > 0)) return
  const reduction = discounts[discount]
  const checkout = await aCheckout(shop.server, merchant, {
    products: [product.id],
    ...(reduction && product.of.price > 0 && { discount_id: reduction.id }),
    ...(subscription ? { subscription_id: subscription.id } : customer.id !== null && { customer_id: customer.id }),
  }).catch(() => null)
  // A subscription that is about to end, or is overdue, is not replaced.
  if (!checkout && subscription) return
  if (!checkout) throw new Error('The checkout was not created.')
  const token = card === 'none' ? undefined : `sandbox_${NUMBERS[card]}`
  const named = customer.id === null && { customer_email: customer.email }
  const body = {
    ...checkout.form,
    customer_email: undefined,
    ...named,
    confirmation_token_id: token,
    customer_billing_address: { country: 'DE' },
  }
  const confirmed = await checkout.confirm(token, { body })
  if (!expectOneOf(confirmed, 200, 400, 402, 403, 422)) return
  customer.id ??= confirmed.json.customer_id as string
}

async function sessionOf({ merchant }: Shop, customer: Customer): Promise<string> {
  customer.token ??= (await merchant.request('POST', '/v1/customer-sessions/', { body: { customer_id: customer.id } })).json.token as string
  return customer.token
}

interface ChangeOf {
  readonly act: Extract<Act, { do: 'change' }>
  readonly subscription: Subscription
}

// The same body is previewed and then sent.
async function change(shop: Shop, customer: Customer, { act, subscription: { id } }: ChangeOf): Promise<void> {
  const { merchant, server, plans } = shop
  const product_id = at(plans, act.plan).id
  const isOwn = act.by === 'customer'
  const terms = isOwn ? {} : { ...(act.billing && { proration_behavior: act.billing }), ...(act.apply && { apply: act.apply }) }
  const body = { product_id, ...terms }
  const request = isOwn ? portalOf(server, await sessionOf(shop, customer)) : merchant.request
  const path = `${isOwn ? '' : '/v1'}/subscriptions/${id}`
  const preview = await request('POST', `${path}/preview`, { body })
  const answer = await request('PATCH', path, { body })
  expect(Math.max(preview.status, answer.status), `${preview.text} ${answer.text}`).toBeLessThan(FAILED)
  if (preview.status !== 200 || answer.status !== 402)
    expect([answer.status, preview.status, answer.text]).toEqual([preview.status, preview.status, answer.text])
  customer.change = { preview: preview.status === 200 ? preview.json : null, status: answer.status }
  if (answer.status === 200) expectRenewalLater(customer, preview.json)
}

// A refund that the processor has not decided may give credit back before the renewal, which then uses it.
function expectRenewalLater(customer: Customer, preview: Preview): void {
  const isRefunding = customer.account.records.returns.some(({ kind, status }) => kind === 'refund' && status === 'pending')
  customer.renewal = isRefunding ? null : preview
}

async function look({ merchant }: Shop, customer: Customer, { id, status }: Subscription): Promise<void> {
  const preview = await merchant.request('POST', `/v1/subscriptions/${id}/preview`, { body: {} })
  if (expectOneOf(preview, 200, 403, 409, 422) && (status === 'active' || status === 'trialing')) expectRenewalLater(customer, preview.json)
}

interface EndOf {
  readonly act: Extract<Act, { do: 'cancel' | 'resume' }>
  readonly subscription: Subscription
}

async function end(shop: Shop, customer: Customer, { act, subscription: { id } }: EndOf): Promise<void> {
  const { merchant, server } = shop
  const isOwn = act.by === 'customer'
  const request = isOwn ? portalOf(server, await sessionOf(shop, customer)) : merchant.request
  const body = { cancel_at_period_end: act.do === 'cancel' }
  expectOneOf(await request('PATCH', `${isOwn ? '' : '/v1'}/subscriptions/${id}`, { body }), 200, 400, 403, 410)
}

async function setDiscount(
  { merchant, discounts }: Shop,
  { account }: Customer,
  { index, subscription }: { readonly index: number; readonly subscription: Subscription },
): Promise<void> {
  const discount = discounts[index]
  const body = { discount_id: discount?.id ?? null }
  const answer = await merchant.request('PATCH', `/v1/subscriptions/${subscription.id}`, { body })
  if (expectOneOf(answer, 200, 403, 422)) replaceDiscount(account, discount?.of ?? null)
}

async function retry({ merchant }: Shop, orders: readonly Order[]): Promise<void> {
  const order = orders.find(({ status }) => status === 'pending')
  if (order) expectOneOf(await merchant.request('POST', `/v1/orders/${order.id}/retry-payment`), 200, 402, 403, 409, 429)
}

async function grant({ merchant }: Shop, { id }: Customer, amount: number): Promise<void> {
  if (id !== null) expectOneOf(await merchant.request('POST', `/v1/customers/${id}/credits`, { body: { amount, currency: 'usd' } }), 201)
}

async function replaceCard({ merchant, server }: Shop, { id }: Customer, card: Card): Promise<void> {
  if (id === null) return
  const path = `/v1/customers/${id}/payment-methods`
  for (const method of (await merchant.request('GET', path)).json.items)
    expectOneOf(await merchant.request('DELETE', `${path}/${method.id}`), 204)
  if (card !== 'none') await aPaymentMethod(server, { organizationId: merchant.organizationId, customerId: id, card: NUMBERS[card] })
}

const orderAt = (orders: readonly Order[], index: number): Order | undefined => orders[index % Math.max(1, orders.length)]

async function refund({ merchant }: Shop, orders: readonly Order[], act: Extract<Act, { do: 'refund' }>): Promise<void> {
  const order = orderAt(orders, act.order)
  if (!order) return
  // All that is left, or a part of the order.
  const amount = act.percent < 100 && { amount: Math.max(1, Math.floor((order.net * act.percent) / 100)) }
  const body = { order_id: order.id, reason: 'customer_request', ...amount }
  expectOneOf(await merchant.request('POST', '/v1/refunds/', { body }), 200, 400, 403, 409, 422)
}

// The card that disputes does so at once; here the cardholder disputes later, and another payment as well.
async function dispute({ merchant, server }: Shop, orders: readonly Order[], act: Extract<Act, { do: 'dispute' }>): Promise<void> {
  const order = orderAt(orders, act.order)
  if (!order || order.captured === 0) return
  await disputeOrder(server, { organizationId: merchant.organizationId, orderId: order.id })
}

async function resolve({ merchant }: Shop, { returns }: Records, { answer }: Extract<Act, { do: 'resolve' }>): Promise<void> {
  const open = returns.find(({ kind, status }) => kind === 'dispute' && status === 'needs_response')
  if (!open) return
  const path = `/v1/disputes/${open.id}`
  const sent =
    answer === 'accept'
      ? await merchant.request('POST', `${path}/accept`)
      : await merchant.request('POST', `${path}/contest`, { body: { evidence: answer } })
  expectOneOf(sent, 200)
}
