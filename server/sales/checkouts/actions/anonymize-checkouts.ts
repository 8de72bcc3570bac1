import { type RawBuilder, sql } from 'kysely'
import { deletePaymentEmails } from '#money/payments/index.ts'
import type { Tx } from '#platform/database/database.ts'

/** A customer whose checkouts lose what names it, at most `limit` at once. */
export interface AnonymizeCheckoutsInput {
  readonly organizationId: string
  readonly customerId: string
  readonly limit: number
}

/** The number of erased checkouts, and whether a payment in progress still needs the data of a checkout. */
export interface AnonymizeCheckoutsResult {
  readonly erased: number
  readonly isAnyConfirmed: boolean
}

/** Erases the personal data of a customer's checkouts and of their payments. A confirmed checkout keeps it until its payment is settled. */
export async function anonymizeCheckouts(
  tx: Tx,
  { organizationId, customerId, limit }: AnonymizeCheckoutsInput,
): Promise<AnonymizeCheckoutsResult> {
  const ofCustomer = sql`organization_id = ${organizationId} and customer_id = ${customerId}`
  const erased = await erase(tx, { organizationId, which: ofCustomer, limit })
  const { rows: confirmed } = await sql`select from checkouts where ${ofCustomer} and status = 'confirmed' limit 1`.execute(tx)
  return { erased, isAnyConfirmed: confirmed.length > 0 }
}

/** The email and the external id by which the checkouts of a buyer who has not bought name a customer. */
export interface AnonymizeNamedCheckoutsInput {
  readonly organizationId: string
  readonly email: string | null
  readonly externalId: string | null
  readonly limit: number
}

/** Erases the personal data of checkouts without a customer that name one by email or external id. Returns how many changed. */
export async function anonymizeNamedCheckouts(
  tx: Tx,
  { organizationId, email, externalId, limit }: AnonymizeNamedCheckoutsInput,
): Promise<number> {
  const isNamed = sql`(lower(customer_email) = ${email}::text or external_customer_id = ${externalId}::text)`
  return erase(tx, { organizationId, which: sql`organization_id = ${organizationId} and customer_id is null and ${isNamed}`, limit })
}

interface ErasedCheckouts {
  readonly organizationId: string
  readonly which: RawBuilder<unknown>
  readonly limit: number
}

async function erase(tx: Tx, { organizationId, which, limit }: ErasedCheckouts): Promise<number> {
  const { rows } = await sql<{ id: string }>`
    update checkouts set customer_email = null, stated_email = null, customer_name = null, customer_billing_name = null, customer_billing_address = null,
      customer_tax_id = null, tax = jsonb_set(tax, '{buyer,taxId}', 'null'), customer_ip_address = null, external_customer_id = null, customer_metadata = '{}', custom_field_data = '{}'
    where organization_id = ${organizationId} and id = any(array(
      select id from checkouts where ${which} and status <> 'confirmed'
        and (num_nonnulls(customer_email, stated_email, customer_name, customer_billing_name, customer_billing_address, customer_tax_id,
          customer_ip_address, external_customer_id) > 0 or customer_metadata <> '{}' or custom_field_data <> '{}')
      order by id limit ${limit} for update))
    returning id`.execute(tx)
  const ids = rows.map(({ id }) => id)
  await deletePaymentEmails(tx, { organizationId, purpose: 'checkout', purposeIds: ids })
  return ids.length
}
