import { z } from 'zod'
import { present } from '#kernel/assert.ts'
import { address, toAddressWire } from '#merchant/customers/model.ts'
import { addressInput, toAddress } from '#merchant/customers/wire.ts'
import { organization, toOrganizationWire } from '#merchant/merchants/wire.ts'
import { priceKinds } from '#merchant/products/model.ts'
import { checkoutProduct, productPrice, toCheckoutProductWire, toPriceWire } from '#merchant/products/wire.ts'
import {
  added,
  customFieldData,
  customFieldDataInput,
  emailText,
  httpUrl,
  id,
  listResource,
  metadata,
  metadataInput,
  oneOrMore,
  oneOrMoreIds,
  pageQuery,
  searchText,
  sorting,
  text,
  timestamp,
  toTimestamp,
  trimmedText,
} from '#platform/http/wire-parts.ts'
import { addressFields } from './amounts.ts'
import { type Confirmation, paymentFlags } from './confirmation.ts'
import { checkoutStatuses, type FullCheckout, netAmount } from './model.ts'
import type { BuyerFields, CheckoutChanges, CheckoutDraft, MerchantFields } from './rules.ts'

const NAME_MAXIMUM = 250
const TAX_ID_MAXIMUM = 50
const TOKEN_MAXIMUM = 250
const PRODUCTS_MAXIMUM = 100
const PRICE_MAXIMUM = 99_999_999
export const LIFE_MINIMUM_SECONDS = 1800
export const LIFE_MAXIMUM_SECONDS = 86_400

const status = z.enum(checkoutStatuses).meta({ id: 'CheckoutStatus' })
const processor = z.literal('stripe').meta({ id: 'PaymentProcessor' })

const billingAddressFields = z
  .object({
    country: z.boolean(),
    state: z.boolean(),
    city: z.boolean(),
    postal_code: z.boolean(),
    line1: z.boolean(),
    line2: z.boolean(),
  })
  .meta({ id: 'CheckoutCustomerBillingAddressFields' })

const sharedFields = {
  created_at: timestamp,
  modified_at: timestamp.nullable(),
  id,
  custom_field_data: customFieldData,
  payment_processor: processor,
  status,
  client_secret: z.string(),
  url: z.string(),
  expires_at: timestamp,
  success_url: z.string(),
  embed_origin: z.string().nullable(),
  amount: z.int(),
  discount_amount: z.int(),
  net_amount: z.int(),
  tax_amount: z.int().nullable(),
  total_amount: z.int(),
  currency: z.string(),
  product_id: id,
  product_price_id: id,
  discount_id: id.nullable(),
  allow_discount_codes: z.boolean(),
  require_billing_address: z.boolean(),
  is_discount_applicable: z.boolean(),
  is_free_product_price: z.boolean(),
  is_payment_required: z.boolean(),
  is_payment_setup_required: z.boolean(),
  is_payment_form_required: z.boolean(),
  customer_id: id.nullable(),
  is_business_customer: z.boolean(),
  customer_name: z.string().nullable(),
  customer_email: z.string().nullable(),
  customer_ip_address: z.string().nullable(),
  customer_billing_name: z.string().nullable(),
  customer_billing_address: address.nullable(),
  customer_tax_id: z.string().nullable(),
  payment_processor_metadata: z.record(z.string(), z.string()),
  customer_billing_address_fields: billingAddressFields,
  products: z.array(checkoutProduct),
  product: checkoutProduct,
  product_price: productPrice,
  discount: z.null(),
  attached_custom_fields: z.array(z.never()),
  last_payment_error: z.string().nullable().meta(added('Why the last attempt to pay failed.')),
}

/** A checkout as returned to its merchant. */
export const checkout = z
  .object({
    ...sharedFields,
    metadata,
    external_customer_id: z.string().nullable(),
    customer_external_id: z.string().nullable(),
    subscription_id: id.nullable(),
    customer_metadata: metadata,
  })
  .meta({ id: 'Checkout' })

/** A checkout as returned to its buyer: without the merchant's metadata and external ids. */
export const checkoutPublic = z.object({ ...sharedFields, organization }).meta({ id: 'CheckoutPublic' })

/** The answer to a confirm: always `confirmed`, even when the payment has succeeded meanwhile. */
export const checkoutPublicConfirmed = z
  .object({ ...sharedFields, status: z.literal('confirmed'), organization, customer_session_token: z.string() })
  .meta({ id: 'CheckoutPublicConfirmed' })

export type CheckoutWire = z.output<typeof checkout>
export type CheckoutPublicWire = z.output<typeof checkoutPublic>

const buyerBody = {
  custom_field_data: customFieldDataInput.nullish(),
  amount: z.int().min(0).max(PRICE_MAXIMUM).nullish(),
  is_business_customer: z.boolean().nullish(),
  customer_name: trimmedText(0, NAME_MAXIMUM).nullish(),
  customer_email: emailText.nullish(),
  customer_billing_name: trimmedText(0, NAME_MAXIMUM).nullish(),
  customer_billing_address: addressInput.nullish(),
  customer_tax_id: trimmedText(0, TAX_ID_MAXIMUM).nullish(),
}

