// Of which customers events are, as conditions of the database.
import { type RawBuilder, sql } from 'kysely'
import { customers } from '#merchant/customers/index.ts'
import { anyOf } from '#platform/database/list.ts'

/** Whether a column has one of the values. An index gives the order of the events of one customer, which it does not behind `any`. */
export function isAmong(column: string, values: readonly string[]): RawBuilder<boolean> {
  const [only, second] = values
  return only !== undefined && second === undefined
    ? sql<boolean>`${sql.ref(column)} = ${only}`
    : sql<boolean>`${sql.ref(column)} = ${anyOf(values)}`
}

/** Events of the customers that have these external ids now, and events that were sent with one while no customer had it. */
export function ofExternalCustomers(values: readonly string[], organizationIds: readonly string[]): RawBuilder<boolean> {
  return sql<boolean>`(usage_events.customer_id = any(array(${customersOf(values, organizationIds)}))
    or usage_events.customer_id is null and usage_events.external_customer_id = ${anyOf(values)})`
}

/** The ids of the customers that have these external ids now, as a query. */
export function customersOf(externalIds: readonly string[], organizationIds: readonly string[]): RawBuilder<{ readonly id: string }> {
  return sql<{ readonly id: string }>`select customers.id from customers where customers.organization_id = ${anyOf(organizationIds)}
    and customers.external_id = ${anyOf(externalIds)} and ${customers.existing}`
}
