import { sql } from 'kysely'
import type { Tx } from '#platform/database/database.ts'

/** A customer whose subscriptions lose what a person has entered, at most `limit` at once. */
export interface AnonymizeSubscriptionsInput {
  readonly organizationId: string
  readonly customerId: string
  readonly limit: number
}

/**
 * Erases answers to custom fields and what the customer said when they canceled, and the tax id in changes of a plan that are over. Plans, dates and
 * the merchant's own metadata stay. Returns how many subscriptions changed.
 */
export async function anonymizeSubscriptions(tx: Tx, { organizationId, customerId, limit }: AnonymizeSubscriptionsInput): Promise<number> {
  const ofCustomer = sql`organization_id = ${organizationId} and customer_id = ${customerId}`
  await sql`update subscription_changes set tax = jsonb_set(tax, '{buyer,taxId}', 'null')
    where organization_id = ${organizationId} and subscription_id in (select id from subscriptions where ${ofCustomer})
      and status <> 'pending' and tax #> '{buyer,taxId}' <> 'null'`.execute(tx)
  const result = await sql`
    update subscriptions set custom_field_data = '{}', customer_cancellation_comment = null
    where organization_id = ${organizationId} and id = any(array(
      select id from subscriptions where ${ofCustomer} and (custom_field_data <> '{}' or customer_cancellation_comment is not null)
      order by id limit ${limit} for update))`.execute(tx)
  return Number(result.numAffectedRows ?? 0)
}
