// The steps of customers and merchants, each a request. What the model says is what the server must answer.
import { sql } from 'kysely'
import { expect } from 'vitest'
import { queryDispute } from '#sales/returns/disputes/index.ts'
import { aCheckout } from '#test/support/a-checkout.ts'
import { aPaymentMethod } from '#test/support/payments/a-payment-method.ts'
import type { LifeInput, Step } from './inputs.ts'
import {
  type Card,
  cancel,
  change,
  changeCard,
  changeDiscount,
  lose,
  onCard,
  refund,
  refundable,
  revoke,
  subscribe,
  uncancel,
} from './model.ts'
import { type Customer, type Known, pricesOf, type World } from './world.ts'

/** The numbers of cards of the sandbox that can be saved, by what they do later. */
const NUMBERS: Readonly<Record<Exclude<Card, 'none'>, string>> = {
  pays: '4242424242424242',
  short: '4000000000100059',
  expired: '4000000000100067',
}

const at = <Of>(values: readonly Known<Of>[], index: number): Known<Of> => {
  const value = values[index % values.length]
  if (!value) throw new Error('There is nothing to select.')
  return value
}

/** A new customer subscribes at a checkout. */
export async function begin(world: World, input: LifeInput): Promise<void> {
  const { servers, merchant, discounts, plans, taxes, now } = world
  const { id, of: plan } = at(plans, input.plan)
  const discount = discounts[input.discount]
  const checkout = await aCheckout(servers.first, merchant, { products: [id], ...(discount && { discount_id: discount.id }) })
  // Each customer has a card of their own: one that has had a trial gets no second one.
  const expiry = `${String((world.customers.length % 12) + 1).padStart(2, '0')}${40 + Math.floor(world.customers.length / 12)}`
  const confirmed = await checkout.confirm(`sandbox_${NUMBERS[input.card]}_${expiry}`, {
    body: { customer_billing_address: { country: 'DE' } },
  })
  expect([confirmed.status, confirmed.text]).toEqual([200, expect.any(String)])
  const { items } = (await merchant.request('GET', `/v1/subscriptions/?limit=100&product_id=${id}`)).json
  const subscription = items.find(({ checkout_id }: { checkout_id: string }) => checkout_id === checkout.id)
  expect(subscription).toBeDefined()
  const life = subscribe({ plan, card: input.card, discount: discount?.of ?? null, taxes }, now)
  world.customers.push({ id: subscription.customer_id, subscriptionId: subscription.id, life })
}

/** One step of a customer. */
export function take(world: World, customer: Customer, step: Step): Promise<void> | void {
  const { life } = customer
  if (life.isDeleted && step.do !== 'price') return
  switch (step.do) {
    case 'wait':
      return
    case 'cancel':
      return patch(world, customer, { cancel_at_period_end: true }, () => cancel(life))
    case 'uncancel':
      return patch(world, customer, { cancel_at_period_end: false }, () => uncancel(life, world.now))
    case 'revoke':
      return patch(world, customer, { revoke: true }, () => revoke(life, world.now))
    case 'delete':
      return remove(world, customer)
    case 'change':
      return changeProduct(world, customer, step)
    case 'card':
      return replaceCard(world, customer, step.card)
    case 'refund':
      return refundBill(world, customer, step)
    case 'dispute':
      return disputeBill(world, customer, step)
    case 'discount':
      return replaceDiscount(world, customer, step.discount)
    case 'credit':
      return creditCustomer(world, customer, step.amount)
    case 'price':
      return setPrice(world, step)
  }
}

async function patch({ merchant }: World, { subscriptionId }: Customer, body: object, expected: () => number): Promise<void> {
  const answer = await merchant.request('PATCH', `/v1/subscriptions/${subscriptionId}`, { body })
  expect([answer.status, body, answer.text]).toEqual([expected(), body, expect.any(String)])
}

function changeProduct(world: World, customer: Customer, step: Extract<Step, { do: 'change' }>): Promise<void> {
  const { id, of: plan } = at(world.plans, step.plan)
  const body = { product_id: id, proration_behavior: step.billing, apply: step.isLater ? 'period_end' : 'now' }
  return patch(world, customer, body, () => change(customer.life, { ...step, plan }, world.now))
}

async function remove({ merchant, now }: World, { id, life }: Customer): Promise<void> {
  expect((await merchant.request('DELETE', `/v1/customers/${id}`)).status).toBe(204)
  revoke(life, now, 'deletion')
  life.isDeleted = true
}

