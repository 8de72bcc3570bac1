// Grants for tests of what belongs to one: without a sale, so that nothing reconciles them.
import { sql } from 'kysely'
import { newId } from '#kernel/id.ts'
import { create } from '#sales/access/grants/rules.ts'
import { benefitGrants } from '#sales/access/grants/store.ts'
import type { TestServer } from '../server.ts'

/** Whose grant of which benefit. */
export interface TestGrantOwner {
  readonly organizationId: string
  readonly customerId: string
  readonly benefitId: string
}

/** Inserts a grant by a subscription that has ended, to a product without a price. Returns its id. */
export async function aGrant({ platform }: TestServer, owner: TestGrantOwner): Promise<string> {
  const { organizationId, customerId } = owner
  const now = platform.clock.now({ organizationId })
  const [id, productId, subscriptionId, priceId] = [newId(now), newId(now), newId(now), newId(now)]
  await platform.database.transaction(async (tx) => {
    await sql`
      insert into products (organization_id, id, name, is_archived, metadata, is_trial_payment_required, recurring_interval, created_at)
      values (${organizationId}, ${productId}, 'An earlier plan', true, '{}', true, 'month', ${now})`.execute(tx)
    await sql`
      insert into subscriptions (organization_id, id, status, amount, currency, recurring_interval, current_period_start,
        current_period_end, cancel_at_period_end, customer_id, product_id, metadata, custom_field_data, price_ids, billing_timezone,
        anchor_at, is_exclusive, is_charging, failed_attempts, created_at, started_at, ended_at, canceled_at)
      values (${organizationId}, ${subscriptionId}, 'canceled', 0, 'usd', 'month', ${now}, ${now}::timestamptz + interval '1 month', false, ${customerId},
        ${productId}, '{}', '{}', ${[priceId]}::uuid[], 'UTC', ${now}, false, false, 0, ${now}, ${now}, ${now}, ${now})`.execute(tx)
    const draft = { ...owner, orderId: null, subscriptionId }
    await benefitGrants.insert(tx, { ...create(draft, { id, now }), isEntitled: false, grantedAt: now })
  })
  return id
}