const merchantBody = {
  metadata: metadataInput.nullish(),
  discount_id: id.nullish(),
  allow_discount_codes: z.boolean().nullish(),
  require_billing_address: z.boolean().nullish(),
  customer_ip_address: z.union([z.ipv4(), z.ipv6()]).nullish(),
  customer_metadata: metadataInput.nullish(),
  success_url: httpUrl.nullish(),
  embed_origin: httpUrl.nullish(),
}

const switchBody = { product_id: id.nullish(), product_price_id: id.nullish() }

export const checkoutCreate = z
  .object({
    ...buyerBody,
    ...merchantBody,
    products: z.array(id).min(1).max(PRODUCTS_MAXIMUM).optional(),
    product_id: id.optional().meta({ deprecated: true }),
    product_price_id: id.optional().meta({ deprecated: true }),
    customer_id: id.nullish(),
    external_customer_id: text(1, NAME_MAXIMUM).nullish(),
    customer_external_id: text(1, NAME_MAXIMUM).nullish(),
    subscription_id: id.nullish(),
    organization_id: id.nullish().meta(added('For a signed-in user: the organization that sells; the active one by default.')),
    expires_in: z
      .int()
      .min(LIFE_MINIMUM_SECONDS)
      .max(LIFE_MAXIMUM_SECONDS)
      .nullish()
      .meta(added('Seconds until the checkout expires, 1800 to 86400.')),
  })
  .meta({ id: 'CheckoutCreate' })

export const checkoutUpdate = z.object({ ...buyerBody, ...merchantBody, ...switchBody }).meta({ id: 'CheckoutUpdate' })

const discountCode = z.string().max(NAME_MAXIMUM).nullish()

export const checkoutUpdatePublic = z
  .object({ ...buyerBody, ...switchBody, discount_code: discountCode })
  .meta({ id: 'CheckoutUpdatePublic' })

export const checkoutConfirm = z
  .object({ ...buyerBody, ...switchBody, discount_code: discountCode, confirmation_token_id: z.string().max(TOKEN_MAXIMUM).nullish() })
  .meta({ id: 'CheckoutConfirmStripe' })

export const checkoutList = listResource('Checkout', checkout)

export const checkoutListQuery = z.object({
  organization_id: oneOrMoreIds,
  product_id: oneOrMoreIds,
  customer_id: oneOrMoreIds,
  status: oneOrMore(status),
  query: searchText,
  ...pageQuery,
  sorting: sorting(['created_at', 'expires_at', 'status'], '-created_at'),
})

/** The merchant's view as JSON; `baseUrl` has no slash at its end. */
export function toCheckoutWire(full: FullCheckout, baseUrl: string): CheckoutWire {
  const { checkout } = full
  return {
    ...toSharedWire(full, baseUrl),
    metadata: { ...checkout.metadata },
    external_customer_id: checkout.externalCustomerId,
    customer_external_id: checkout.externalCustomerId,
    subscription_id: null,
    customer_metadata: { ...checkout.customerMetadata },
  }
}

/** The buyer's view as JSON. */
export function toCheckoutPublicWire(full: FullCheckout, baseUrl: string): CheckoutPublicWire {
  return { ...toSharedWire(full, baseUrl), organization: toOrganizationWire(full.merchant) }
}

/** The answer to a confirm as JSON. */
export function toCheckoutConfirmedWire(
  full: FullCheckout,
  baseUrl: string,
  customerSessionToken: string,
): z.output<typeof checkoutPublicConfirmed> {
  return { ...toCheckoutPublicWire(full, baseUrl), status: 'confirmed', customer_session_token: customerSessionToken }
}

/** The URL after a purchase: the merchant's page, with the id filled in, or our own. */
export function successUrlOf(checkout: FullCheckout['checkout'], baseUrl: string): string {
  const own = `${baseUrl}/checkout/${checkout.clientSecret}/confirmation`
  return (checkout.successUrl ?? own).replace(/\{CHECKOUT_ID\}|%7BCHECKOUT_ID%7D/gi, checkout.id)
}

/** The draft of a body. */
export function toCheckoutDraft(body: z.output<typeof checkoutCreate>): CheckoutDraft {
  return {
    ...toBuyerFields(body),
    ...toMerchantFields(body),
    discountId: body.discount_id,
    subscriptionId: body.subscription_id,
    productIds: body.products,
    productId: body.product_id,
    productPriceId: body.product_price_id,
    customerId: body.customer_id,
    externalCustomerId: body.external_customer_id ?? body.customer_external_id,
    expiresInSeconds: body.expires_in ?? undefined,
  }
}

