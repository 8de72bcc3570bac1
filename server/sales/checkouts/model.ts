import type { CustomFieldData, Metadata } from '#kernel/metadata.ts'
import type { Address } from '#merchant/customers/model.ts'
import type { Merchant } from '#merchant/merchants/model.ts'
import type { Price, PricedProduct } from '#merchant/products/model.ts'

export const checkoutStatuses = ['open', 'expired', 'confirmed', 'succeeded', 'failed'] as const
export type CheckoutStatus = (typeof checkoutStatuses)[number]

/**
 * One buyer's way to one product. Amounts are minor units of `currency`; the price is locked when the product is chosen
 * (rule C8). Times are UTC.
 */
export interface Checkout {
  readonly id: string
  readonly organizationId: string
  readonly status: CheckoutStatus
  /** The only credential of the buyer's page; kept as digest and sealed copy. */
  readonly clientSecret: string
  readonly expiresAt: Date
  /** Null: our own page of confirmation. May hold `{CHECKOUT_ID}`. */
  readonly successUrl: string | null
  readonly embedOrigin: string | null
  /** What the buyer may choose from, in the order given. */
  readonly productIds: readonly string[]
  readonly productId: string
  readonly productPriceId: string
  readonly currency: string
  readonly amount: number
  readonly discountAmount: number
  /** Null while the address is not complete. */
  readonly taxAmount: number | null
  readonly totalAmount: number
  readonly allowDiscountCodes: boolean
  readonly requireBillingAddress: boolean
  /** Set when the merchant named the customer, or when the buyer became one. */
  readonly customerId: string | null
  readonly externalCustomerId: string | null
  readonly customerEmail: string | null
  readonly customerName: string | null
  readonly customerBillingName: string | null
  readonly customerBillingAddress: Address | null
  readonly customerTaxId: string | null
  readonly customerIpAddress: string | null
  readonly isBusinessCustomer: boolean
  readonly metadata: Metadata
  readonly customerMetadata: Metadata
  readonly customFieldData: CustomFieldData
  /** Confirms that led to an attempt at payment. */
  readonly attempts: number
  /** The attempt that is under way, or was the last. */
  readonly paymentId: string | null
  readonly lastPaymentError: string | null
  readonly isLatePayment: boolean
  readonly createdAt: Date
  readonly modifiedAt: Date | null
}

/** A checkout with what its views show besides. */
export interface FullCheckout {
  readonly checkout: Checkout
  /** The products of `productIds` in their order, with their live prices. */
  readonly products: readonly PricedProduct[]
  /** The locked price, archived or not. */
  readonly price: Price
  readonly merchant: Merchant
  /** What the page needs to continue with the processor while an action is required. */
  readonly actionSecret: string | null
}

/** What is due after the discount, in minor units, before tax. */
export function netAmount(checkout: Pick<Checkout, 'amount' | 'discountAmount'>): number {
  return checkout.amount - checkout.discountAmount
}

/** Whether its time is over: it ends at `expiresAt` itself (rule C1). */
export function isPastExpiry(checkout: Pick<Checkout, 'expiresAt'>, now: Date): boolean {
  return now.getTime() >= checkout.expiresAt.getTime()
}

/** Whether it shows as expired: by its status, or because nobody has written it down yet. */
export function isExpired(checkout: Pick<Checkout, 'status' | 'expiresAt'>, now: Date): boolean {
  return checkout.status === 'expired' || (checkout.status === 'open' && isPastExpiry(checkout, now))
}
