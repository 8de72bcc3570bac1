// The requests to the API that make an event happen, in their order.
import { setTimeout as wait } from 'node:timers/promises'
import type { AdditionalEventType, WebhookEventType } from '#contract/webhook-events.ts'

/** The answer of a request: its body. */
export type AnswerBody = Readonly<Record<string, unknown>> & { readonly id: string }

/** Sends a request to the API of the organization; rejects if it is refused. */
export type Send = (method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path: string, body?: object) => Promise<AnswerBody>

/** Makes an event happen, and returns what it happened to: `order 0192…`. */
export type Trigger = (send: Send) => Promise<string>

const NAME = 'Made by guildhall trigger'
const CARD = 'sandbox_4242424242424242'
/** A refund of a charge on it is pending at first. */
const SLOW_REFUND_CARD = 'sandbox_4000000000007726'

const product = (send: Send, body: object = {}) =>
  send('POST', '/v1/products/', {
    name: NAME,
    recurring_interval: null,
    prices: [{ amount_type: 'fixed', price_amount: 1000, price_currency: 'usd' }],
    ...body,
  })
const plan = (send: Send) => product(send, { recurring_interval: 'month' })
const benefit = (send: Send, body: object = {}) =>
  send('POST', '/v1/benefits/', { type: 'custom', description: NAME, properties: { note: NAME }, ...body })
const newEmail = () => `trigger-${crypto.randomUUID()}@example.com`
const customer = (send: Send) => send('POST', '/v1/customers/', { email: newEmail(), name: NAME })

async function withBenefit(send: Send, { id }: AnswerBody, body: object = {}): Promise<AnswerBody> {
  const added = await benefit(send, body)
  return send('POST', `/v1/products/${id}/benefits`, { benefits: [added.id] })
}

const checkout = async (send: Send, bought?: AnswerBody) =>
  send('POST', '/v1/checkouts/', { products: [(bought ?? (await product(send))).id] })

async function purchase(send: Send, bought?: AnswerBody, card = CARD): Promise<AnswerBody> {
  const made = await checkout(send, bought)
  const form = { customer_email: newEmail(), customer_name: NAME, customer_billing_address: { country: 'FR' } }
  return send('POST', `/v1/checkouts/client/${made['client_secret']}/confirm`, { ...form, confirmation_token_id: card })
}

/** The newest resource of a list that matches. */
async function newest(send: Send, path: string): Promise<AnswerBody> {
  const [found] = (await send('GET', path))['items'] as readonly AnswerBody[]
  if (!found) throw new Error(`Nothing was made that ${path} lists.`)
  return found
}

/** Benefits are granted by a job after the purchase. */
const GRANTED_WITHIN_MS = 15_000
const LOOK_MS = 250

/** The newest resource of a list, once there is one. */
async function awaited(send: Send, path: string): Promise<AnswerBody> {
  for (let waitedMs = 0; waitedMs < GRANTED_WITHIN_MS; waitedMs += LOOK_MS) {
    const [found] = (await send('GET', path))['items'] as readonly AnswerBody[]
    if (found) return found
    await wait(LOOK_MS)
  }
  throw new Error('No benefit was granted within 15 seconds. Does a worker run?')
}

const benefitOf = (bought: AnswerBody): string => (bought['benefits'] as readonly AnswerBody[])[0]?.id ?? ''

async function order(send: Send, card?: string): Promise<AnswerBody> {
  const bought = await product(send)
  await purchase(send, bought, card)
  return newest(send, `/v1/orders/?product_id=${bought.id}`)
}

async function subscription(send: Send, bought?: AnswerBody): Promise<AnswerBody> {
  const of = bought ?? (await plan(send))
  await purchase(send, of)
  return newest(send, `/v1/subscriptions/?product_id=${of.id}`)
}

async function canceled(send: Send): Promise<AnswerBody> {
  const { id } = await subscription(send)
  return send('PATCH', `/v1/subscriptions/${id}`, { cancel_at_period_end: true })
}

