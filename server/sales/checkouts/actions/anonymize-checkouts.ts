import { sql } from 'kysely'
import { deletePaymentEmails } from '#money/payments/index.ts'
import type { Tx } from '#platform/database/database.ts'

/** A customer whose checkouts lose what names it, at most `limit` at once. */
export interface AnonymizeCheckoutsInput {
  readonly organizationId: string
  readonly customerId: string
  readonly limit: number
}

/** What was erased, and whether a payment in progress still needs the data of a checkout. */
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
  const { rows } = await sql<{ id: string }>`
    update checkouts set customer_email = null, stated_email = null, customer_name = null, customer_billing_name = null, customer_billing_address = null,
      customer_tax_id = null, tax = jsonb_set(tax, '{buyer,taxId}', 'null'), customer_ip_address = null, external_customer_id = null, customer_metadata = '{}', custom_field_data = '{}'
    where organization_id = ${organizationId} and id = any(array(
      select id from checkouts where ${ofCustomer} and status <> 'confirmed'
        and (num_nonnulls(customer_email, stated_email, customer_name, customer_billing_name, customer_billing_address, customer_tax_id,
          customer_ip_address, external_customer_id) > 0 or customer_metadata <> '{}' or custom_field_data <> '{}')
      order by id limit ${limit} for update))
    returning id`.execute(tx)
  const ids = rows.map(({ id }) => id)
  await deletePaymentEmails(tx, { organizationId, purpose: 'checkout', purposeIds: ids })
  const { rows: confirmed } = await sql`select from checkouts where ${ofCustomer} and status = 'confirmed' limit 1`.execute(tx)
  return { erased: ids.length, isAnyConfirmed: confirmed.length > 0 }
}
