import type { CustomFieldData, Metadata } from '#kernel/metadata.ts'
import type { Address } from '#merchant/customers/model.ts'
import type { Merchant } from '#merchant/merchants/model.ts'
import type { Price, PricedProduct } from '#merchant/products/model.ts'

export const checkoutStatuses = ['open', 'expired', 'confirmed', 'succeeded', 'failed'] as const
export type CheckoutStatus = (typeof checkoutStatuses)[number]

/**
 * One buyer's purchase of one product. Amounts are minor units of `currency`; the price is locked when the product is chosen
 * (rule C8). Times are UTC.
 */
export interface Checkout {
  readonly id: string
  readonly organizationId: string
  readonly status: CheckoutStatus
  /** The only credential of the buyer's page; stored as a digest and a sealed copy. */
  readonly clientSecret: string
  readonly expiresAt: Date
  /** Null: our own confirmation page. May contain `{CHECKOUT_ID}`. */
  readonly successUrl: string | null
  readonly embedOrigin: string | null
  /** The products that the buyer may choose from, in order. */
  readonly productIds: readonly string[]
  readonly productId: string
  readonly productPriceId: string
  readonly currency: string
  readonly amount: number
  readonly discountAmount: number
  /** Null while the address is incomplete. */
  readonly taxAmount: number | null
  readonly totalAmount: number
  readonly allowDiscountCodes: boolean
  readonly requireBillingAddress: boolean
  /** Set when the merchant named the customer, or when the checkout was completed. */
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
  /** Confirms that started a payment attempt. */
  readonly attempts: number
  /** The current or last attempt. */
  readonly paymentId: string | null
  readonly lastPaymentError: string | null
  readonly isLatePayment: boolean
  readonly createdAt: Date
  readonly modifiedAt: Date | null
}

/** A checkout with the related objects of its wire forms. */
export interface FullCheckout {
  readonly checkout: Checkout
  /** The products of `productIds` in their order, with their live prices. */
  readonly products: readonly PricedProduct[]
  /** The locked price, archived or not. */
  readonly price: Price
  readonly merchant: Merchant
  /** The secret with which the page continues at the processor; only while an action is required. */
  readonly actionSecret: string | null
}

/** The amount after the discount, in minor units, before tax. */
export function netAmount(checkout: Pick<Checkout, 'amount' | 'discountAmount'>): number {
  return checkout.amount - checkout.discountAmount
}

/** Whether it is past its expiry: it expires at `expiresAt` itself (rule C1). */
export function isPastExpiry(checkout: Pick<Checkout, 'expiresAt'>, now: Date): boolean {
  return now.getTime() >= checkout.expiresAt.getTime()
}

/** Whether it counts as expired: by its status, or because it is open past its expiry and the job has not updated it yet. */
export function isExpired(checkout: Pick<Checkout, 'status' | 'expiresAt'>, now: Date): boolean {
  return checkout.status === 'expired' || (checkout.status === 'open' && isPastExpiry(checkout, now))
}