async function replaceCard({ merchant, servers, now }: World, { id, life }: Customer, card: Card): Promise<void> {
  const path = `/v1/customers/${id}/payment-methods`
  for (const { id: methodId } of (await merchant.request('GET', path)).json.items)
    expect((await merchant.request('DELETE', `${path}/${methodId}`)).status).toBe(204)
  const { organizationId } = merchant
  if (card !== 'none') await aPaymentMethod(servers.first, { organizationId, customerId: id, card: NUMBERS[card] })
  changeCard(life, card, now)
}

/** One of the bills of a customer, and its order. */
async function billAt({ merchant }: World, { subscriptionId, life }: Pick<Customer, 'subscriptionId' | 'life'>, bill: number) {
  const { items } = (await merchant.request('GET', '/v1/orders/?sorting=created_at&limit=100')).json
  const orders = items.filter(({ subscription_id }: { subscription_id: string }) => subscription_id === subscriptionId)
  const index = bill % life.bills.length
  return { bill: life.bills[index], order: orders[index] as { readonly id: string } | undefined }
}

// The card of the sandbox that disputes does so at once; here the cardholder disputes later, and another payment as well.
async function disputeBill(world: World, customer: Customer, step: Extract<Step, { do: 'dispute' }>): Promise<void> {
  const { merchant, servers, now } = world
  const { organizationId } = merchant
  const { bill, order } = await billAt(world, customer, step.bill)
  if (!bill?.isPaid || !order || onCard(bill) <= 0) return
  const { platform } = servers.second
  const { rows } = await sql<{ id: string }>`
    update sandbox_charges charge set dispute_status = 'needs_response' from payments payment, orders
    where charge.organization_id = ${organizationId} and charge.dispute_status is null
      and payment.organization_id = charge.organization_id and payment.idempotency_key = charge.key
      and orders.organization_id = charge.organization_id and orders.payment_id = payment.id and orders.id = ${order.id}
    returning payment.id`.execute(platform.database.db)
  if (!rows[0]) return
  await queryDispute(platform, { organizationId, id: rows[0].id })
  const [dispute] = (await merchant.request('GET', `/v1/disputes/?order_id=${order.id}`)).json.items
  const answer = await merchant.request('POST', `/v1/disputes/${dispute.id}/contest`, { body: { evidence: step.evidence } })
  expect([answer.status, answer.text]).toEqual([200, expect.any(String)])
  if (step.evidence === 'loses') lose(customer.life, bill, now)
}

async function refundBill(world: World, { subscriptionId, life }: Customer, step: Extract<Step, { do: 'refund' }>): Promise<void> {
  const { merchant } = world
  const { bill, order } = await billAt(world, { subscriptionId, life }, step.bill)
  if (!bill || !order) return
  const left = refundable(bill)
  const amount = Math.max(1, Math.floor((left * step.percent) / 100))
  const body = { order_id: order.id, reason: 'customer_request', amount }
  const answer = await merchant.request('POST', '/v1/refunds/', { body })
  const isPossible = bill.isPaid && left > 0
  expect([answer.status, answer.text]).toEqual([isPossible ? 200 : bill.isPaid ? 403 : 422, expect.any(String)])
  if (isPossible) refund(life, bill, amount)
}

function replaceDiscount(world: World, customer: Customer, index: number): Promise<void> {
  const discount = world.discounts[index]
  const body = { discount_id: discount?.id ?? null }
  return patch(world, customer, body, () => changeDiscount(customer.life, discount?.of ?? null))
}

async function creditCustomer({ merchant }: World, { id, life }: Customer, amount: number): Promise<void> {
  const answer = await merchant.request('POST', `/v1/customers/${id}/credits`, { body: { amount, currency: 'usd' } })
  expect([answer.status, answer.text]).toEqual([201, expect.any(String)])
  life.creditLeft += amount
}

// A customer who has subscribed keeps the price that was agreed.
async function setPrice({ merchant, plans }: World, step: Extract<Step, { do: 'price' }>): Promise<void> {
  const { id, of: plan } = at(plans, step.plan)
  const answer = await merchant.request('PATCH', `/v1/products/${id}`, { body: { prices: pricesOf(step.price) } })
  expect([answer.status, answer.text]).toEqual([200, expect.any(String)])
  plan.price = step.price
}