async function refund(send: Send, card?: string): Promise<string> {
  const { id } = await order(send, card)
  return named('refund')(await send('POST', '/v1/refunds/', { order_id: id, reason: 'customer_request', amount: 500 }))
}

const named = (noun: string) => (made: AnswerBody) => `${noun} ${made.id}`
const buys: Trigger = async (send) => named('order')(await order(send))
const subscribes: Trigger = async (send) => named('subscription')(await subscription(send))

/** The events that can be made to happen at once. */
export const triggers: Readonly<Partial<Record<WebhookEventType | AdditionalEventType, Trigger>>> = {
  'checkout.created': async (send) => named('checkout')(await checkout(send)),
  'checkout.updated': async (send) => {
    const { id } = await checkout(send)
    return named('checkout')(await send('PATCH', `/v1/checkouts/${id}`, { metadata: { made_by: 'trigger' } }))
  },
  'customer.created': async (send) => named('customer')(await customer(send)),
  'customer.updated': async (send) => {
    const { id } = await customer(send)
    return named('customer')(await send('PATCH', `/v1/customers/${id}`, { name: `${NAME}, changed` }))
  },
  'customer.deleted': async (send) => {
    const made = await customer(send)
    await send('DELETE', `/v1/customers/${made.id}`)
    return named('customer')(made)
  },
  'customer.state_changed': subscribes,
  'order.created': buys,
  'order.updated': buys,
  'order.paid': buys,
  'order.refunded': (send) => refund(send),
  'subscription.created': subscribes,
  'subscription.updated': subscribes,
  'subscription.active': subscribes,
  'subscription.canceled': async (send) => named('subscription')(await canceled(send)),
  'subscription.uncanceled': async (send) => {
    const { id } = await canceled(send)
    return named('subscription')(await send('PATCH', `/v1/subscriptions/${id}`, { cancel_at_period_end: false }))
  },
  'subscription.revoked': async (send) => {
    const { id } = await subscription(send)
    return named('subscription')(await send('DELETE', `/v1/subscriptions/${id}`))
  },
  'refund.created': (send) => refund(send),
  'refund.updated': async (send) => `${await refund(send, SLOW_REFUND_CARD)}, which is confirmed within a minute`,
  'product.created': async (send) => named('product')(await product(send)),
  'product.updated': async (send) => {
    const { id } = await product(send)
    return named('product')(await send('PATCH', `/v1/products/${id}`, { name: `${NAME}, changed` }))
  },
  'benefit.created': async (send) => named('benefit')(await benefit(send)),
  'benefit.updated': async (send) => {
    const { id } = await benefit(send)
    return named('benefit')(await send('PATCH', `/v1/benefits/${id}`, { type: 'custom', description: `${NAME}, changed` }))
  },
  'benefit_grant.created': async (send) => {
    const bought = await withBenefit(send, await product(send))
    await purchase(send, bought)
    return named('order')(await newest(send, `/v1/orders/?product_id=${bought.id}`))
  },
  'benefit_grant.updated': async (send) => {
    const bought = await withBenefit(send, await product(send), { type: 'license_keys', properties: { prefix: 'TRIGGER' } })
    await purchase(send, bought)
    const key = await awaited(send, `/v1/license-keys/?benefit_id=${benefitOf(bought)}`)
    return named('license key')(await send('POST', `/v1/license-keys/${key.id}/reissue`))
  },
  'benefit_grant.revoked': async (send) => {
    const bought = await withBenefit(send, await plan(send))
    const { id } = await subscription(send, bought)
    await awaited(send, `/v1/benefits/${benefitOf(bought)}/grants`)
    return named('subscription')(await send('DELETE', `/v1/subscriptions/${id}`))
  },
}

/** Why an event cannot be made to happen at once. */
export const notTriggered: Readonly<Partial<Record<WebhookEventType | AdditionalEventType, string>>> = {
  'benefit_grant.cycled': 'It happens at a renewal: trigger subscription.created, then `guildhall clock advance --by P1M`.',
  'organization.updated': 'It would change your organization: change it in its settings.',
  'usage_alert.triggered': 'It needs a usage alert of yours: ingest events until it is reached.',
}
