import { sql } from 'kysely'
import { json, type Tx } from '#platform/database/database.ts'
import { anyOf } from '#platform/database/list.ts'
import type { Platform } from '#platform/platform.ts'
import type { Checkout } from './model.ts'

declare module '#platform/database/tables.ts' {
  interface Tables {
    checkouts: CheckoutsTable
  }
}

interface CheckoutsTable {
  organization_id: string
  id: string
  status: Checkout['status']
  client_secret_digest: string
  sealed_client_secret: string
  expires_at: Date
  success_url: string | null
  embed_origin: string | null
  product_ids: readonly string[]
  product_id: string
  product_price_id: string
  currency: string
  amount: number
  discount_amount: number
  tax_amount: number | null
  total_amount: number
  allow_discount_codes: boolean
  require_billing_address: boolean
  customer_id: string | null
  external_customer_id: string | null
  customer_email: string | null
  customer_name: string | null
  customer_billing_name: string | null
  customer_billing_address: Checkout['customerBillingAddress']
  customer_tax_id: string | null
  customer_ip_address: string | null
  is_business_customer: boolean
  metadata: Checkout['metadata']
  customer_metadata: Checkout['customerMetadata']
  custom_field_data: Checkout['customFieldData']
  attempts: number
  payment_id: string | null
  last_payment_error: string | null
  is_late_payment: boolean
  created_at: Date
  modified_at: Date | null
}

/** A checkout as selected. */
export type CheckoutRow = Omit<CheckoutsTable, 'client_secret_digest'>

/** The columns of a `CheckoutRow`, to select. */
export const checkoutColumns = [
  'checkouts.organization_id',
  'checkouts.id',
  'checkouts.status',
  'checkouts.sealed_client_secret',
  'checkouts.expires_at',
  'checkouts.success_url',
  'checkouts.embed_origin',
  'checkouts.product_ids',
  'checkouts.product_id',
  'checkouts.product_price_id',
  'checkouts.currency',
  'checkouts.amount',
  'checkouts.discount_amount',
  'checkouts.tax_amount',
  'checkouts.total_amount',
  'checkouts.allow_discount_codes',
  'checkouts.require_billing_address',
  'checkouts.customer_id',
  'checkouts.external_customer_id',
  'checkouts.customer_email',
  'checkouts.customer_name',
  'checkouts.customer_billing_name',
  'checkouts.customer_billing_address',
  'checkouts.customer_tax_id',
  'checkouts.customer_ip_address',
  'checkouts.is_business_customer',
  'checkouts.metadata',
  'checkouts.customer_metadata',
  'checkouts.custom_field_data',
  'checkouts.attempts',
  'checkouts.payment_id',
  'checkouts.last_payment_error',
  'checkouts.is_late_payment',
  'checkouts.created_at',
  'checkouts.modified_at',
] as const

const SEAL = 'checkout-client-secret'

/** Opens and seals client secrets. */
export type SealingDeps = Pick<Platform, 'secrets'>

/** Maps a row to its checkout. */
export function fromCheckoutRow(row: CheckoutRow, { secrets }: SealingDeps): Checkout {
  return {
    id: row.id,
    organizationId: row.organization_id,
    status: row.status,
    clientSecret: secrets.open(SEAL, row.sealed_client_secret),
    expiresAt: row.expires_at,
    successUrl: row.success_url,
    embedOrigin: row.embed_origin,
    productIds: row.product_ids,
    productId: row.product_id,
    productPriceId: row.product_price_id,
    currency: row.currency,
    amount: row.amount,
    discountAmount: row.discount_amount,
    taxAmount: row.tax_amount,
    totalAmount: row.total_amount,
    allowDiscountCodes: row.allow_discount_codes,
    requireBillingAddress: row.require_billing_address,
    customerId: row.customer_id,
    externalCustomerId: row.external_customer_id,
    customerEmail: row.customer_email,
    customerName: row.customer_name,
    customerBillingName: row.customer_billing_name,
    customerBillingAddress: row.customer_billing_address,
    customerTaxId: row.customer_tax_id,
    customerIpAddress: row.customer_ip_address,
    isBusinessCustomer: row.is_business_customer,
    metadata: row.metadata,
    customerMetadata: row.customer_metadata,
    customFieldData: row.custom_field_data,
    attempts: row.attempts,
    paymentId: row.payment_id,
    lastPaymentError: row.last_payment_error,
    isLatePayment: row.is_late_payment,
    createdAt: row.created_at,
    modifiedAt: row.modified_at,
  }
}

