// The five requests that call the processor between two transactions, each prepared for a merchant of its own.
import { sql } from 'kysely'
import { aCheckout, cards } from '#test/support/a-checkout.ts'
import { aMerchant, aProduct, type TestMerchant } from '#test/support/a-merchant.ts'
import { aPaymentMethod } from '#test/support/payments/a-payment-method.ts'
import { aPortal, portalOf } from '#test/support/portal/a-portal.ts'
import type { TestAnswer, TestServer } from '#test/support/server.ts'
import { buyPlan } from '#test/support/subscriptions/a-bought-plan.ts'

const PRICE = 1900
const HIGHER_PRICE = 3900
const REFUND = 700
/** A card that pays once and is declined from then on. */
const DECLINED_LATER = 'sandbox_4000000000100059'
const METHODS = '/customers/me/payment-methods'

/** The effect of a request. */
export interface Effect {
  readonly times: number
  readonly moved: number
}

/** A request that is ready to be sent. */
export interface PreparedRequest {
  readonly merchant: TestMerchant
  /** Sends it to a server, with an `Idempotency-Key`. */
  send(server: TestServer, key: string): Promise<TestAnswer>
  /** Whether an answer to it says that it has had its effect; another one may say that its outcome is not certain yet. */
  // biome-ignore lint/suspicious/noExplicitAny: the answers of five operations
  readonly isDone: (answer: any) => boolean
  /** The number of its effects, by the records of the server, and what they changed of what the processor holds, in minor units. */
  effect(): Promise<Effect>
}

/** Such a request. `days` have to pass between `prepare` and the request that it makes ready. */
export interface Flow {
  readonly name: string
  readonly days?: number
  prepare(server: TestServer): Promise<() => Promise<PreparedRequest>>
}

const effectOf = (times: number, moved: number): Effect => ({ times, moved: times === 0 ? 0 : moved })
const keyed = (key: string) => ({ 'idempotency-key': key })
const prices = (amount: number) => [{ amount_type: 'fixed', price_amount: amount, price_currency: 'usd' }]
const aPlan = (merchant: TestMerchant, amount = PRICE) =>
  aProduct(merchant, { name: `Plan of ${amount}`, recurring_interval: 'month', prices: prices(amount) })

/** The money of the customers of a merchant that the processor holds: captured and not given back, in minor units. */
export async function heldBy(server: TestServer, { organizationId }: TestMerchant): Promise<number> {
  const { rows } = await sql<{ held: number }>`
    select coalesce(sum(amount - refunded_amount), 0)::int8 as held from sandbox_charges
    where organization_id = ${organizationId} and status in ('succeeded', 'refunded')`.execute(server.platform.database.db)
  return rows[0]?.held ?? 0
}

export const flows: readonly Flow[] = [
  {
    name: 'charging an overdue order',
    days: 32,
    prepare: async (server) => {
      const merchant = await aMerchant(server)
      const plan = await aPlan(merchant)
      await (await aCheckout(server, merchant, { products: [plan.id] })).confirm(DECLINED_LATER)
      return async () => {
        const [order] = (await merchant.request('GET', '/v1/orders/?sorting=-created_at')).json.items
        const { organizationId } = merchant
        const { id: payment_method_id } = await aPaymentMethod(server, { organizationId, customerId: order.customer_id })
        const { token } = await aPortal(server, merchant, order.customer_id)
        const read = async () => (await merchant.request('GET', `/v1/orders/${order.id}`)).json
        return {
          merchant,
          isDone: ({ status }) => status === 'succeeded',
          send: (to, key) =>
            portalOf(to, token)('POST', `/orders/${order.id}/confirm-payment`, { body: { payment_method_id }, headers: keyed(key) }),
          effect: async () => effectOf((await read()).paid ? 1 : 0, PRICE),
        }
      }
    },
  },
  {
    name: 'confirming a checkout',
    prepare: async (server) => async () => {
      const merchant = await aMerchant(server)
      const product = await aProduct(merchant, { name: 'Map', prices: prices(PRICE) })
      const checkout = await aCheckout(server, merchant, { products: [product.id] })
      const body = { ...checkout.form, confirmation_token_id: cards.good }
      return {
        merchant,
        // The answer is "confirmed" in any case; the page asks for what became of it.
        isDone: () => false,
        send: (to, key) => to.request('POST', `/v1/checkouts/client/${checkout.secret}/confirm`, { body, headers: keyed(key) }),
        effect: async () => effectOf((await merchant.request('GET', '/v1/orders/')).json.items.length, PRICE),
      }
    },
  },
  {
    name: 'changing a plan',
    prepare: async (server) => async () => {
      const merchant = await aMerchant(server)
      const [lower, higher] = [await aPlan(merchant), await aPlan(merchant, HIGHER_PRICE)]
      const plan = await buyPlan(server, merchant, { productId: lower.id })
      const body = { product_id: higher.id, proration_behavior: 'invoice' }
      return {
        merchant,
        isDone: ({ product_id }) => product_id === higher.id,
        send: (to, key) => to.request('PATCH', `/v1/subscriptions/${plan.id}`, { body, headers: { ...merchant.headers, ...keyed(key) } }),
        effect: async () => {
          const { items } = (await merchant.request('GET', '/v1/orders/')).json
          const changes = items.filter((order: { billing_reason: string }) => order.billing_reason === 'subscription_update')
          const { product_id } = (await merchant.request('GET', `/v1/subscriptions/${plan.id}`)).json
          // The plan and the order of its change come together.
          const times = (product_id === higher.id) === (changes.length === 1) ? changes.length : Number.NaN
          return effectOf(times, changes[0]?.total_amount ?? 0)
        },
      }
    },
  },
  {
    name: 'refunding an order',
    prepare: async (server) => async () => {
      const merchant = await aMerchant(server)
      const product = await aProduct(merchant, { name: 'Map', prices: prices(PRICE) })
      await (await aCheckout(server, merchant, { products: [product.id] })).confirm()
      const [order] = (await merchant.request('GET', '/v1/orders/')).json.items
      const body = { order_id: order.id, reason: 'customer_request', amount: REFUND }
      return {
        merchant,
        isDone: ({ status }) => status === 'succeeded',
        send: (to, key) => to.request('POST', '/v1/refunds/', { body, headers: { ...merchant.headers, ...keyed(key) } }),
        effect: async () => effectOf((await merchant.request('GET', `/v1/orders/${order.id}`)).json.refunded_amount / REFUND, -REFUND),
      }
    },
  },
  {
    name: 'saving a card',
    prepare: async (server) => async () => {
      const merchant = await aMerchant(server)
      const { token } = await aPortal(server, merchant)
      const body = { confirmation_token_id: cards.good, set_default: true, return_url: 'https://example.com/portal' }
      return {
        merchant,
        isDone: ({ status }) => status === 'succeeded',
        send: (to, key) => portalOf(to, token)('POST', METHODS, { body, headers: keyed(key) }),
        effect: async () => effectOf((await portalOf(server, token)('GET', METHODS)).json.items.length, 0),
      }
    },
  },
]
