import type {
  Address,
  CustomFieldData,
  Media,
  Merchant,
  Metadata,
  MinorUnits,
  Moment,
  Price,
  ProductBase,
  RecordedResource,
} from './types.ts'

export type CheckoutStatus = 'open' | 'expired' | 'confirmed' | 'succeeded' | 'failed'

interface CheckoutBase extends RecordedResource {
  readonly status: CheckoutStatus
  readonly paymentProcessor: string
  readonly paymentProcessorMetadata: Readonly<Record<string, string>>
  readonly clientSecret: string
  readonly url: string
  readonly expiresAt: Moment
  readonly successUrl: string
  readonly embedOrigin: string | null
  readonly amount: MinorUnits
  readonly discountAmount: MinorUnits
  readonly netAmount: MinorUnits
  /** Null while the address is incomplete. */
  readonly taxAmount: MinorUnits | null
  readonly totalAmount: MinorUnits
  readonly currency: string
  readonly productId: string
  readonly productPriceId: string
  readonly discountId: string | null
  readonly allowDiscountCodes: boolean
  readonly requireBillingAddress: boolean
  /** Why the last attempt to pay was declined, with the processor's message. */
  readonly lastPaymentError: string | null
  readonly isDiscountApplicable: boolean
  readonly isFreeProductPrice: boolean
  readonly isPaymentRequired: boolean
  readonly isPaymentSetupRequired: boolean
  readonly isPaymentFormRequired: boolean
  readonly isBusinessCustomer: boolean
  readonly customerId: string | null
  readonly customerName: string | null
  readonly customerEmail: string | null
  readonly customerIpAddress: string | null
  readonly customerBillingName: string | null
  readonly customerBillingAddress: Address | null
  readonly customerTaxId: string | null
  readonly customerBillingAddressFields: Readonly<Record<'country' | 'state' | 'city' | 'postalCode' | 'line1' | 'line2', boolean>>
  readonly customFieldData?: CustomFieldData
  readonly product: CheckoutProduct
  readonly products: readonly CheckoutProduct[]
  readonly productPrice: Price
}

export interface CheckoutProduct extends ProductBase {
  readonly prices: readonly Price[]
  readonly medias: readonly Media[]
}

/** A checkout as returned to the merchant. */
export interface Checkout extends CheckoutBase {
  readonly metadata: Metadata
  readonly customerMetadata: Metadata
  readonly externalCustomerId: string | null
  readonly subscriptionId: string | null
}

/** A checkout as returned to the buyer's page, by its client secret. */
export interface PublicCheckout extends CheckoutBase {
  readonly organization: Merchant
}

/** The answer to a confirm: the session token gives access to the customer's portal. */
export interface ConfirmedCheckout extends PublicCheckout {
  readonly customerSessionToken: string
}

export interface CheckoutCreate {
  readonly products: readonly string[]
  /** The organization that sells; for a signed-in user the active one by default. */
  readonly organizationId?: string
  readonly customerId?: string
  readonly customerEmail?: string
  readonly customerName?: string
  readonly externalCustomerId?: string
  readonly successUrl?: string
  readonly embedOrigin?: string
  readonly metadata?: Metadata
  readonly customerMetadata?: Metadata
  /** Seconds, 1800 to 86400. */
  readonly expiresIn?: number
}

export interface CheckoutUpdate {
  readonly customerEmail?: string | null
  readonly customerName?: string | null
  readonly successUrl?: string | null
  readonly metadata?: Metadata
}

export interface PublicCheckoutUpdate {
  readonly productId?: string
  readonly productPriceId?: string
  readonly customerEmail?: string | null
  readonly customerName?: string | null
  readonly customerBillingName?: string | null
  readonly customerBillingAddress?: Address | null
  readonly customerTaxId?: string | null
  readonly isBusinessCustomer?: boolean
  readonly customFieldData?: CustomFieldData
}

export interface CheckoutConfirm extends PublicCheckoutUpdate {
  readonly confirmationTokenId?: string
}
