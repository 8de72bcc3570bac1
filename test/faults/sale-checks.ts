// Compares what buyers and the webhook receiver saw with the records of the server, its ledger and the sandbox.

import type { MerchantClient } from './merchant-client.ts'
import type { Sale, Sales } from './sales.ts'

interface Product {
  readonly id: string
  readonly name: string
}
interface Resource {
  readonly id: string
  readonly status: string
}
interface Checkout extends Resource {
  readonly product_id: string
  readonly total_amount: number
}
interface Order extends Resource {
  readonly checkout_id: string
  readonly paid: boolean
  readonly total_amount: number
  readonly items: readonly unknown[]
}
interface Charge extends Resource {
  readonly amount: number
  readonly fee_amount: number
  readonly refunded_amount: number
}
interface Entry {
  readonly postings: readonly { readonly account: string; readonly amount: number }[]
}

/** The records of one sale. */
interface SaleRecords {
  readonly sale: Sale
  readonly checkouts: readonly Checkout[]
  readonly orders: readonly Order[]
  /** Charges that succeeded. */
  readonly taken: readonly Charge[]
}

/** `live`: payments may be pending or in doubt · `settled`: no payment may be pending or in doubt. */
export type Phase = 'live' | 'settled'

/** Returns one sentence for each inconsistency. */
export async function checkSales(merchant: MerchantClient, sales: Sales, phase: Phase): Promise<readonly string[]> {
  // Read in this order: a record that a background job creates meanwhile is read after the record that it follows from.
  const products: Product[] = await merchant.all('/v1/products/')
  const checkouts: Checkout[] = await merchant.all('/v1/checkouts/')
  const orders: Order[] = await merchant.all('/v1/orders/')
  const charges: Charge[] = await merchant.all('/v1/sandbox/charges/')
  const productsOf = Map.groupBy(products, ({ name }) => name)
  const checkoutsOf = Map.groupBy(checkouts, (checkout) => checkout.product_id)
  const ordersOf = Map.groupBy(orders, (order) => order.checkout_id)
  const books = phase === 'settled' ? await bookFaults(merchant, charges) : []
  const takenOf = Map.groupBy(
    charges.filter(({ status }) => status === 'succeeded'),
    ({ amount }) => amount,
  )
  const faults = sales.all.flatMap((sale) => {
    const created = productsOf.get(`Sale ${sale.number}`) ?? []
    const opened = created.flatMap(({ id }) => checkoutsOf.get(id) ?? [])
    const found = {
      sale,
      checkouts: opened,
      orders: opened.flatMap(({ id }) => ordersOf.get(id) ?? []),
      taken: takenOf.get(sale.price) ?? [],
    }
    const duplicates = created.length > 1 || opened.length > 1 ? ['was created more than once with one key'] : []
    return [...duplicates, ...faultsOf(found, phase)].map((sentence) => `sale ${sale.number} (${sale.card}) ${sentence}`)
  })
  const prices = new Set(sales.all.map(({ price }) => price))
  const unexpected = [
    ...charges
      .filter(({ amount, status }) => !prices.has(amount) && status !== 'canceled')
      .map(({ id }) => `charge ${id} belongs to no sale`),
    ...charges.filter(({ status }) => status === 'refunded').map(({ id }) => `charge ${id} had to be refunded`),
    ...(products.length > sales.all.length ? ['there are more products than sales'] : []),
  ]
  return [...faults, ...books, ...unexpected]
}

