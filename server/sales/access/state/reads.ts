import { type RawBuilder, sql } from 'kysely'
import type { Metadata } from '#kernel/metadata.ts'
import type { BenefitType } from '#merchant/catalogue/benefits/model.ts'
import { customers } from '#merchant/customers/index.ts'
import { isActiveStatus, subscriptionPrices, subscriptions } from '#money/billing/subscriptions/index.ts'
import { customerMeters, subscriptionMeters } from '#money/usage/counts/index.ts'
import type { Database } from '#platform/database/database.ts'
import { anyOf } from '#platform/database/list.ts'
import type { StoredRow } from '#platform/resource/table.ts'
import { benefitGrants } from '#sales/access/grants/index.ts'
import type { CustomerState } from './model.ts'

interface StateRow {
  readonly customer: StoredRow
  readonly subscriptions: readonly { readonly subscription: StoredRow; readonly prices: unknown; readonly meters: unknown }[]
  readonly benefits: readonly { readonly grant: StoredRow; readonly type: BenefitType; readonly metadata: Metadata }[]
  readonly meters: readonly StoredRow[]
}

const ofCustomer = (table: string) =>
  sql`${sql.ref(`${table}.organization_id`)} = customers.organization_id and ${sql.ref(`${table}.customer_id`)} = customers.id`

/** The id of a customer, or the merchant's own one. */
export type StateKey = { readonly id: string } | { readonly externalId: string }

/** The state of a customer of one of the organizations who is not deleted; undefined where there is none. */
export function findState(db: Database, tenants: readonly string[], key: StateKey): Promise<CustomerState | undefined> {
  const named = 'id' in key ? sql`customers.id = ${key.id}` : sql`customers.external_id = ${key.externalId}`
  return readState(db, sql`customers.organization_id = ${anyOf(tenants)} and ${named} and customers.deleted_at is null`)
}

/** The state of the customer that `where` selects from `customers`, in one statement; undefined where there is none. */
export async function readState(db: Database, where: RawBuilder<unknown>): Promise<CustomerState | undefined> {
  const { rows } = await sql<StateRow>`
    select ${customers.json()} as customer, (
      select coalesce(json_agg(json_build_object('subscription', ${subscriptions.json()}, 'prices', ${subscriptionPrices.select},
        'meters', ${subscriptionMeters.select}) order by subscriptions.started_at, subscriptions.id), '[]')
      from subscriptions where ${ofCustomer('subscriptions')} and ${isActiveStatus}) as subscriptions, (
      select coalesce(json_agg(json_build_object('grant', ${benefitGrants.json()}, 'type', benefits.type, 'metadata', benefits.metadata)
        order by benefit_grants.granted_at, benefit_grants.id), '[]')
      from benefit_grants
      join benefits on benefits.organization_id = benefit_grants.organization_id and benefits.id = benefit_grants.benefit_id
      where ${ofCustomer('benefit_grants')} and benefit_grants.granted_at is not null and benefit_grants.revoked_at is null) as benefits, (
      select coalesce(json_agg(${customerMeters.json()} order by customer_meters.created_at, customer_meters.id), '[]')
      from customer_meters where ${ofCustomer('customer_meters')}) as meters
    from customers where ${where}`.execute(db)
  return rows[0] && fromRow(rows[0])
}

function fromRow(row: StateRow): CustomerState {
  return {
    customer: customers.fromRow(row.customer),
    subscriptions: row.subscriptions.map(({ subscription, prices, meters }) => ({
      subscription: subscriptions.fromRow(subscription),
      prices: subscriptionPrices.read(prices),
      meters: subscriptionMeters.read(meters),
    })),
    benefits: row.benefits.map(({ grant, type, metadata }) => ({ grant: benefitGrants.fromRow(grant), type, metadata })),
    meters: row.meters.map(customerMeters.fromRow),
  }
}
