// What buyers and receiver remember, held against what the server, its books and the sandbox's own record say.
import type { Sale, Sales } from './sales.ts'
import type { Shop } from './shop.ts'

interface Product {
  readonly id: string
  readonly name: string
}
interface Kept {
  readonly id: string
  readonly status: string
}
interface Checkout extends Kept {
  readonly product_id: string
  readonly total_amount: number
}
interface Order extends Kept {
  readonly checkout_id: string
  readonly paid: boolean
  readonly total_amount: number
  readonly items: readonly unknown[]
}
interface Charge extends Kept {
  readonly amount: number
}

/** Everything that was kept of a sale. */
interface Found {
  readonly sale: Sale
  readonly checkouts: readonly Checkout[]
  readonly orders: readonly Order[]
  /** Charges that took money. */
  readonly taken: readonly Charge[]
}

/** `live`: payments may be in doubt, and what buyers wait for may still happen · `settled`: nothing may be open any more. */
export type Moment = 'live' | 'settled'

/** What does not hold, in words; empty when all is well. */
export async function compare(shop: Shop, sales: Sales, moment: Moment): Promise<readonly string[]> {
  // In this order: what a background job does meanwhile is seen later than what it follows from.
  const products: Product[] = await shop.all('/v1/products/')
  const checkouts: Checkout[] = await shop.all('/v1/checkouts/')
  const orders: Order[] = await shop.all('/v1/orders/')
  const charges: Charge[] = await shop.all('/v1/sandbox/charges/')
  const productsOf = Map.groupBy(products, ({ name }) => name)
  const checkoutsOf = Map.groupBy(checkouts, (checkout) => checkout.product_id)
  const ordersOf = Map.groupBy(orders, (order) => order.checkout_id)
  const takenOf = Map.groupBy(
    charges.filter(({ status }) => status === 'succeeded'),
    ({ amount }) => amount,
  )
  const faults = sales.all.flatMap((sale) => {
    const made = productsOf.get(`Sale ${sale.number}`) ?? []
    const opened = made.flatMap(({ id }) => checkoutsOf.get(id) ?? [])
    const found = {
      sale,
      checkouts: opened,
      orders: opened.flatMap(({ id }) => ordersOf.get(id) ?? []),
      taken: takenOf.get(sale.price) ?? [],
    }
    const twice = made.length > 1 || opened.length > 1 ? ['was made more than once by one key'] : []
    return [...twice, ...faultsOf(found, moment)].map((words) => `sale ${sale.number} (${sale.card}) ${words}`)
  })
  const known = new Set(sales.all.map(({ price }) => price))
  const strange = [
    ...charges.filter(({ amount, status }) => !known.has(amount) && status !== 'canceled').map(({ id }) => `charge ${id} is for no sale`),
    ...charges.filter(({ status }) => status === 'refunded').map(({ id }) => `charge ${id} had to go back`),
    ...(products.length > sales.all.length ? ['there are more products than sales'] : []),
  ]
  return [...faults, ...strange]
}

function faultsOf({ sale, checkouts, orders, taken }: Found, moment: Moment): string[] {
  const [checkout] = checkouts
  const { answer } = sale
  // Its answer and its order were written together, unless the processor's word was lost.
  const isPaid = answer?.status === 200 && (!sale.card.endsWith('_lost') || moment === 'settled')
  const isDeclined = answer?.status === 400
  const isSold = checkout?.status === 'succeeded'
  const says = (isSo: boolean, words: string): string[] => (isSo ? [words] : [])
  return [
    ...says(sale.checkoutId !== undefined && checkout?.id !== sale.checkoutId, 'lost its checkout, which was acknowledged'),
    ...says(orders.length > 1, `has ${orders.length} orders`),
    ...says(taken.length > 1, `was charged ${taken.length} times`),
    ...says(isPaid && orders.length === 0, 'was acknowledged and has no order'),
    ...says(isPaid && taken.length === 0, 'was acknowledged and not charged'),
    ...says(isDeclined && (orders.length > 0 || taken.length > 0), 'was declined, and sold or charged'),
    ...says(orders.length > 0 && taken.length === 0, 'has an order without a charge'),
    ...says(
      orders.length > 0 && checkout?.status !== 'succeeded' && checkout?.status !== 'confirmed',
      `is ${checkout?.status} with an order`,
    ),
    ...says(
      taken.length > 0 && orders.length === 0 && (moment === 'settled' || checkout?.status !== 'confirmed'),
      'was charged for nothing',
    ),
    ...says(isSold && orders.length === 0, 'succeeded without an order'),
    ...says(checkout !== undefined && !allowed(moment).includes(checkout.status), `is ${checkout?.status}`),
    ...orders.flatMap((order) => says(order.total_amount !== sale.price || !order.paid || order.items.length !== 1, 'has half an order')),
  ]
}

// Between the start and the end of an attempt a checkout is `confirmed`, and has a payment that is asked about.
function allowed(moment: Moment): readonly string[] {
  return moment === 'live' ? ['open', 'confirmed', 'succeeded'] : ['open', 'succeeded']
}

/** What the receiver was told of paid orders: each of one sale by one name and in the same words each time. */
export function compareTold({ receiver }: Shop): { readonly faults: readonly string[]; readonly orderIds: ReadonlySet<string> } {
  const told = receiver.received.map(({ headers, body }) => ({ id: String(headers['webhook-id']), body, event: JSON.parse(body) }))
  const bodies = [...Map.groupBy(told, ({ id }) => id)].filter(([, same]) => new Set(same.map(({ body }) => body)).size > 1)
  const byOrder = Map.groupBy(told, ({ event }) => String(event.data.id))
  const names = [...byOrder].filter(([, about]) => new Set(about.map(({ id }) => id)).size > 1)
  return {
    faults: [
      ...bodies.map(([id]) => `the event ${id} came in different words`),
      ...names.map(([order]) => `the order ${order} was told by more than one webhook-id`),
    ],
    orderIds: new Set(byOrder.keys()),
  }
}
