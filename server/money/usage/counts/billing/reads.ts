import { sql } from 'kysely'
import { meters } from '#merchant/catalogue/meters/index.ts'
import type { Database } from '#platform/database/database.ts'
import { byName } from '#platform/resource/by-name.ts'
import type { PlainEmbedded } from '#platform/resource/embedded.ts'
import type { StoredRow } from '#platform/resource/table.ts'
import { customerMeters } from '../store.ts'
import type { SubscriptionMeter } from './model.ts'

/** The meters that each row of `subscriptions` bills, by name. */
export const subscriptionMeters: PlainEmbedded<readonly SubscriptionMeter[]> = {
  select: sql`(select coalesce(json_agg(json_build_object('own', ${customerMeters.json('own')}, 'meter', ${meters.json()})
      order by ${byName('meters.name')}, meters.id), '[]')
    from customer_meters as own join meters on meters.organization_id = own.organization_id and meters.id = own.meter_id
    where own.organization_id = subscriptions.organization_id and own.subscription_id = subscriptions.id)`,
  read: (rows) =>
    (rows as readonly { readonly own: StoredRow; readonly meter: StoredRow }[]).map(({ own, meter }) => {
      const { id, createdAt, modifiedAt, consumed, creditedUnits } = customerMeters.fromRow(own)
      return { id, createdAt, modifiedAt, consumed, creditedUnits, meter: meters.fromRow(meter) }
    }),
}

/** The meters that a subscription bills, by name. */
export async function readSubscriptionMeters(
  db: Database,
  { organizationId, id }: { readonly organizationId: string; readonly id: string },
): Promise<readonly SubscriptionMeter[]> {
  const { rows } = await sql<{ readonly meters: unknown }>`
    select ${subscriptionMeters.select} as meters from subscriptions where organization_id = ${organizationId} and id = ${id}`.execute(db)
  return subscriptionMeters.read(rows[0]?.meters ?? [])
}
