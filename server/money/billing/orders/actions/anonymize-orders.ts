import { sql } from 'kysely'
import type { Tx } from '#platform/database/database.ts'

/** A customer whose orders lose what names it, at most `limit` at once. */
export interface AnonymizeOrdersInput {
  readonly organizationId: string
  readonly customerId: string
  readonly limit: number
}

/**
 * Erases the personal data of a customer's orders: answers to custom fields, and the name, address and tax id that an invoice would have. Country
 * and state stay, which taxes depend on; so do name and address once an invoice has them. Returns how many orders changed.
 */
export async function anonymizeOrders(tx: Tx, { organizationId, customerId, limit }: AnonymizeOrdersInput): Promise<number> {
  const country = sql`jsonb_build_object('country', billing_address -> 'country', 'state', billing_address -> 'state',
    'line1', null, 'line2', null, 'postalCode', null, 'city', null)`
  const erased = sql`case when is_invoice_generated or billing_address is null then billing_address else ${country} end`
  const result = await sql`
    update orders set custom_field_data = '{}', billing_name = case when is_invoice_generated then billing_name end, billing_address = ${erased},
      buyer_tax_id = case when is_invoice_generated then buyer_tax_id end, tax = case when is_invoice_generated then tax else jsonb_set(tax, '{buyer,taxId}', 'null') end
    where organization_id = ${organizationId} and id = any(array(
      select id from orders where organization_id = ${organizationId} and customer_id = ${customerId}
        and (custom_field_data <> '{}' or not is_invoice_generated and (billing_name is not null or buyer_tax_id is not null or billing_address <> ${country}
          or tax #> '{buyer,taxId}' <> 'null'))
      order by id limit ${limit} for update))`.execute(tx)
  return Number(result.numAffectedRows ?? 0)
}

/**
 * Erases the emails in settled payments of a customer's orders and changes of plan; those of checkouts go with their checkout. Returns how many
 * payments changed.
 */
export async function eraseOrderEmails(tx: Tx, { organizationId, customerId, limit }: AnonymizeOrdersInput): Promise<number> {
  const ofCustomer = sql`organization_id = ${organizationId} and customer_id = ${customerId}`
  const result = await sql`
    update payments set customer_email = null
    where organization_id = ${organizationId} and id = any(array(
      select id from payments where organization_id = ${organizationId} and customer_email is not null
        and status in ('succeeded', 'failed', 'refunded') and purpose_id in (
          select id from orders where ${ofCustomer}
          union all select id from subscription_changes where organization_id = ${organizationId}
            and subscription_id in (select id from subscriptions where ${ofCustomer}))
      order by id limit ${limit} for update))`.execute(tx)
  return Number(result.numAffectedRows ?? 0)
}
