// The webhooks of what gives and takes benefits, by their `sequence` (behaviour H10): a receiver sees each change of a grant after what caused
// it, and then the state of the customer, once.
import { afterAll, beforeEach, expect, test } from 'vitest'
import { aCheckout } from '#test/support/a-checkout.ts'
import { aMerchant, aProduct, type TestMerchant } from '#test/support/a-merchant.ts'
import { ownDatabase } from '#test/support/database.ts'
import { eventsAfter, type Line } from '#test/support/operations/received-events.ts'
import { aPaymentMethod } from '#test/support/payments/a-payment-method.ts'
import { passDays, testServer } from '#test/support/server.ts'
import { aPlan } from '#test/support/subscriptions/a-subscription.ts'

/** A saved card that is declined later. */
const LATER_DECLINED = 'sandbox_4000000000100059'
const server = await testServer({ database: await ownDatabase() })
afterAll(() => server.close())
const { db } = server.platform.database

let merchant: TestMerchant

beforeEach(async () => {
  merchant = await aMerchant(server)
})

const lines = (types: readonly string[], status?: string): Line[] => types.map((type) => [type, status])
const STATE = lines(['customer.state_changed'])
const granted = lines(['benefit_grant.created', 'benefit_grant.created'])
const revoked = lines(['benefit_grant.revoked', 'benefit_grant.revoked'])
const SALE: readonly Line[] = [
  ['checkout.created', 'open'],
  ['checkout.updated', 'succeeded'],
  ['customer.created', undefined],
]
const PAID: readonly Line[] = [
  ['order.created', 'pending'],
  ['order.updated', 'paid'],
  ['order.paid', 'paid'],
]

/** A product with two benefits. */
async function withBenefits(productId: string): Promise<string> {
  const benefits: string[] = []
  for (const description of ['Answers', 'Advice']) {
    const answer = await merchant.request('POST', '/v1/benefits/', {
      body: { type: 'custom', description, properties: { note: 'Write.' } },
    })
    benefits.push(answer.json.id)
  }
  expect((await merchant.request('POST', `/v1/products/${productId}/benefits`, { body: { benefits } })).status).toBe(200)
  return productId
}

const buy = async (productId: string, card?: string) =>
  expect((await (await aCheckout(server, merchant, { products: [productId] })).confirm(card)).status).toBe(200)

/** The events that follow from an action, and from what is done by itself in the days after it. */
const after = (action: () => Promise<unknown>, days = 0) =>
  eventsAfter(server, merchant, async () => {
    await action()
    await passDays(server, days)
    await server.drain()
    // The state follows two seconds after the first change.
    server.clock.advance(3)
  })
const nothing = async () => undefined

/** A customer who has subscribed; `days` have passed since: with 29, the period ends on one of the next two. */
async function aSubscription(days = 0, card?: string) {
  await buy(await withBenefits(await aPlan(merchant, 1900)), card)
  await server.drain()
  await passDays(server, days)
  const [{ id, customer_id: customerId }] = (await merchant.request('GET', '/v1/subscriptions/')).json.items
  return { id, customerId, update: (body: object) => merchant.request('PATCH', `/v1/subscriptions/${id}`, { body }) }
}

const settle = (settings: object) =>
  merchant.request('PATCH', `/v1/organizations/${merchant.organizationId}`, { body: { subscription_settings: settings } })

test('a purchase grants after it is paid', async () => {
  const productId = await withBenefits((await aProduct(merchant)).id)
  expect(await after(() => buy(productId))).toEqual([...SALE, ...PAID, ...granted, ...STATE])
})

test('a refund that takes the benefits back revokes after it, and one that does not changes no state', async () => {
  const productId = await withBenefits((await aProduct(merchant)).id)
  await buy(productId)
  await server.drain()
  const [order] = (await merchant.request('GET', '/v1/orders/')).json.items
  const refund = (revoke_benefits: boolean) => () =>
    merchant.request('POST', '/v1/refunds/', { body: { order_id: order.id, amount: 100, reason: 'other', revoke_benefits } })
  const refunded: readonly Line[] = [
    ['refund.created', 'succeeded'],
    ['order.updated', 'partially_refunded'],
    ['order.refunded', 'partially_refunded'],
  ]
  expect(await after(refund(false))).toEqual(refunded)
  expect(await after(refund(true))).toEqual([...refunded, ...revoked, ...STATE])
})

