import { present } from '#kernel/assert.ts'
import type { Outcome } from '#kernel/changes/outcome.ts'
import { changeOf } from '#kernel/changes/unchanged.ts'
import { foldEmail } from '#kernel/emails/email.ts'
import type { Language } from '#kernel/language/languages.ts'
import type { CustomFieldData, Metadata } from '#kernel/metadata.ts'
import { type Problem, refuseProblems, valueProblem } from '#kernel/refusal.ts'
import { isOrigin } from '#kernel/request/origin.ts'
import type { Discount } from '#merchant/catalogue/discounts/model.ts'
import type { Price, PricedProduct } from '#merchant/catalogue/products/model.ts'
import { type Address, addressProblems, type Customer } from '#merchant/customers/model.ts'
import { type Merchant, mayEmbed } from '#merchant/merchants/model.ts'
import { targetFault, upgradeFault } from '#money/billing/subscriptions/model.ts'
import type { FullSubscription } from '#money/billing/subscriptions/wire.ts'
import { amountsOf } from './amounts.ts'
import {
  amountProblems,
  chooseDiscount,
  chooseFirst,
  chosenAmount,
  currencyProblems,
  isTrialUsedAfter,
  lockedPrice,
  readAnswers,
  reducedBy,
  switchPrice,
} from './choice.ts'
import { firstExpiry, requireOpen } from './expiry.ts'
import type { Checkout } from './model.ts'
import { type Taxation, taxationOf, taxIdProblems } from './taxes.ts'

/** The fields that a buyer, or the merchant for them, may set. An omitted field stays; null clears it. */
export interface BuyerFields {
  readonly customerEmail?: string | null | undefined
  readonly customerName?: string | null | undefined
  readonly customerBillingName?: string | null | undefined
  readonly customerBillingAddress?: Address | null | undefined
  readonly customerTaxId?: string | null | undefined
  readonly isBusinessCustomer?: boolean | undefined
  /** The amount that the buyer chose, in minor units; of a price that has its own amount it is ignored. Null: as it is. */
  readonly amount?: number | null | undefined
  /** The values of custom fields by their slugs: all of them. */
  readonly customFieldData?: CustomFieldData | undefined
  /** The buyer's language, where their browser asks for none. */
  readonly locale?: Language | undefined
}

/** The fields that only the merchant may set. */
export interface MerchantFields {
  readonly allowDiscountCodes?: boolean | undefined
  readonly requireBillingAddress?: boolean | undefined
  readonly customerIpAddress?: string | null | undefined
  readonly metadata?: Metadata | undefined
  readonly customerMetadata?: Metadata | undefined
  readonly successUrl?: string | null | undefined
  readonly embedOrigin?: string | null | undefined
  /** The currency that is expected of the price. */
  readonly currency?: string | null | undefined
  /** Null: none. */
  readonly discountId?: string | null | undefined
}

export interface CheckoutDraft extends BuyerFields, MerchantFields {
  /** One of the three names the products; the first product is selected. */
  readonly productIds?: readonly string[] | undefined
  readonly productId?: string | undefined
  readonly productPriceId?: string | undefined
  readonly customerId?: string | null | undefined
  readonly externalCustomerId?: string | null | undefined
  readonly expiresInSeconds?: number | undefined
  /** The free subscription to upgrade. */
  readonly subscriptionId?: string | null | undefined
}

/** The part of the merchant that the rules need: the pages that may embed a checkout, and how it collects taxes. */
export type Seller = Pick<Merchant, 'allowedEmbedOrigins' | 'taxSettings' | 'billingTimezone'>

/** The products and the customer that a draft names. */
export interface OpenContext extends Pick<Taxation, 'taxSources' | 'now'> {
  readonly id: string
  readonly organizationId: string
  readonly clientSecret: string
  /** The named products that the organization has, with their live prices; for a named price, its product. */
  readonly products: readonly PricedProduct[]
  /** The customer of the named subscription, with the named id, or else with the named external id, unless deleted. */
  readonly customer: Customer | null
  /** The discount with the named id; null where there is none. */
  readonly namedDiscount: Discount | null
  /** Whether the address that the draft states is that of a customer with another external id. */
  readonly isEmailForeign?: boolean
  /** The subscription with the named id; null where there is none. */
  readonly subscription: FullSubscription | null
  /** The products of which the customer has had a trial; none where the customer is not known. */
  readonly triedProductIds?: readonly string[]
  readonly merchant: Seller
  /** Whether a stranger opens it by a link; by default the merchant's server does. */
  readonly isFromLink?: boolean
  /** The seconds of a checkout's life, unless the draft names others. */
  readonly lifeSeconds: number
}

