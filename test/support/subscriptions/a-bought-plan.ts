// Plans that are bought by a checkout, with what their customer has paid and got back.
import { expect } from 'vitest'
import { aCheckout, cards } from '../a-checkout.ts'
import type { TestMerchant } from '../a-merchant.ts'
import type { TestAnswer, TestServer } from '../server.ts'

/** A subscription that was bought, with the requests of its merchant. Amounts are minor units. */
export interface BoughtPlan {
  readonly merchant: TestMerchant
  readonly id: string
  readonly customerId: string
  change(body: object): Promise<TestAnswer>
  preview(body: object): Promise<TestAnswer>
  /** The totals of its orders that cost something, the oldest first. */
  totals(): Promise<number[]>
  orders(): Promise<readonly OrderFigures[]>
  credit(): Promise<number>
  /** The successful charges of the merchant, the oldest first. */
  charged(): Promise<number[]>
  /** Refunds an order, or the first one: a part of it, or all that is left. */
  refund(sent?: { readonly orderId?: string; readonly amount?: number }): Promise<TestAnswer>
}

/** The figures that an order states. */
export interface OrderFigures {
  readonly id: string
  readonly total_amount: number
  readonly tax_amount: number
  readonly refundable_amount: number
  readonly credited_amount: number
  readonly items: readonly { readonly amount: number; readonly start_timestamp: string | null; readonly end_timestamp: string | null }[]
}

/** Buys a plan by a checkout; a free one without a card. */
export async function buyPlan(
  server: TestServer,
  merchant: TestMerchant,
  { productId, card = cards.good, isDrained = true }: { readonly productId: string; readonly card?: string; readonly isDrained?: boolean },
): Promise<BoughtPlan> {
  const checkout = await aCheckout(server, merchant, { products: [productId] })
  const confirmed = await checkout.confirm(card, { body: { customer_billing_address: { country: 'DE' } } })
  expect(confirmed.status).toBe(200)
  if (isDrained) await server.drain()
  const [subscription] = (await merchant.request('GET', '/v1/subscriptions/?sorting=-created_at&limit=1')).json.items
  const { id, customer_id: customerId } = subscription
  const orders = async (): Promise<readonly OrderFigures[]> =>
    (await merchant.request('GET', `/v1/orders/?customer_id=${customerId}&sorting=created_at&limit=100`)).json.items
  return {
    merchant,
    id,
    customerId,
    change: (body) => merchant.request('PATCH', `/v1/subscriptions/${id}`, { body }),
    preview: (body) => merchant.request('POST', `/v1/subscriptions/${id}/preview`, { body }),
    orders,
    totals: async () => (await orders()).map(({ total_amount: total }) => total).filter((total) => total > 0),
    credit: async () => (await merchant.request('GET', `/v1/customers/${customerId}/credits`)).json.balances[0]?.amount ?? 0,
    charged: async () =>
      (await merchant.request('GET', '/v1/payments/?sorting=created_at&limit=100')).json.items
        .filter(({ status }: { status: string }) => status === 'succeeded')
        .map(({ amount }: { amount: number }) => amount),
    refund: async ({ orderId, amount } = {}) => {
      const body = { order_id: orderId ?? (await orders())[0]?.id, reason: 'customer_request', ...(amount && { amount }) }
      const answer = await merchant.request('POST', '/v1/refunds/', { body })
      await server.drain()
      return answer
    },
  }
}

/** A change of plan that is billed at once. */
export const invoice = (product_id: string) => ({ product_id, proration_behavior: 'invoice' }) as const
/** A change of plan that is billed with the next renewal. */
export const prorated = (product_id: string) => ({ product_id, proration_behavior: 'prorate' }) as const
