import { z } from 'zod'
import { present } from '#kernel/assert.ts'
import { foldEmail } from '#kernel/emails/email.ts'
import type { Discount, DiscountedSale } from '#merchant/catalogue/discounts/model.ts'
import { type Price, type PricedProduct, priceKinds, salePrice } from '#merchant/catalogue/products/model.ts'
import { address, type Buyer, toAddressWire } from '#merchant/customers/model.ts'
import type { Merchant } from '#merchant/merchants/model.ts'
import type { TrialLength } from '#money/billing/subscriptions/model.ts'
import { containedTax, type SaleTax, saleTax } from '#money/taxes/model.ts'
import { added, id } from '#platform/http/wire-parts.ts'
import {
  array,
  customFieldData,
  flag,
  integer,
  json,
  type Model,
  metadata,
  money,
  oneOf,
  pickColumns,
  recorded,
  text,
  time,
  uuid,
} from '#platform/resource/columns.ts'

export const checkoutStatuses = ['open', 'expired', 'confirmed', 'succeeded', 'failed'] as const
export type CheckoutStatus = (typeof checkoutStatuses)[number]

/** The schema of a checkout's status. */
export const checkoutStatus = z.enum(checkoutStatuses).meta({ id: 'CheckoutStatus' })

/** The products of one checkout at most. */
export const PRODUCTS_MAXIMUM = 20
/** The characters of the descriptions of all products of one checkout at most; a product itself keeps its whole description. */
export const DESCRIPTIONS_MAXIMUM = 8000

export const checkoutColumns = {
  ...recorded,
  organizationId: uuid().fixed().meta(added('The organization that sells.')),
  status: oneOf(checkoutStatus),
  sealedClientSecret: text().fixed().private(),
  /** Of a checkout that a link has opened, later once its buyer has entered something. */
  expiresAt: time(),
  /** Null: our own confirmation page. May contain `{CHECKOUT_ID}`. */
  successUrl: text().nullable().private(),
  embedOrigin: text().nullable(),
  /** The products that the buyer may choose from, in order. */
  productIds: array(id).fixed().private(),
  productId: uuid(),
  productPriceId: uuid(),
  currency: text(),
  amount: money(),
  discountId: uuid().nullable(),
  discountAmount: money(),
  /** The one that was chosen last, also while the selected product is not reduced by it. */
  chosenDiscountId: uuid().nullable().private(),
  /** Null while the address is incomplete. */
  taxAmount: money().nullable(),
  /** The decision about its taxes; null where none are collected, or while they are not known. */
  tax: json<SaleTax>(saleTax).nullable().private(),
  totalAmount: money(),
  allowDiscountCodes: flag(),
  requireBillingAddress: flag(),
  /** Set when the merchant named the customer, or when the checkout was completed. */
  customerId: uuid().nullable(),
  externalCustomerId: text().nullable().fixed(),
  customerEmail: text().nullable(),
  /** The address with which the merchant's server created it, folded. The buyer may have typed another one since. */
  statedEmail: text().nullable().fixed().private(),
  /** The buyer who confirmed it has verified the address: by a session of the portal that a mailed code or link opened. */
  isAddressVerified: flag().private(),
  customerName: text().nullable(),
  customerBillingName: text().nullable(),
  customerBillingAddress: json(address, toAddressWire).nullable(),
  customerTaxId: text().nullable(),
  customerIpAddress: text().nullable(),
  isBusinessCustomer: flag(),
  metadata: metadata(),
  customerMetadata: metadata(),
  customFieldData: customFieldData(),
  /** Confirms that started a payment attempt. */
  attempts: integer().private(),
  /** The free subscription that it upgrades (rule C20). */
  subscriptionId: uuid().nullable().fixed().private(),
  /** The current or last attempt. */
  paymentId: uuid().nullable().private(),
  locale: text().nullable().meta(added('The language of the buyer, such as `de`, once they have confirmed; null if it is unknown.')),
  lastPaymentError: text().nullable().meta(added('Why the last attempt to pay failed.')),
  isLatePayment: flag().private(),
  /** The buyer, or their card, has had a trial of the product before: the first period is charged at once (rule R3). */
  isTrialUsed: flag().private(),
  /** A stranger who followed a link has opened it: counted apart from those of the merchant's server. */
  isFromLink: flag().fixed().private(),
  /** The customer whom the merchant named is never taxed. */
  isTaxExempt: flag().fixed().private(),
} as const

/** The columns that its buyer sees, too. Each is named, because the client secret alone is asked for. */
export const publicCheckoutColumns = pickColumns(checkoutColumns, [
  'id',
  'organizationId',
  'createdAt',
  'modifiedAt',
  'status',
  'expiresAt',
  'embedOrigin',
  'productId',
  'productPriceId',
  'currency',
  'amount',
  'discountId',
  'discountAmount',
  'taxAmount',
  'totalAmount',
  'allowDiscountCodes',
  'requireBillingAddress',
  'customerId',
  'customerEmail',
  'customerName',
  'customerBillingName',
  'customerBillingAddress',
  'customerTaxId',
  'customerIpAddress',
  'isBusinessCustomer',
  'customFieldData',
  'locale',
  'lastPaymentError',
])