/** Opens a checkout. A known customer fills in omitted fields. Reports all problems at once (422). */
export function openCheckout(draft: CheckoutDraft, context: OpenContext): Outcome<Checkout, 'checkout.created'> {
  const chosen = chooseFirst(draft, context.products)
  const { customer, isFromLink = false, now } = context
  const answers = readAnswers(draft.customFieldData ?? {}, chosen.price, context.products)
  const discounted = chooseDiscount(draft, chosen.price, { ...context, discount: null, chosenDiscount: null, areCodesAllowed: false })
  const problems = [
    ...chosen.problems,
    ...fieldProblems(draft, context.merchant),
    ...discounted.problems,
    ...upgradeProblems(draft, context),
    ...ownerProblems(draft, context),
    ...answers.problems,
    ...currencyProblems(draft, chosen.price?.currency),
    ...amountProblems(draft, chosen.price),
  ]
  refuseProblems(problems)
  const price = present(chosen.price, 'The price of a checkout')
  const locked = lockedPrice(price, chosenAmount(draft, price))
  const base: Checkout = {
    id: context.id,
    organizationId: context.organizationId,
    status: 'open',
    clientSecret: context.clientSecret,
    expiresAt: firstExpiry(now, { isFromLink, lifeSeconds: draft.expiresInSeconds ?? context.lifeSeconds }),
    successUrl: draft.successUrl ?? null,
    embedOrigin: draft.embedOrigin ?? null,
    productIds: chosen.productIds,
    ...locked,
    ...reducedBy(discounted, locked.amount),
    taxAmount: null,
    tax: null,
    totalAmount: 0,
    allowDiscountCodes: draft.allowDiscountCodes ?? true,
    requireBillingAddress: draft.requireBillingAddress ?? false,
    ...customerFields(draft, customer),
    metadata: draft.metadata ?? {},
    customerMetadata: draft.customerMetadata ?? {},
    customFieldData: answers.data,
    locale: draft.locale ?? null,
    attempts: 0,
    paymentId: null,
    lastPaymentError: null,
    isLatePayment: false,
    subscriptionId: draft.subscriptionId ?? null,
    // An upgrade is charged in full at once.
    isTrialUsed: Boolean(draft.subscriptionId) || (context.triedProductIds ?? []).includes(price.productId),
    isFromLink,
    isTaxExempt: customer?.isTaxExempt ?? false,
    createdAt: now,
    modifiedAt: null,
  }
  if (draft.customerTaxId) refuseProblems(taxIdProblems(base))
  return { next: { ...base, ...amountsOf(base, taxationOf(base, context)) }, events: ['checkout.created'] }
}

function customerFields(draft: CheckoutDraft, customer: Customer | null) {
  return {
    customerId: customer?.id ?? null,
    externalCustomerId: customer?.externalId ?? draft.externalCustomerId ?? null,
    customerEmail: customer?.email ?? draft.customerEmail ?? null,
    statedEmail: draft.customerEmail ? foldEmail(draft.customerEmail) : null,
    isAddressVerified: false,
    customerName: draft.customerName ?? customer?.name ?? null,
    customerBillingName: draft.customerBillingName ?? null,
    customerBillingAddress: draft.customerBillingAddress ?? customer?.billingAddress ?? null,
    customerTaxId: draft.customerTaxId ?? customer?.taxId?.[0] ?? null,
    customerIpAddress: draft.customerIpAddress ?? null,
    isBusinessCustomer: draft.isBusinessCustomer ?? false,
  }
}

export interface CheckoutChanges extends BuyerFields, MerchantFields {
  /** The code that the buyer entered. Null: none. */
  readonly discountCode?: string | null | undefined
  readonly productId?: string | null | undefined
  readonly productPriceId?: string | null | undefined
}

/** The products and the merchant of the checkout, the rates of taxes, and the time. */
export interface ChangeContext extends Pick<Taxation, 'taxSources' | 'now'> {
  /** The products of the checkout's `productIds`, with their live prices. */
  readonly products: readonly PricedProduct[]
  /** The locked price, archived or not. */
  readonly price: Price
  /** The discount of the checkout; null where it has none. */
  readonly discount: Discount | null
  /** The discount that was chosen last, whether or not the selected product is reduced by it. */
  readonly chosenDiscount: Discount | null
  /** The products of which the customer has had a trial; none where the customer is not known. */
  readonly triedProductIds?: readonly string[]
  /** The discount that the change names by its id or code; null where there is none. */
  readonly namedDiscount: Discount | null
  readonly merchant: Seller
}

/** Updates an open checkout, by its buyer or its merchant; equal values change nothing. `NotOpenCheckout` when it is not open; all problems at once (422). */
export function updateCheckout(
  checkout: Checkout,
  changes: CheckoutChanges,
  context: ChangeContext,
): Outcome<Checkout, 'checkout.updated'> {
  requireOpen(checkout, context.now)
  const { next, problems } = applyChanges(checkout, changes, context)
  refuseProblems(problems)
  return changeOf(checkout, { next: { ...next, modifiedAt: context.now }, events: ['checkout.updated'] })
}

