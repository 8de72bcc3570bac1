/** A moment: ISO 8601 text in UTC. */
export type Moment = string
/** An integer amount in the currency's minor units. */
export type MinorUnits = number
export type Metadata = Readonly<Record<string, string | number | boolean>>
export type CustomFieldData = Readonly<Record<string, string | number | boolean | null>>

/** The fields of every stored resource. */
export interface RecordedResource {
  readonly id: string
  readonly createdAt: Moment
  readonly modifiedAt: Moment | null
}

export interface Page<T> {
  readonly items: readonly T[]
  readonly pagination: { readonly totalCount: number; readonly maxPage: number }
}

/** `page` from 1, `limit` from 1 to 100; `sorting` has field names, with a leading `-` for descending. */
export interface ListQuery {
  readonly page?: number | undefined
  readonly limit?: number | undefined
  readonly sorting?: readonly string[] | undefined
}

export interface Address {
  readonly line1?: string | null
  readonly line2?: string | null
  readonly postalCode?: string | null
  readonly city?: string | null
  readonly state?: string | null
  /** ISO 3166-1, two letters. */
  readonly country: string
}

/** An organization as a seller. */
export interface Merchant extends RecordedResource {
  readonly name: string
  readonly slug: string
  readonly avatarUrl: string | null
  readonly email: string | null
  readonly website: string | null
  readonly socials: readonly { readonly platform: string; readonly url: string }[]
  readonly detailsSubmittedAt: Moment | null
  readonly mode: 'test' | 'live'
  readonly defaultCurrency: string
}

export interface FixedPrice extends RecordedResource {
  readonly amountType: 'fixed'
  readonly isArchived: boolean
  readonly productId: string
  readonly type: 'one_time' | 'recurring'
  readonly recurringInterval: 'month' | 'year' | null
  readonly priceCurrency: string
  readonly priceAmount: MinorUnits
}
export type Price = FixedPrice

/** The fields of a product in every answer. */
export interface ProductBase extends RecordedResource {
  readonly name: string
  readonly description: string | null
  readonly recurringInterval: 'month' | 'year' | null
  readonly isRecurring: boolean
  readonly isArchived: boolean
  readonly organizationId: string
}

export interface Media {
  readonly id: string
  readonly name: string
  readonly mimeType: string
  readonly publicUrl: string
}

export interface Product extends ProductBase {
  readonly metadata: Metadata
  readonly prices: readonly Price[]
  readonly medias: readonly Media[]
}

export interface ProductCreate {
  readonly name: string
  readonly description?: string | null
  readonly recurringInterval: 'month' | 'year' | null
  readonly prices: readonly { readonly amountType: 'fixed'; readonly priceAmount: MinorUnits; readonly priceCurrency?: string }[]
  readonly metadata?: Metadata
  readonly organizationId?: string
}

export interface ProductUpdate {
  readonly name?: string
  readonly description?: string | null
  readonly isArchived?: boolean
  /** Existing prices by id, and new ones; an omitted price is archived. */
  readonly prices?: readonly ({ readonly id: string } | ProductCreate['prices'][number])[]
  readonly metadata?: Metadata
}

export interface Customer extends RecordedResource {
  readonly metadata: Metadata
  readonly externalId: string | null
  readonly email: string
  readonly emailVerified: boolean
  readonly name: string | null
  readonly billingAddress: Address | null
  readonly taxId: readonly [string, string] | null
  readonly organizationId: string
  readonly deletedAt: Moment | null
  readonly avatarUrl: string
}

export interface OrderItem extends RecordedResource {
  readonly label: string
  readonly amount: MinorUnits
  readonly taxAmount: MinorUnits
  readonly proration: boolean
  readonly productPriceId: string | null
}

export interface Order extends RecordedResource {
  readonly status: 'pending' | 'paid' | 'refunded' | 'partially_refunded'
  readonly paid: boolean
  readonly subtotalAmount: MinorUnits
  readonly discountAmount: MinorUnits
  readonly netAmount: MinorUnits
  readonly taxAmount: MinorUnits
  readonly totalAmount: MinorUnits
  readonly refundedAmount: MinorUnits
  readonly refundedTaxAmount: MinorUnits
  readonly currency: string
  /** The applied customer balance: zero or negative. */
  readonly appliedBalanceAmount: MinorUnits
  readonly dueAmount: MinorUnits
  /** The payment arrived after the checkout had ended. */
  readonly latePayment: boolean
  readonly billingReason: 'purchase' | 'subscription_create' | 'subscription_cycle' | 'subscription_update'
  readonly billingName: string | null
  readonly billingAddress: Address | null
  readonly isInvoiceGenerated: boolean
  readonly customerId: string
  readonly productId: string
  readonly discountId: string | null
  readonly subscriptionId: string | null
  readonly checkoutId: string | null
  readonly metadata: Metadata
  readonly customFieldData?: CustomFieldData
  readonly customer: Customer
  readonly product: ProductBase & { readonly metadata: Metadata }
  readonly items: readonly OrderItem[]
}

export interface WebhookEndpoint extends RecordedResource {
  readonly url: string
  readonly format: 'raw' | 'discord' | 'slack'
  readonly organizationId: string
  readonly events: readonly string[]
  readonly additionalEvents: readonly string[]
  readonly isEnabled: boolean
  readonly disabledReason: 'gone' | 'failing' | 'silent' | 'merchant' | null
  /** Since when deliveries fail without a success. */
  readonly failingSince: Moment | null
  /** Until then the previous secret still signs. */
  readonly previousSecretUntil: Moment | null
  readonly lastAttemptAt: Moment | null
}

/** `skipped`: its endpoint was disabled meanwhile. */
export type WebhookEventStatus = 'pending' | 'delivered' | 'failed' | 'skipped'

export interface WebhookEndpointCreate {
  readonly url: string
  readonly format: WebhookEndpoint['format']
  readonly secret: string
  readonly events: readonly string[]
  readonly organizationId?: string
  readonly additionalEvents?: readonly string[]
}

export type WebhookEndpointUpdate = Partial<Omit<WebhookEndpointCreate, 'organizationId'>> & { readonly isEnabled?: boolean }

/** An attempt to deliver an event, with request and answer. */
export interface WebhookDelivery extends RecordedResource {
  readonly httpCode: number | null
  readonly succeeded: boolean
  readonly endpointId: string
  readonly attempt: number
  readonly isRedelivery: boolean
  readonly error: string | null
  readonly requestHeaders: Readonly<Record<string, string>>
  readonly answerBody: string | null
  readonly durationMs: number
  readonly webhookEvent: RecordedResource & {
    readonly lastHttpCode: number | null
    readonly succeeded: boolean | null
    /** The body as it was signed. */
    readonly payload: string
    readonly type: string
    readonly resourceId: string
    readonly status: WebhookEventStatus
    readonly attempts: number
    readonly nextAttemptAt: Moment | null
  }
}

export interface AccessToken extends RecordedResource {
  readonly scopes: readonly string[]
  readonly expiresAt: Moment | null
  readonly comment: string
  readonly lastUsedAt: Moment | null
  readonly organizationId: string
}

export interface AccessTokenCreate {
  readonly comment: string
  readonly scopes: readonly string[]
  readonly organizationId?: string
  /** Seconds, or an ISO 8601 duration. */
  readonly expiresIn?: number | string
}

/** The only time that the secret is shown. */
export interface CreatedAccessToken {
  readonly organizationAccessToken: AccessToken
  readonly token: string
}

export type * from './checkout-types.ts'
