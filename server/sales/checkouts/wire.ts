import { z } from 'zod'
import { isBuyerLanguage, type Language } from '#kernel/language/languages.ts'
import { attachedCustomField, toAttachedFieldsWire, toBuyerFieldsWire } from '#merchant/catalogue/custom-fields/wire.ts'
import { checkoutDiscount, toCheckoutDiscountWire } from '#merchant/catalogue/discounts/wire.ts'
import { priceKinds } from '#merchant/catalogue/products/model.ts'
import { checkoutProduct, productPrice, toCheckoutProductWire, toPriceWire } from '#merchant/catalogue/products/wire.ts'
import { addressInput, toAddress } from '#merchant/customers/wire.ts'
import { publicOrganization, toPublicOrganizationWire } from '#merchant/merchants/wire.ts'
import { taxFields, toTaxFieldsWire } from '#money/taxes/wire.ts'
import {
  actingOrganizationId,
  added,
  addition,
  customFieldDataInput,
  EXAMPLE_ID,
  emailText,
  httpUrl,
  id,
  metadataInput,
  seenName,
  text,
  timestamp,
  trimmedText,
  unavailable,
} from '#platform/http/wire-parts.ts'
import { pickColumns } from '#platform/resource/columns.ts'
import { constantFields, fieldsOf } from '#platform/resource/fields.ts'
import { addressFields } from './amounts.ts'
import { type Confirmation, paymentFlags } from './confirmation.ts'
import {
  checkoutColumns,
  checkoutReceipt,
  DESCRIPTIONS_MAXIMUM,
  type FullCheckout,
  netAmount,
  PRODUCTS_MAXIMUM,
  publicCheckoutColumns,
  selectedProduct,
  successUrlOf,
  trialOf,
} from './model.ts'
import { type RenewalContext, renewalFields, toRenewalFields } from './renewals/wire.ts'
import type { BuyerFields, CheckoutChanges, CheckoutDraft, MerchantFields } from './rules.ts'
import { merchantTrial, toTrialWire, trialFields } from './trials.ts'

const NAME_MAXIMUM = 250
const TAX_ID_MAXIMUM = 50
const TOKEN_MAXIMUM = 250
const LOCALE_MAXIMUM = 35
const PRICE_MAXIMUM = 99_999_999
export const LIFE_MINIMUM_SECONDS = 1800
export const LIFE_MAXIMUM_SECONDS = 86_400

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

const publicFields = fieldsOf(publicCheckoutColumns)
const merchantFields = fieldsOf(pickColumns(checkoutColumns, ['metadata', 'customerMetadata', 'externalCustomerId']))

const newerFields = constantFields({
  return_url: [z.string().nullable(), null, 'Always null: the page has no link back yet.'],
  trial_end: [timestamp.nullable(), null, 'Always null: the trial starts when the checkout is confirmed.'],
  allow_trial: [z.boolean().nullable(), true, 'Always true: a trial is offered where the product has one.'],
  seats: [z.int().nullable(), null, 'Always null: no product is sold by seats.'],
  min_seats: [z.int().nullable(), null, 'Always null: no product is sold by seats.'],
  max_seats: [z.int().nullable(), null, 'Always null: no product is sold by seats.'],
  units: [z.int().nullable(), null, 'Always null: no product is sold by units.'],
  min_units: [z.int().nullable(), null, 'Always null: no product is sold by units.'],
  max_units: [z.int().nullable(), null, 'Always null: no product is sold by units.'],
  payment_method_type: [z.string().nullable(), null, 'Always null: the page offers cards only.'],
  prices: [z.record(z.string(), z.array(productPrice)).nullable(), null, 'Always null: the prices are those of the products.'],
})

const fieldMode = z.enum(['required', 'optional', 'disabled']).meta({ id: 'BillingAddressFieldMode' })
const addressFieldModes = z
  .object({ country: fieldMode, state: fieldMode, city: fieldMode, postal_code: fieldMode, line1: fieldMode, line2: fieldMode })
  .meta({ id: 'CheckoutBillingAddressFields' })

const sharedFields = {
  ...publicFields.shape,
  ...newerFields.shape,
  ...taxFields,
  ...trialFields,
  payment_processor: processor,
  client_secret: z.string(),
  url: z.string(),
  success_url: z.string(),
  is_test: z.boolean().meta(added('Whether it is a checkout of a test merchant: no money is taken.')),
  receipt: checkoutReceipt.nullable().meta(added('The number of the order and the card; null until the checkout is paid.')),
  net_amount: z.int(),
  is_discount_applicable: z.boolean(),
  is_free_product_price: z.boolean(),
  is_payment_required: z.boolean(),
  is_payment_setup_required: z.boolean(),
  is_payment_form_required: z.boolean(),
  payment_processor_metadata: z.record(z.string(), z.string()),
  customer_billing_address_fields: billingAddressFields,
  billing_address_fields: addressFieldModes.meta(
    added('The parts of the billing address that the form requires; the others are optional.'),
  ),
  products: z.array(checkoutProduct).meta({
    description: `At most ${PRODUCTS_MAXIMUM}. Their descriptions have at most ${DESCRIPTIONS_MAXIMUM} characters together: each is cut to an equal share.`,
  }),
  product: checkoutProduct,
  product_price: productPrice,
  discount: checkoutDiscount.nullable(),
  attached_custom_fields: z.array(attachedCustomField),
}

