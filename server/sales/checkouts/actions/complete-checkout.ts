import { present } from '#kernel/assert.ts'
import { Refusal } from '#kernel/refusal.ts'
import { type AttachBuyer, type AttachedBuyer, attachBuyer, learnFromPaidPurchase } from '#merchant/customers/index.ts'
import type { Customer } from '#merchant/customers/model.ts'
import { createPaidOrder } from '#money/orders/index.ts'
import type { Tx } from '#platform/database/database.ts'
import { onCommit } from '#platform/database/transaction.ts'
import type { Platform } from '#platform/platform.ts'
import { type Arrived, completeCheckout, judgeArrival } from '../confirm.ts'
import type { Checkout, FullCheckout } from '../model.ts'
import { giveSessionsTheirCustomer } from '../sessions/store.ts'
import { saveCheckout } from '../store.ts'
import { channelOf, emitCheckout } from './emit-checkout.ts'

/** A locked checkout whose money is in, or that costs nothing. */
export interface Completing {
  readonly platform: Platform
  readonly full: FullCheckout
  /** Null where it costs nothing. */
  readonly payment: Arrived | null
  /** Whether a session was handed out before it was paid. */
  readonly hasSessions: boolean
  readonly now: Date
}

/** What completing came to. */
export interface Completed {
  readonly kind: ReturnType<typeof judgeArrival>
  readonly full: FullCheckout
  /** Whether the buyer may see no more than this order (rule C16). */
  readonly isLimited: boolean
}

/**
 * Makes the order of a paid checkout: customer, order, ledger and facts in the order of behaviour H10. Whatever the checkout
 * has become meanwhile, the money is there and there is an order for it; for money that has to go back there is none.
 */
export async function complete(tx: Tx, given: Completing): Promise<Completed> {
  const { platform, full, payment, now } = given
  const { checkout } = full
  const { organizationId } = checkout
  const kind = judgeArrival(checkout, payment)
  if (kind !== 'order') return { kind, full, isLimited: true }
  let next = checkout
  const { customer: found, acquaintance } = await attach(tx, given, async (customer) => {
    const completed = completeCheckout(checkout, { id: payment?.id ?? null, customerId: customer.id, now })
    next = completed.next
    await saveCheckout(tx, next)
    await emitCheckout(tx, platform, { full: { ...full, checkout: next }, events: completed.events, now })
  })
  const facts = buyerFacts(checkout)
  const learning = { platform, organizationId, customerId: found.id, facts, now }
  const customer = acquaintance === 'new' ? found : await learnFromPaidPurchase(tx, learning)
  await order(tx, { platform, full: { ...full, checkout: next }, customer, now })
  const isLimited = acquaintance === 'by_address'
  const session = { organizationId, checkoutId: checkout.id, customerId: customer.id, isLimitedToCheckout: isLimited }
  if (given.hasSessions) await giveSessionsTheirCustomer(tx, session)
  return { kind, full: { ...full, checkout: next }, isLimited }
}

function buyerFacts(checkout: Checkout) {
  return {
    email: present(checkout.customerEmail, 'The address of a buyer'),
    name: checkout.customerName,
    externalId: checkout.externalCustomerId,
    billingAddress: checkout.customerBillingAddress,
    metadata: checkout.customerMetadata,
  }
}

// Whether the external id fits the address was asked before the charge. Where that has changed since, the money is there
// all the same: the buyer is whoever has the address.
async function attach(tx: Tx, { platform, full, now }: Completing, first: AttachBuyer['first'] & object): Promise<AttachedBuyer> {
  const { organizationId, customerId } = full.checkout
  const facts = buyerFacts(full.checkout)
  try {
    return await attachBuyer(tx, { platform, organizationId, customerId, facts, first, now })
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return attachBuyer(tx, { platform, organizationId, customerId, facts: { ...facts, externalId: null }, first, now })
  }
}

async function order(
  tx: Tx,
  { platform, full, customer, now }: Pick<Completing, 'platform' | 'full' | 'now'> & { readonly customer: Customer },
): Promise<void> {
  const { checkout, products } = full
  const product = present(
    products.find((one) => one.id === checkout.productId),
    'The product of a checkout',
  )
  const purchase = {
    checkoutId: checkout.id,
    customerId: customer.id,
    productId: product.id,
    currency: checkout.currency,
    lines: [{ label: product.name, amount: checkout.amount, productPriceId: checkout.productPriceId }],
    discountAmount: checkout.discountAmount,
    taxAmount: checkout.taxAmount ?? 0,
    billingName: checkout.customerBillingName ?? checkout.customerName,
    billingAddress: checkout.customerBillingAddress,
    metadata: checkout.metadata,
    customFieldData: checkout.customFieldData,
    isLatePayment: checkout.isLatePayment,
  }
  const made = await createPaidOrder(tx, { platform, purchase, customer, product, now })
  const event = { event: 'checkout.order_created', data: { order_id: made.id } }
  onCommit(tx, () => platform.live.publish(channelOf(checkout.id), event))
}