/** The changes of a merchant's body. */
export function toCheckoutChanges(body: z.output<typeof checkoutUpdate>): CheckoutChanges {
  return { ...toBuyerFields(body), ...toMerchantFields(body), ...toSwitch(body), discountId: body.discount_id }
}

/** The changes of a buyer's body, without the merchant's fields. */
export function toPublicChanges(body: z.output<typeof checkoutUpdatePublic>): CheckoutChanges {
  return { ...toBuyerFields(body), ...toSwitch(body), discountCode: body.discount_code }
}

/** The confirmation of a body. */
export function toConfirmation(body: z.output<typeof checkoutConfirm>): Confirmation {
  return { ...toPublicChanges(body), confirmationToken: body.confirmation_token_id }
}

function toSharedWire(full: FullCheckout, baseUrl: string) {
  const { checkout, price } = full
  const flags = paymentFlags(checkout)
  const product = present(
    full.products.find((one) => one.id === checkout.productId),
    'The product of a checkout',
  )
  return {
    created_at: toTimestamp(checkout.createdAt),
    modified_at: toTimestamp(checkout.modifiedAt),
    id: checkout.id,
    custom_field_data: { ...checkout.customFieldData },
    payment_processor: 'stripe' as const,
    status: checkout.status,
    client_secret: checkout.clientSecret,
    url: `${baseUrl}/checkout/${checkout.clientSecret}`,
    expires_at: toTimestamp(checkout.expiresAt),
    success_url: successUrlOf(checkout, baseUrl),
    embed_origin: checkout.embedOrigin,
    amount: checkout.amount,
    discount_amount: checkout.discountAmount,
    net_amount: netAmount(checkout),
    tax_amount: checkout.taxAmount,
    total_amount: checkout.totalAmount,
    currency: checkout.currency,
    product_id: checkout.productId,
    product_price_id: checkout.productPriceId,
    discount_id: null,
    allow_discount_codes: checkout.allowDiscountCodes,
    require_billing_address: checkout.requireBillingAddress,
    is_discount_applicable: !priceKinds[price.kind].isFree,
    is_free_product_price: priceKinds[price.kind].isFree,
    is_payment_required: flags.isPaymentRequired,
    is_payment_setup_required: flags.isPaymentSetupRequired,
    is_payment_form_required: flags.isPaymentFormRequired,
    ...toBuyerWire(checkout),
    payment_processor_metadata: toProcessorWire(full.actionSecret),
    products: full.products.map(toCheckoutProductWire),
    product: toCheckoutProductWire(product),
    product_price: toPriceWire(price, product),
    discount: null,
    attached_custom_fields: [],
    last_payment_error: checkout.lastPaymentError,
  }
}

function toBuyerWire(checkout: FullCheckout['checkout']) {
  const { postalCode, ...fields } = addressFields(checkout)
  return {
    customer_id: checkout.customerId,
    is_business_customer: checkout.isBusinessCustomer,
    customer_name: checkout.customerName,
    customer_email: checkout.customerEmail,
    customer_ip_address: checkout.customerIpAddress,
    customer_billing_name: checkout.customerBillingName,
    customer_billing_address: checkout.customerBillingAddress && toAddressWire(checkout.customerBillingAddress),
    customer_tax_id: checkout.customerTaxId,
    customer_billing_address_fields: { ...fields, postal_code: postalCode },
  }
}

function toProcessorWire(actionSecret: string | null): Record<string, string> {
  return actionSecret === null ? {} : { intent_status: 'requires_action', intent_client_secret: actionSecret }
}

function toBuyerFields(body: z.output<z.ZodObject<typeof buyerBody>>): BuyerFields {
  return {
    customerEmail: body.customer_email,
    customerName: emptyAsNull(body.customer_name),
    customerBillingName: emptyAsNull(body.customer_billing_name),
    customerBillingAddress: body.customer_billing_address && toAddress(body.customer_billing_address),
    customerTaxId: emptyAsNull(body.customer_tax_id),
    isBusinessCustomer: body.is_business_customer ?? undefined,
  }
}

function toSwitch(body: z.output<z.ZodObject<typeof switchBody>>): Pick<CheckoutChanges, 'productId' | 'productPriceId'> {
  return { productId: body.product_id, productPriceId: body.product_price_id }
}

function toMerchantFields(body: z.output<z.ZodObject<typeof merchantBody>>): MerchantFields {
  return {
    allowDiscountCodes: body.allow_discount_codes ?? undefined,
    requireBillingAddress: body.require_billing_address ?? undefined,
    customerIpAddress: body.customer_ip_address,
    metadata: body.metadata ?? undefined,
    customerMetadata: body.customer_metadata ?? undefined,
    successUrl: body.success_url,
    embedOrigin: body.embed_origin,
  }
}

function emptyAsNull(value: string | null | undefined): string | null | undefined {
  return value === '' ? null : value
}