/** A checkout as returned to its merchant. */
export const checkout = z
  .object({
    ...sharedFields,
    ...merchantFields.shape,
    ...merchantTrial.shape,
    customer_external_id: z.string().nullable(),
    subscription_id: id.nullable(),
  })
  .meta({ id: 'Checkout', description: 'A checkout as returned to its merchant.' })

/** A checkout as returned to its buyer: without the merchant's metadata and external ids. */
export const checkoutPublic = z
  .object({ ...sharedFields, ...renewalFields, organization: publicOrganization })
  .meta({ id: 'CheckoutPublic', description: 'A checkout as returned to its buyer, by its client secret.' })

/** The answer to a confirm: always `confirmed`, even when the payment has succeeded meanwhile. */
export const checkoutPublicConfirmed = z
  .object({
    ...sharedFields,
    status: z.literal('confirmed'),
    ...renewalFields,
    organization: publicOrganization,
    customer_session_token: z.string().meta({ description: "Gives access to the customer's portal." }),
  })
  .meta({ id: 'CheckoutPublicConfirmed' })

export type CheckoutWire = z.output<typeof checkout>

const localeText = z.string().max(LOCALE_MAXIMUM)

const buyerBody = {
  locale: localeText.nullish().meta(added('The language of the buyer, such as `de`, where their browser asks for none.')),
  seats: unavailable(),
  units: unavailable(),
  // A trial cannot be left out.
  allow_trial: unavailable(true),
  custom_field_data: customFieldDataInput.nullish(),
  amount: z.int().min(0).max(PRICE_MAXIMUM).nullish(),
  is_business_customer: z.boolean().nullish(),
  customer_name: seenName(trimmedText(0, NAME_MAXIMUM)).nullish(),
  customer_email: emailText.nullish(),
  customer_billing_name: seenName(trimmedText(0, NAME_MAXIMUM)).nullish(),
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
  return_url: unavailable(),
  trial_interval: unavailable(),
  trial_interval_count: unavailable(),
  currency: z.string().nullish().meta(added('The currency of the price; no other is available.')),
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
    prices: unavailable(),
    min_seats: unavailable(),
    max_seats: unavailable(),
    min_units: unavailable(),
    max_units: unavailable(),
    organization_id: actingOrganizationId.meta(addition),
    expires_in: z
      .int()
      .min(LIFE_MINIMUM_SECONDS)
      .max(LIFE_MAXIMUM_SECONDS)
      .nullish()
      .meta(added('Seconds until the checkout expires, 1800 to 86400.')),
  })
  .meta({
    id: 'CheckoutCreate',
    examples: [
      { products: [EXAMPLE_ID], success_url: 'https://shop.example/thanks?checkout_id={CHECKOUT_ID}', metadata: { source: 'pricing' } },
    ],
  })

export const checkoutUpdate = z
  .object({ ...buyerBody, ...merchantBody, ...switchBody })
  .meta({ id: 'CheckoutUpdate', examples: [{ customer_email: 'sanne@example.com', metadata: { source: 'newsletter' } }] })

const discountCode = z.string().max(NAME_MAXIMUM).nullish()

export const checkoutUpdatePublic = z
  .object({ ...buyerBody, ...switchBody, discount_code: discountCode })
  .meta({ id: 'CheckoutUpdatePublic', examples: [{ customer_email: 'sanne@example.com', customer_billing_address: { country: 'NL' } }] })

export const checkoutConfirm = z
  .object({
    ...buyerBody,
    ...switchBody,
    discount_code: discountCode,
    confirmation_token_id: z.string().max(TOKEN_MAXIMUM).nullish(),
    expected_total_amount: z
      .int()
      .min(0)
      .nullish()
      .meta(
        added(
          'What the buyer has seen to be due today, in minor units: the `total_amount`, and 0 where a trial begins. A confirm for which something else is due is refused with the type `total_changed`.',
        ),
      ),
  })
  .meta({
    id: 'CheckoutConfirmStripe',
    examples: [{ customer_email: 'sanne@example.com', confirmation_token_id: 'sandbox_4242424242424242' }],
  })

/** The merchant's view as JSON; `baseUrl` has no slash at its end. */
export function toCheckoutWire(full: FullCheckout, baseUrl: string): CheckoutWire {
  const { checkout } = full
  return {
    ...toSharedWire(full, baseUrl),
    ...merchantFields.toWire(checkout),
    ...merchantTrial.values,
    customer_external_id: checkout.externalCustomerId,
    subscription_id: checkout.subscriptionId,
  }
}