/** The changed checkout, and the problems of the changes: a confirm adds its own problems before it refuses. */
export function applyChanges(
  checkout: Checkout,
  changes: CheckoutChanges,
  context: ChangeContext,
): { next: Checkout; problems: Problem[] } {
  const switched = switchPrice(checkout, changes, context.products)
  const price = switched.price ?? context.price
  const chosen = chosenAmount(changes, price)
  const allowDiscountCodes = changes.allowDiscountCodes ?? checkout.allowDiscountCodes
  // Of another product only the values of its own fields are kept.
  const answers = readAnswers(changes.customFieldData ?? checkout.customFieldData, price, context.products)
  const discounted = chooseDiscount(changes, price, { ...context, areCodesAllowed: allowDiscountCodes })
  const locked =
    switched.price || chosen !== undefined ? lockedPrice(price, chosen) : { productId: checkout.productId, amount: checkout.amount }
  const problems = [
    ...switched.problems,
    ...fieldProblems(changes, context.merchant),
    ...discounted.problems,
    ...(changes.customFieldData ? answers.problems : []),
    ...currencyProblems(changes, price.currency),
    ...amountProblems(changes, price),
  ]
  const email = changes.customerEmail
  if (checkout.customerId !== null && email !== undefined && foldEmail(email ?? '') !== checkout.customerEmail) {
    problems.push(valueProblem(['body', 'customer_email'], 'The email of a known customer cannot be changed.'))
  }
  const changed: Checkout = {
    ...checkout,
    ...locked,
    ...reducedBy(discounted, locked.amount),
    isTrialUsed: isTrialUsedAfter(checkout, { productId: locked.productId, email, tried: context.triedProductIds ?? [] }),
    allowDiscountCodes,
    requireBillingAddress: changes.requireBillingAddress ?? checkout.requireBillingAddress,
    customerEmail: changedOr(email, checkout.customerEmail),
    customerName: changedOr(changes.customerName, checkout.customerName),
    customerBillingName: changedOr(changes.customerBillingName, checkout.customerBillingName),
    customerBillingAddress: changedOr(changes.customerBillingAddress, checkout.customerBillingAddress),
    customerTaxId: changedOr(changes.customerTaxId, checkout.customerTaxId),
    customerIpAddress: changedOr(changes.customerIpAddress, checkout.customerIpAddress),
    isBusinessCustomer: changes.isBusinessCustomer ?? checkout.isBusinessCustomer,
    customFieldData: answers.data,
    locale: changes.locale ?? checkout.locale,
    metadata: changes.metadata ?? checkout.metadata,
    customerMetadata: changes.customerMetadata ?? checkout.customerMetadata,
    successUrl: changedOr(changes.successUrl, checkout.successUrl),
    embedOrigin: changedOr(changes.embedOrigin, checkout.embedOrigin),
  }
  if (changes.customerTaxId) problems.push(...taxIdProblems(changed))
  return { next: { ...changed, ...amountsOf(changed, taxationOf(changed, context)) }, problems }
}

function fieldProblems(fields: BuyerFields & MerchantFields, merchant: Pick<Merchant, 'allowedEmbedOrigins'>): Problem[] {
  const address = fields.customerBillingAddress
  const problems = address ? addressProblems(address, ['body', 'customer_billing_address']) : []
  const origin = fields.embedOrigin
  if (origin && !isOrigin(origin)) problems.push(valueProblem(['body', 'embed_origin'], 'This is not the origin of a web page.'))
  else if (origin && !mayEmbed(merchant, origin))
    problems.push(valueProblem(['body', 'embed_origin'], 'The organization does not allow pages of this origin to embed a checkout.'))
  return problems
}

// Rules C13 and C14.
function ownerProblems(draft: CheckoutDraft, { customer, subscription, isEmailForeign }: OpenContext): Problem[] {
  const isUnknown = draft.customerId && customer?.id !== draft.customerId && !subscription
  return [
    ...(isUnknown ? [valueProblem(['body', 'customer_id'], 'There is no such customer.')] : []),
    ...(isEmailForeign ? [valueProblem(['body', 'customer_email'], 'A customer with this email has another external id.')] : []),
  ]
}

// Rule C20.
function upgradeProblems(draft: CheckoutDraft, { subscription, products }: OpenContext): Problem[] {
  if (!draft.subscriptionId) return []
  const sentence = upgradeSentence(subscription, products)
  const isForeign = subscription && draft.customerId && draft.customerId !== subscription.customer.id
  return [
    ...(sentence ? [valueProblem(['body', 'subscription_id'], sentence)] : []),
    ...(isForeign ? [valueProblem(['body', 'customer_id'], 'The subscription belongs to another customer.')] : []),
  ]
}

function upgradeSentence(subscription: FullSubscription | null, products: readonly PricedProduct[]): string | null {
  const fault = upgradeFault(subscription)
  if (fault || !subscription) return fault
  return products.map((product) => targetFault(subscription, product)).find((sentence) => sentence !== null) ?? null
}

function changedOr<Value>(change: Value | undefined, present: Value): Value {
  return change === undefined ? present : change
}
