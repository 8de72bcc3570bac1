// Subscribers whose plan is changed while their order is refunded, or whose payment is disputed, and what they were answered.
import { type Answer, type MerchantClient, sendRequest } from '../merchant-client.ts'

/** The plans by which subscriptions begin and to which they are changed, in minor units a month. */
export const plans = { first: 30_000, dearer: 50_000, cheaper: 20_000 } as const

/**
 * The actions on a subscription, all at once: `upgrade` and `downgrade` change its plan while a part of its first order is refunded, and
 * leave the order worth more than both take · `lost` and `won`: its payment is disputed, and the dispute is accepted or contested.
 */
export const lifeKinds = ['upgrade', 'lost', 'downgrade', 'won'] as const
type LifeKind = (typeof lifeKinds)[number]

/** The amount that is refunded of the first order, in minor units. */
export const refunded = { upgrade: 1000, downgrade: 15_000 } as const

const CARDS = { good: 'sandbox_4242424242424242', disputed: 'sandbox_4000000000000259' } as const

/** A subscription as its buyer and its merchant know it. */
export interface Life {
  readonly number: number
  readonly kind: LifeKind
  secret?: string
  checkoutId?: string
  orderId?: string
  subscriptionId?: string
  /** The product that its plan is changed to. */
  productId?: string
  isDone: boolean
  /** The final answers, by step. */
  readonly answers: Map<string, Answer>
}

/** Whether its purchase was given up, so that there is nothing to change. */
export function isUnsold({ answers }: Life): boolean {
  return answers.get('confirm')?.status === 400
}

/** All subscriptions of a run. */
export interface Lives {
  readonly all: readonly Life[]
  /** One sentence for each unexpected answer. */
  readonly faults: readonly string[]
  /** Begins subscriptions, `count` at a time, until the server disconnects them. */
  liveUntilDisconnected(count: number): Promise<void>
  /** Continues a subscription; `busy` while an earlier attempt of one of its requests is still running, or its dispute is not known yet. */
  advance(life: Life): Promise<'done' | 'disconnected' | 'busy'>
}

type Send = () => Promise<Answer>

/** Creates the record of the subscriptions of a merchant, whose products are `productIds`. */
export function createLives(merchant: MerchantClient, productIds: Readonly<Record<keyof typeof plans, string>>): Lives {
  const all: Life[] = []
  const faults: string[] = []

  /** Sends a request with a key of its own until it has its final answer; false while an earlier attempt is running. */
  async function step(life: Life, name: string, send: Send): Promise<Answer | false> {
    const known = life.answers.get(name)
    if (known) return known
    const answer = await send()
    if (answer.status === 409 && answer.json.error === 'IdempotencyKeyInUse') return false
    // It has waited too long for a row that another request or a job has locked, and changed nothing: it is sent again.
    if (answer.status === 503) return false
    if (answer.status >= 300 && !isAbandoned(name, answer))
      faults.push(`life ${life.number} (${life.kind}): ${name} was answered ${answer.status} ${JSON.stringify(answer.json)}`)
    life.answers.set(name, answer)
    return answer
  }
  // A payment attempt that was killed before its charge is given up after a while, and its request is answered so. A change whose payment a
  // refund overtook is dropped.
  const isAbandoned = (name: string, { status, json }: Answer): boolean =>
    (name === 'confirm' && status === 400 && json.error === 'PaymentError') ||
    (name === 'change' && status === 402 && json.error === 'PaymentFailed') ||
    (name === 'change' && status === 409 && json.error === 'SubscriptionChangeDropped')
  const keyed = (life: Life, name: string) => ({ 'idempotency-key': `${name}-${life.number}` })

  async function buy(life: Life): Promise<boolean> {
    const checkout = await step(life, 'checkout', () =>
      merchant.request('POST /v1/checkouts/', { body: { products: [productIds.first] }, headers: keyed(life, 'checkout') }),
    )
    if (!checkout) return false
    life.checkoutId = checkout.json.id
    const card = life.kind === 'lost' || life.kind === 'won' ? CARDS.disputed : CARDS.good
    const contact = { customer_email: `life-${life.number}@shop.example`, customer_name: 'Sofia Kovalevskaya' }
    const body = { ...contact, customer_billing_address: { country: 'FR' }, confirmation_token_id: card }
    const confirmed = await step(life, 'confirm', () =>
      sendRequest(merchant.baseUrl, `POST /v1/checkouts/client/${checkout.json.client_secret}/confirm`, {
        body,
        headers: keyed(life, 'confirm'),
      }),
    )
    if (!confirmed) return false
    const { items } = (await merchant.request(`GET /v1/orders/?checkout_id=${life.checkoutId}`)).json
    if (items.length === 0) return false
    life.orderId = items[0].id
    life.subscriptionId = items[0].subscription_id
    return true
  }

  function change(life: Life, plan: 'dearer' | 'cheaper'): Promise<Answer | false> {
    life.productId = productIds[plan]
    const body = { product_id: life.productId, proration_behavior: 'invoice' }
    return step(life, 'change', () =>
      merchant.request(`PATCH /v1/subscriptions/${life.subscriptionId}`, { body, headers: keyed(life, 'change') }),
    )
  }

  function refund(life: Life, amount: number): Promise<Answer | false> {
    const body = { order_id: life.orderId, reason: 'customer_request', amount }
    return step(life, 'refund', () => merchant.request('POST /v1/refunds/', { body, headers: keyed(life, 'refund') }))
  }

  // An answer to a dispute that was sent once is refused from then on: what the dispute has become counts.
  async function answerDispute(life: Life, answer: 'accept' | 'contest'): Promise<boolean> {
    const { items } = (await merchant.request(`GET /v1/disputes/?order_id=${life.orderId}`)).json
    const [dispute] = items
    if (!dispute) return false
    if (dispute.status === (answer === 'accept' ? 'lost' : 'won')) return true
    const body = answer === 'contest' ? { body: { evidence: 'wins' } } : {}
    await merchant.request(`POST /v1/disputes/${dispute.id}/${answer}`, body)
    return false
  }

  async function live(life: Life): Promise<boolean> {
    if (life.orderId === undefined && !(await buy(life))) return isUnsold(life)
    if (life.kind === 'lost') return answerDispute(life, 'accept')
    if (life.kind === 'won') return answerDispute(life, 'contest')
    const done = await Promise.all([change(life, life.kind === 'upgrade' ? 'dearer' : 'cheaper'), refund(life, refunded[life.kind])])
    return !done.includes(false)
  }

  const advance: Lives['advance'] = async (life) => {
    try {
      life.isDone = await live(life)
      return life.isDone ? 'done' : 'busy'
    } catch {
      return 'disconnected'
    }
  }

  const createLife = (): Life => {
    const number = all.length
    const life: Life = { number, kind: lifeKinds[number % lifeKinds.length] as LifeKind, isDone: false, answers: new Map() }
    all.push(life)
    return life
  }
  const subscriber = async (): Promise<void> => {
    for (let outcome = await advance(createLife()); outcome !== 'disconnected'; ) outcome = await advance(createLife())
  }
  return {
    all,
    faults,
    liveUntilDisconnected: async (count) => void (await Promise.all(Array.from({ length: count }, subscriber))),
    advance,
  }
}