/** The buyer's view as JSON at the merchant's time. */
export function toCheckoutPublicWire(full: FullCheckout, baseUrl: string, context: RenewalContext): z.output<typeof checkoutPublic> {
  const attached_custom_fields = toBuyerFieldsWire(selectedProduct(full).customFields)
  const organization = toPublicOrganizationWire(full.merchant)
  return { ...toSharedWire(full, baseUrl), attached_custom_fields, ...toRenewalFields(full, context), organization }
}

/** The answer to a confirm as JSON. */
export function toCheckoutConfirmedWire(
  full: FullCheckout,
  { baseUrl, customerSessionToken, ...context }: RenewalContext & { readonly baseUrl: string; readonly customerSessionToken: string },
): z.output<typeof checkoutPublicConfirmed> {
  return { ...toCheckoutPublicWire(full, baseUrl, context), status: 'confirmed', customer_session_token: customerSessionToken }
}

/** The draft of a body. */
export function toCheckoutDraft(body: z.output<typeof checkoutCreate>): CheckoutDraft {
  return {
    ...toBuyerFields(body),
    ...toMerchantFields(body),
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
  return { ...toBuyerFields(body), ...toMerchantFields(body), ...toSwitch(body) }
}

/** The changes of a buyer's body, without the merchant's fields. */
export function toPublicChanges(body: z.output<typeof checkoutUpdatePublic>): CheckoutChanges {
  return { ...toBuyerFields(body), ...toSwitch(body), discountCode: body.discount_code }
}

/** The confirmation of a body. */
export function toConfirmation(body: z.output<typeof checkoutConfirm>): Confirmation {
  return { ...toPublicChanges(body), confirmationToken: body.confirmation_token_id, expectedTotal: body.expected_total_amount }
}

function toSharedWire(full: FullCheckout, baseUrl: string) {
  const { checkout, price } = full
  const product = selectedProduct(full)
  const flags = paymentFlags(checkout, product)
  const shown = { baseUrl, descriptionMaximum: Math.floor(DESCRIPTIONS_MAXIMUM / checkout.productIds.length) }
  return {
    ...publicFields.toWire(checkout),
    ...newerFields.values,
    ...toTaxFieldsWire(checkout.tax, checkout.taxAmount !== null),
    ...toTrialWire(trialOf(checkout, product)),
    payment_processor: 'stripe' as const,
    client_secret: checkout.clientSecret,
    // Without the secret there is no page to open.
    url: checkout.clientSecret && `${baseUrl}/checkout/${checkout.clientSecret}`,
    success_url: successUrlOf(checkout, baseUrl),
    is_test: full.merchant.mode === 'test',
    net_amount: netAmount(checkout),
    is_discount_applicable: !priceKinds[price.kind].isFree,
    is_free_product_price: priceKinds[price.kind].isFree,
    is_payment_required: flags.isPaymentRequired,
    is_payment_setup_required: flags.isPaymentSetupRequired,
    is_payment_form_required: flags.isPaymentFormRequired,
    payment_processor_metadata: toProcessorWire(full.actionSecret),
    receipt: full.receipt,
    customer_billing_address_fields: toAddressFieldsWire(checkout),
    billing_address_fields: toAddressModesWire(toAddressFieldsWire(checkout)),
    products: full.products.map((each) => toCheckoutProductWire(each, shown)),
    product: toCheckoutProductWire(product, shown),
    product_price: toPriceWire(price, product),
    discount: full.discount && toCheckoutDiscountWire(full.discount),
    attached_custom_fields: toAttachedFieldsWire(product.customFields),
  }
}

function toAddressFieldsWire(checkout: FullCheckout['checkout']): z.output<typeof billingAddressFields> {
  const { postalCode, ...fields } = addressFields(checkout)
  return { ...fields, postal_code: postalCode }
}

function toAddressModesWire(fields: z.output<typeof billingAddressFields>): z.output<typeof addressFieldModes> {
  const mode = (isRequired: boolean) => (isRequired ? 'required' : 'optional')
  const { country, state, city, postal_code, line1, line2 } = fields
  return {
    country: mode(country),
    state: mode(state),
    city: mode(city),
    postal_code: mode(postal_code),
    line1: mode(line1),
    line2: mode(line2),
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
    amount: body.amount,
    customFieldData: body.custom_field_data ?? undefined,
    locale: toLanguage(body.locale),
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
    currency: body.currency,
    discountId: body.discount_id,
  }
}

function toLanguage(locale: string | null | undefined): Language | undefined {
  const language = locale?.split(/[-_]/)[0]?.toLowerCase()
  return isBuyerLanguage(language) ? language : undefined
}

function emptyAsNull(value: string | null | undefined): string | null | undefined {
  return value === '' ? null : value
}
