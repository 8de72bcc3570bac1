import { isFreeProduct, livePrices, priceKinds } from '#merchant/catalogue/products/model.ts'
import type { Customer } from '#merchant/customers/model.ts'
import { startSubscription, upgradeSubscription } from '#money/billing/cycle/index.ts'
import { createPaidOrder } from '#money/billing/orders/index.ts'
import { noteTrial, releaseSubscription } from '#money/billing/subscriptions/index.ts'
import { savePaymentMethod } from '#money/payments/index.ts'
import type { Payment } from '#money/payments/model.ts'
import { untaxed } from '#money/taxes/model.ts'
import type { Tx } from '#platform/database/database.ts'
import { onCommit } from '#platform/database/transaction.ts'
import type { Platform } from '#platform/platform.ts'
import { type FullCheckout, selectedProduct, trialOf } from '../model.ts'
import { orderFields } from '../orders.ts'
import { channelOf } from './emit-checkout.ts'

/** A completed checkout and its customer. */
export interface Purchase {
  readonly platform: Platform
  readonly full: FullCheckout
  /** Null where it is free. */
  readonly payment: Pick<Payment, 'id' | 'amount' | 'feeAmount' | 'processor' | 'methodBrand' | 'methodLast4'> | null
  /** The method that the payment has saved, by the processor's reference; null where it saved none. */
  readonly method: string | null
  readonly customer: Customer
  /** Whether the address that the customer was matched by, or was made with, was only typed. */
  readonly isTyped: boolean
  /** Whether the customer was one before. */
  readonly isKnown: boolean
  readonly now: Date
}

/**
 * Starts the subscription of a completed checkout, or upgrades the one that it names, with its first order, which is of zero at the start of a trial (rules O1, R1), and saves
 * the payment method for its renewals. What a buyer takes in the name of a known customer by typing their address is paid by the buyer's
 * method alone, which pays nothing else (rule C15).
 */
export async function subscribe(tx: Tx, purchased: Purchase): Promise<void> {
  const { platform, full, payment, customer, isTyped, isKnown, now } = purchased
  const { checkout, merchant, discount } = full
  const { organizationId, id: checkoutId } = checkout
  const product = selectedProduct(full)
  const trial = trialOf(checkout, product)
  const paymentMethodId = await saveMethod(tx, purchased)
  await releaseSubscription(tx, { organizationId, checkoutId })
  const holder = { kind: 'email', email: customer.email } as const
  if (trial) await noteTrial(tx, platform, { organizationId, productId: product.id, holder, now })
  const metered = livePrices(product).filter(({ kind }) => !priceKinds[kind].isStatic)
  const plan = {
    productId: product.id,
    priceIds: [...new Set([checkout.productPriceId, ...metered.map(({ id }) => id)])],
    amount: checkout.amount,
    currency: checkout.currency,
    recurringInterval: product.recurringInterval ?? 'month',
  } as const
  const purchase = {
    checkoutId,
    discountId: checkout.discountId,
    trial,
    metadata: checkout.metadata,
    periodAmount: checkout.amount - checkout.discountAmount,
    customFieldData: checkout.customFieldData,
    locale: checkout.locale,
    paymentMethodId,
    // A free plan that a stranger takes does not stand in the way of the owner's own purchase (rule C19).
    isUnproven: isTyped && (isKnown || isFreeProduct(product)),
  }
  const upgraded =
    checkout.subscriptionId === null
      ? undefined
      : await upgradeSubscription(tx, { platform, organizationId, id: checkout.subscriptionId, plan, purchase, now })
  const subscription = upgraded ?? (await startSubscription(tx, { platform, plan, purchase, customer, merchant, product, discount, now }))
  const fields = orderFields(full, customer)
  const free = { items: fields.items.map((item) => ({ ...item, amount: 0 })), discountAmount: 0, taxAmount: 0, tax: untaxed(fields.tax) }
  const order = {
    ...fields,
    ...(trial && free),
    billingReason: upgraded ? 'subscription_update' : 'subscription_create',
    subscriptionId: subscription.id,
    period: { start: subscription.currentPeriodStart, end: subscription.currentPeriodEnd },
  } as const
  const isTest = merchant.mode === 'test'
  const paid = payment && payment.amount > 0 ? payment : null
  const created = await createPaidOrder(tx, { platform, order, customer, product, discount, subscription, isTest, payment: paid, now })
  onCommit(tx, () => {
    const started = { event: 'checkout.subscription_created', data: { subscription_id: subscription.id } }
    if (!upgraded) platform.live.publish(channelOf(checkoutId), started)
    platform.live.publish(channelOf(checkoutId), { event: 'checkout.order_created', data: { order_id: created.id } })
  })
}

/** Saves the method of the payment, and returns its id; null where there is none to save. */
async function saveMethod(
  tx: Tx,
  { platform, full: { checkout }, payment, method, customer, isTyped, isKnown, now }: Purchase,
): Promise<string | null> {
  const { methodBrand, methodLast4 } = payment ?? {}
  if (!payment || method === null || !methodBrand || !methodLast4) return null
  const saved = await savePaymentMethod(tx, platform, {
    organizationId: checkout.organizationId,
    customerId: customer.id,
    processor: payment.processor,
    method,
    brand: methodBrand,
    last4: methodLast4,
    isUnproven: isTyped && isKnown,
    now,
  })
  return saved.id
}
