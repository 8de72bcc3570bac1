import type { Customer } from '#merchant/customers/model.ts'
import { livePrices, priceKinds } from '#merchant/products/model.ts'
import { createPaidOrder } from '#money/orders/index.ts'
import { savePaymentMethod } from '#money/payments/index.ts'
import type { Payment } from '#money/payments/model.ts'
import { releaseSubscription } from '#money/subscriptions/index.ts'
import { untaxed } from '#money/taxes/model.ts'
import type { Tx } from '#platform/database/database.ts'
import { onCommit } from '#platform/database/transaction.ts'
import type { Platform } from '#platform/platform.ts'
import { startSubscription, upgradeSubscription } from '#sales/billing-cycle/index.ts'
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
  readonly now: Date
}

/**
 * Starts the subscription of a completed checkout, or upgrades the one that it names, with its first order, which is of zero at the start of a trial (rules O1, R1), and saves
 * the payment method for its renewals.
 */
export async function subscribe(tx: Tx, { platform, full, payment, method, customer, now }: Purchase): Promise<void> {
  const { checkout, merchant, discount } = full
  const { organizationId, id: checkoutId } = checkout
  const product = selectedProduct(full)
  const trial = trialOf(checkout, product)
  const { methodBrand, methodLast4 } = payment ?? {}
  const saved =
    payment && method !== null && methodBrand && methodLast4
      ? await savePaymentMethod(tx, platform, {
          ...{ organizationId, customerId: customer.id, processor: payment.processor, method },
          ...{ brand: methodBrand, last4: methodLast4, now },
        })
      : null
  await releaseSubscription(tx, { organizationId, checkoutId })
  const metered = livePrices(product).filter(({ kind }) => !priceKinds[kind].isStatic)
  const plan = {
    productId: product.id,
    priceIds: [...new Set([checkout.productPriceId, ...metered.map(({ id }) => id)])],
    amount: checkout.amount,
    currency: checkout.currency,
    recurringInterval: product.recurringInterval ?? 'month',
  } as const
  const purchase = {
    ...{ checkoutId, discountId: checkout.discountId, trial, metadata: checkout.metadata },
    periodAmount: checkout.amount - checkout.discountAmount,
    ...{ customFieldData: checkout.customFieldData, locale: checkout.locale, paymentMethodId: saved?.id ?? null },
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