// The clearing account of the journal equals what the processor says it holds (rule L5), in the one currency of these sales.
async function bookFaults(merchant: MerchantClient, charges: readonly Charge[]): Promise<string[]> {
  const entries: Entry[] = await merchant.all('/v1/ledger/entries')
  const postings = entries.flatMap((entry) => entry.postings)
  const sumOf = (amounts: readonly number[]) => amounts.reduce((all, amount) => all + amount, 0)
  const cleared = sumOf(postings.filter(({ account }) => account === 'provider_clearing').map(({ amount }) => amount))
  const held = sumOf(
    charges
      .filter(({ status }) => status === 'succeeded' || status === 'refunded')
      .map((charge) => charge.amount - charge.fee_amount - charge.refunded_amount),
  )
  const rest = sumOf(postings.map(({ amount }) => amount))
  return [
    ...(cleared === held ? [] : [`the clearing account is ${cleared}, the processor holds ${held}`]),
    ...(rest === 0 ? [] : [`the journal leaves ${rest}`]),
  ]
}

function faultsOf({ sale, checkouts, orders, taken }: SaleRecords, phase: Phase): string[] {
  const [checkout] = checkouts
  const { answer } = sale
  // The answer and the order are written in one transaction, unless the processor's answer was lost.
  const isPaid = answer?.status === 200 && (!sale.card.endsWith('_lost') || phase === 'settled')
  const isDeclined = answer?.status === 400
  const isSold = checkout?.status === 'succeeded'
  const faultIf = (isFault: boolean, sentence: string): string[] => (isFault ? [sentence] : [])
  return [
    ...faultIf(sale.checkoutId !== undefined && checkout?.id !== sale.checkoutId, 'lost its checkout, which was acknowledged'),
    ...faultIf(orders.length > 1, `has ${orders.length} orders`),
    ...faultIf(taken.length > 1, `was charged ${taken.length} times`),
    ...faultIf(isPaid && orders.length === 0, 'was acknowledged and has no order'),
    ...faultIf(isPaid && taken.length === 0, 'was acknowledged and not charged'),
    ...faultIf(isDeclined && (orders.length > 0 || taken.length > 0), 'was declined, and sold or charged'),
    ...faultIf(orders.length > 0 && taken.length === 0, 'has an order without a charge'),
    ...faultIf(
      orders.length > 0 && checkout?.status !== 'succeeded' && checkout?.status !== 'confirmed',
      `is ${checkout?.status} with an order`,
    ),
    ...faultIf(
      taken.length > 0 && orders.length === 0 && (phase === 'settled' || checkout?.status !== 'confirmed'),
      'was charged without an order',
    ),
    ...faultIf(isSold && orders.length === 0, 'succeeded without an order'),
    ...faultIf(checkout !== undefined && !allowedStatuses(phase).includes(checkout.status), `is ${checkout?.status}`),
    ...orders.flatMap((order) =>
      faultIf(order.total_amount !== sale.price || !order.paid || order.items.length !== 1, 'has an incomplete order'),
    ),
  ]
}

// During a payment attempt a checkout is `confirmed`, and a job fetches the state of its payment.
function allowedStatuses(phase: Phase): readonly string[] {
  return phase === 'live' ? ['open', 'confirmed', 'succeeded'] : ['open', 'succeeded']
}

/** Checks the deliveries of `order.paid`: one event per order, and the same body in every attempt. */
export function checkDeliveries({ receiver }: MerchantClient): {
  readonly faults: readonly string[]
  readonly orderIds: ReadonlySet<string>
} {
  const deliveries = receiver.received.map(({ headers, body }) => ({ id: String(headers['webhook-id']), body, event: JSON.parse(body) }))
  const changedBodies = [...Map.groupBy(deliveries, ({ id }) => id)].filter(([, same]) => new Set(same.map(({ body }) => body)).size > 1)
  const byOrder = Map.groupBy(deliveries, ({ event }) => String(event.data.id))
  const duplicateEvents = [...byOrder].filter(([, deliveries]) => new Set(deliveries.map(({ id }) => id)).size > 1)
  return {
    faults: [
      ...changedBodies.map(([id]) => `the event ${id} was delivered with different bodies`),
      ...duplicateEvents.map(([order]) => `the order ${order} was delivered under more than one webhook-id`),
    ],
    orderIds: new Set(byOrder.keys()),
  }
}