function changing(checkout: Checkout) {
  return {
    status: checkout.status,
    success_url: checkout.successUrl,
    embed_origin: checkout.embedOrigin,
    product_id: checkout.productId,
    product_price_id: checkout.productPriceId,
    currency: checkout.currency,
    amount: checkout.amount,
    discount_amount: checkout.discountAmount,
    tax_amount: checkout.taxAmount,
    total_amount: checkout.totalAmount,
    allow_discount_codes: checkout.allowDiscountCodes,
    require_billing_address: checkout.requireBillingAddress,
    customer_id: checkout.customerId,
    customer_email: checkout.customerEmail,
    customer_name: checkout.customerName,
    customer_billing_name: checkout.customerBillingName,
    customer_billing_address: checkout.customerBillingAddress && json(checkout.customerBillingAddress),
    customer_tax_id: checkout.customerTaxId,
    customer_ip_address: checkout.customerIpAddress,
    is_business_customer: checkout.isBusinessCustomer,
    metadata: json(checkout.metadata),
    customer_metadata: json(checkout.customerMetadata),
    custom_field_data: json(checkout.customFieldData),
    attempts: checkout.attempts,
    payment_id: checkout.paymentId,
    last_payment_error: checkout.lastPaymentError,
    is_late_payment: checkout.isLatePayment,
    modified_at: checkout.modifiedAt,
  }
}

/** Inserts a checkout. */
export async function insertCheckout(tx: Tx, checkout: Checkout, { secrets }: SealingDeps): Promise<void> {
  await tx
    .insertInto('checkouts')
    .values({
      organization_id: checkout.organizationId,
      id: checkout.id,
      client_secret_digest: secrets.digest(checkout.clientSecret),
      sealed_client_secret: secrets.seal(SEAL, checkout.clientSecret),
      expires_at: checkout.expiresAt,
      product_ids: [...checkout.productIds],
      external_customer_id: checkout.externalCustomerId,
      created_at: checkout.createdAt,
      ...changing(checkout),
    })
    .execute()
}

/** Saves a checkout whose row is locked. */
export async function saveCheckout(tx: Tx, checkout: Checkout): Promise<void> {
  await tx
    .updateTable('checkouts')
    .set(changing(checkout))
    .where('organization_id', '=', checkout.organizationId)
    .where('id', '=', checkout.id)
    .execute()
}

/** Locks a checkout of one of the organizations. */
export async function lockCheckout(
  tx: Tx,
  sealing: SealingDeps,
  { tenants, id }: { readonly tenants: readonly string[]; readonly id: string },
): Promise<Checkout | undefined> {
  const row = await tx
    .selectFrom('checkouts')
    .select(checkoutColumns)
    .where('organization_id', '=', anyOf(tenants))
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  return row && fromCheckoutRow(row, sealing)
}

/** Locks the checkout with this client secret. */
export async function lockCheckoutBySecret(tx: Tx, sealing: SealingDeps, clientSecret: string): Promise<Checkout | undefined> {
  const row = await tx
    .selectFrom('checkouts')
    .select(checkoutColumns)
    .where('client_secret_digest', '=', sealing.secrets.digest(clientSecret))
    .forUpdate()
    .executeTakeFirst()
  return row && fromCheckoutRow(row, sealing)
}

/** Locks open checkouts past their expiry, skipping locked ones, at most `limit`. */
export async function lockExpired(
  tx: Tx,
  sealing: SealingDeps,
  { now, limit }: { readonly now: Date; readonly limit: number },
): Promise<Checkout[]> {
  const rows = await tx
    .selectFrom('checkouts')
    .select(checkoutColumns)
    .where(sql<boolean>`status = 'open'`)
    .where('expires_at', '<=', now)
    .orderBy('expires_at')
    .limit(limit)
    .forUpdate()
    .skipLocked()
    .execute()
  return rows.map((row) => fromCheckoutRow(row, sealing))
}
