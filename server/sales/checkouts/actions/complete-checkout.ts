import { present } from '#kernel/assert.ts'
import { redeemDiscount } from '#merchant/catalogue/discounts/index.ts'
import { assignCustomerToSessions, limitSessionsOfCheckouts } from '#merchant/customer-sessions/index.ts'
import { attachBuyer, updateCustomerFromPurchase } from '#merchant/customers/index.ts'
import type { Customer } from '#merchant/customers/model.ts'
import { unlinkCustomerAccounts } from '#merchant/linked-accounts/index.ts'
import { createPaidOrder } from '#money/billing/orders/index.ts'
import type { Payment } from '#money/payments/model.ts'
import type { Tx } from '#platform/database/database.ts'
import { onCommit } from '#platform/database/transaction.ts'
import type { Platform } from '#platform/platform.ts'
import { classifyPayment, complete } from '../confirmation.ts'
import { buyerOf, type Checkout, discountedSale, type FullCheckout, selectedProduct } from '../model.ts'
import { orderFields } from '../orders.ts'
import { checkouts } from '../store.ts'
import { taxIdOf } from '../taxes.ts'
import { channelOf, emitCheckout } from './emit-checkout.ts'
import { type Purchase, subscribe } from './subscribe-customer.ts'

/** A locked checkout that was paid, or that is free. */
export interface CompleteCheckoutInput {
  readonly platform: Platform
  readonly full: FullCheckout
  /** Null where it is free. */
  readonly payment: Pick<Payment, 'id' | 'amount' | 'currency' | 'feeAmount' | 'processor' | 'methodBrand' | 'methodLast4'> | null
  /** The method that the payment has saved, by the processor's reference; null where it saved none. */
  readonly method: string | null
  /** Whether a session was issued before it was paid. */
  readonly hasSessions: boolean
  readonly now: Date
}

/** The result of a completion. */
export interface CompleteCheckoutResult {
  readonly kind: ReturnType<typeof classifyPayment>
  readonly full: FullCheckout
  /** Whether the buyer may see no more than this order (rule C16). */
  readonly isLimited: boolean
}

/**
 * Creates the order of a paid checkout: customer, order, ledger and events in the order of behaviour H10. A payment always gets
 * its order, in any status of the checkout, unless it has to be refunded.
 */
export async function completeCheckout(tx: Tx, input: CompleteCheckoutInput): Promise<CompleteCheckoutResult> {
  const { platform, full, payment, now } = input
  const { checkout } = full
  const { organizationId } = checkout
  const product = selectedProduct(full)
  const kind = classifyPayment(checkout, payment, product)
  if (kind !== 'order') return { kind, full, isLimited: true }
  let next = checkout
  const details = buyerDetails(checkout)
  const { customerId, emailSource } = buyerOf(checkout)
  const attached = await attachBuyer(tx, {
    platform,
    organizationId,
    customerId,
    details,
    emailSource,
    now,
    onAttached: async (customer) => {
      const completed = complete(checkout, { id: payment?.id ?? null, customerId: customer.id, now })
      next = completed.next
      await checkouts.save(tx, next)
      await emitCheckout(tx, platform, { full: { ...full, checkout: next }, events: completed.events, now })
    },
  })
  const { matchedBy, externalId } = attached
  const update = { platform, organizationId, customerId: attached.customer.id, details: { ...details, externalId }, now }
  const customer = matchedBy === 'named' ? await updateCustomerFromPurchase(tx, update) : attached.customer
  const isLimited = matchedBy === 'typed'
  if (isLimited && customer.isEmailTyped) await withdrawFromStrangers(tx, platform, customer)
  const session = { organizationId, checkoutId: checkout.id, customerId: customer.id, isLimitedToCheckout: isLimited }
  if (input.hasSessions) await assignCustomerToSessions(tx, session)
  await redeemFor(tx, full, { isPaid: payment !== null, now })
  const isTyped = matchedBy !== 'named' && emailSource === 'typed' && checkout.externalCustomerId === null
  const buyer = { customer, isTyped, isKnown: matchedBy !== 'new' }
  const purchase = { platform, full: { ...full, checkout: next }, payment, method: input.method, ...buyer, now }
  if (product.recurringInterval === null) await createOrder(tx, purchase)
  else await subscribe(tx, purchase)
  return { kind, full: { ...full, checkout: next }, isLimited }
}

/** Redeems the discount of a checkout, if it has one; refused (422) when it is used up, unless the checkout is paid. */
export async function redeemFor(
  tx: Tx,
  { checkout, price, products, discount }: FullCheckout,
  { isPaid, now }: { readonly isPaid: boolean; readonly now: Date },
): Promise<void> {
  if (discount === null) return
  const { organizationId, id: checkoutId, productId } = checkout
  const sale = discountedSale(
    price,
    products.find(({ id }) => id === productId),
  )
  await redeemDiscount(tx, { organizationId, checkoutId, discountId: discount.id, sale, isPaid, now })
}

function buyerDetails(checkout: Checkout) {
  return {
    email: present(checkout.customerEmail, 'The email of a buyer'),
    name: checkout.customerName,
    externalId: checkout.externalCustomerId,
    billingAddress: checkout.customerBillingAddress,
    taxId: taxIdOf(checkout),
    metadata: checkout.customerMetadata,
  }
}

// The buyer who typed an address first need not be its owner: their session shows nothing of what is bought with it later, and an account that
// they have linked gets none of its benefits.
async function withdrawFromStrangers(tx: Tx, platform: Platform, { organizationId, id: customerId }: Customer): Promise<void> {
  await limitSessionsOfCheckouts(tx, { organizationId, customerId })
  await unlinkCustomerAccounts(tx, platform, { organizationId, customerId })
}

async function createOrder(tx: Tx, { platform, full, payment, customer, now }: Purchase): Promise<void> {
  const { merchant, discount, checkout } = full
  const product = selectedProduct(full)
  const isTest = merchant.mode === 'test'
  const order = { ...orderFields(full, customer), billingReason: 'purchase', subscriptionId: null, period: null } as const
  const created = await createPaidOrder(tx, { platform, order, customer, product, discount, subscription: null, isTest, payment, now })
  const event = { event: 'checkout.order_created', data: { order_id: created.id } }
  onCommit(tx, () => platform.live.publish(channelOf(checkout.id), event))
}