/** A checkout as stored: its secret is sealed. */
export type StoredCheckout = Model<typeof checkoutColumns>

/**
 * One buyer's purchase of one product. Amounts are minor units of `currency`; the price is locked when the product is chosen
 * (rule C8). Times are UTC.
 */
export type Checkout = Omit<StoredCheckout, 'sealedClientSecret'> & {
  /** The only credential of the buyer's page; stored as a digest and a sealed copy. Empty where the copy cannot be opened. */
  readonly clientSecret: string
}

/** The receipt of a paid checkout: the number of its order, and the card, which is null where nothing was charged. */
export const checkoutReceipt = z
  .object({
    order_number: z.string().meta({ description: 'The number of the order: `NW-0215`.' }),
    card: z
      .object({
        brand: z.string().meta({ description: 'The brand, such as `visa`.' }),
        last4: z.string().meta({ description: 'The last four digits.' }),
      })
      .meta({ id: 'CheckoutReceiptCard' })
      .nullable()
      .meta({ description: 'The card that was charged; null where nothing was.' }),
  })
  .meta({ id: 'CheckoutReceipt' })

export type CheckoutReceipt = z.output<typeof checkoutReceipt>

/** A checkout with the related objects of its wire forms. */
export interface FullCheckout {
  readonly checkout: Checkout
  /** The products of `productIds` in their order, with their live prices. */
  readonly products: readonly PricedProduct[]
  /** The locked price, archived or not. */
  readonly price: Price
  /** The discount of `discountId`; a deleted one stays. */
  readonly discount: Discount | null
  readonly merchant: Merchant
  /** The secret with which the page continues at the processor; only while an action is required. */
  readonly actionSecret: string | null
  /** Null until it has an order. */
  readonly receipt: CheckoutReceipt | null
}

/** The amount after the discount, in minor units, before tax. */
export function netAmount({
  amount,
  discountAmount,
  tax,
  taxAmount,
}: Pick<Checkout, 'amount' | 'discountAmount' | 'tax' | 'taxAmount'>): number {
  return amount - discountAmount - containedTax({ tax, taxAmount: taxAmount ?? 0 })
}

/** The keys by which its buyer is matched to a customer, and whose word the address is (rules C13, C14). */
export function buyerOf(
  checkout: Pick<Checkout, 'customerId' | 'externalCustomerId' | 'customerEmail' | 'statedEmail' | 'isAddressVerified'>,
): Buyer {
  const { customerId, externalCustomerId: externalId, customerEmail, statedEmail, isAddressVerified } = checkout
  const email = customerEmail === null ? null : foldEmail(customerEmail)
  const emailSource = isAddressVerified ? 'verified' : email !== null && email === statedEmail ? 'stated' : 'typed'
  return { customerId, externalId, email, emailSource }
}

/** Whether it is past its expiry: it expires at `expiresAt` itself (rule C1). */
export function isPastExpiry(checkout: Pick<Checkout, 'expiresAt'>, now: Date): boolean {
  return now.getTime() >= checkout.expiresAt.getTime()
}

/** Whether it counts as expired: by its status, or because it is open past its expiry and the job has not updated it yet. */
export function isExpired(checkout: Pick<Checkout, 'status' | 'expiresAt'>, now: Date): boolean {
  return checkout.status === 'expired' || (checkout.status === 'open' && isPastExpiry(checkout, now))
}

/** Why a product cannot be sold by a checkout, in a sentence; null when it can. */
export function saleFault(product: PricedProduct | undefined): string | null {
  return !product || product.isArchived || !salePrice(product) ? 'There is no such product on sale.' : null
}

/** The product that is selected, among those of the checkout. */
export function selectedProduct({ checkout, products }: Pick<FullCheckout, 'checkout' | 'products'>): PricedProduct {
  return present(
    products.find(({ id }) => id === checkout.productId),
    'The product of a checkout',
  )
}

/** The trial with which the subscription begins; null without one. */
export function trialOf(checkout: Pick<Checkout, 'isTrialUsed'>, { trialInterval, trialIntervalCount }: PricedProduct): TrialLength | null {
  if (checkout.isTrialUsed || trialInterval === null || trialIntervalCount === null) return null
  return { interval: trialInterval, count: trialIntervalCount }
}

/** The amount due today, in minor units: nothing at the start of a trial. */
export function dueToday(checkout: Pick<Checkout, 'isTrialUsed' | 'totalAmount'>, product: PricedProduct): number {
  return trialOf(checkout, product) ? 0 : checkout.totalAmount
}

/** The sale that a discount would be taken off: of a product at one of its prices. */
export function discountedSale(price: Price, product: PricedProduct | undefined): DiscountedSale {
  const isRecurring = product !== undefined && product.recurringInterval !== null
  return { productId: price.productId, isRecurring, isFree: priceKinds[price.kind].isFree, currency: price.currency }
}

/** The URL after a purchase: the merchant's page, with the id filled in, or our own. */
export function successUrlOf(checkout: FullCheckout['checkout'], baseUrl: string): string {
  const own = checkout.clientSecret && `${baseUrl}/checkout/${checkout.clientSecret}/confirmation`
  return (checkout.successUrl ?? own).replace(/\{CHECKOUT_ID\}|%7BCHECKOUT_ID%7D/gi, checkout.id)
}