test('a subscription grants after its first order is paid', async () => {
  const productId = await withBenefits(await aPlan(merchant, 1900))
  const started = lines(['subscription.created', 'subscription.active', 'subscription.updated'], 'active')
  expect(await after(() => buy(productId))).toEqual([...SALE, ...started, ...PAID, ...granted, ...STATE])
})

test('a renewal cycles the grants after it is paid', async () => {
  await aSubscription(29)
  const cycled = lines(['benefit_grant.cycled', 'benefit_grant.cycled'])
  expect(await after(nothing, 2)).toEqual([...lines(['subscription.updated'], 'active'), ...PAID, ...cycled, ...STATE])
})

test('a renewal that fails revokes after the grace period, and grants again when it is paid', async () => {
  await settle({ benefit_revocation_grace_period: 2, dunning_final: 'unpaid' })
  const subscription = await aSubscription(29, LATER_DECLINED)
  const failed: readonly Line[] = [
    ['subscription.updated', 'active'],
    ['order.created', 'pending'],
    ['order.updated', 'pending'],
    ['subscription.updated', 'past_due'],
  ]
  const overdue = await after(nothing, 2)
  expect(overdue.filter(([type]) => type !== 'subscription.past_due')).toEqual([...failed, ...STATE])
  // The card is tried again meanwhile.
  const lost = await after(nothing, 3)
  expect(lost.filter(([type]) => /^(benefit_grant|customer)/.test(type)).slice(-3)).toEqual([...revoked, ...STATE])

  // A card that is saved pays what is overdue at once.
  await db.updateTable('subscriptions').set({ payment_method_id: null }).where('id', '=', subscription.id).execute()
  const { organizationId } = merchant
  const recovered = await after(() => aPaymentMethod(server, { organizationId, customerId: subscription.customerId }))
  const paid: readonly Line[] = [
    ['order.updated', 'paid'],
    ['order.paid', 'paid'],
    ['subscription.updated', 'active'],
    ['subscription.active', 'active'],
  ]
  expect(recovered).toEqual([...paid, ...granted, ...STATE])
})

test('a cancellation changes nothing but the subscription, and the end of its period revokes', async () => {
  const subscription = await aSubscription(29)
  const canceled = await after(() => subscription.update({ cancel_at_period_end: true }))
  expect(canceled).toEqual([...lines(['subscription.updated', 'subscription.canceled'], 'active'), ...STATE])
  const ended = await after(nothing, 3)
  expect(ended).toEqual([...lines(['subscription.updated', 'subscription.revoked'], 'canceled'), ...revoked, ...STATE])
})

test('a cancellation that is taken back', async () => {
  const subscription = await aSubscription()
  await subscription.update({ cancel_at_period_end: true })
  const uncanceled = await after(() => subscription.update({ cancel_at_period_end: false }))
  expect(uncanceled).toEqual([...lines(['subscription.updated', 'subscription.uncanceled'], 'active'), ...STATE])
})

test('a revocation ends the subscription at once, and revokes with it', async () => {
  const subscription = await aSubscription()
  const ended = lines(['subscription.updated', 'subscription.canceled', 'subscription.revoked'], 'canceled')
  expect(await after(() => subscription.update({ revoke: true }))).toEqual([...ended, ...revoked, ...STATE])
})

test('another benefit of the product is granted to those who have it, and one that it loses is revoked', async () => {
  const productId = await withBenefits((await aProduct(merchant)).id)
  await buy(productId)
  await server.drain()
  const { benefits } = (await merchant.request('GET', `/v1/products/${productId}`)).json
  const give = (ids: readonly string[]) => () => merchant.request('POST', `/v1/products/${productId}/benefits`, { body: { benefits: ids } })
  const changed = lines(['product.updated'])
  expect(await after(give([benefits[0].id]))).toEqual([...changed, ...lines(['benefit_grant.revoked']), ...STATE])
  expect(await after(give(benefits.map(({ id }: { id: string }) => id)))).toEqual([
    ...changed,
    ...lines(['benefit_grant.created']),
    ...STATE,
  ])
})
