import { sql } from 'kysely'
import { present } from '#kernel/assert.ts'
import type { Benefit } from '#merchant/catalogue/benefits/model.ts'
import { customers } from '#merchant/customers/index.ts'
import type { Tx } from '#platform/database/database.ts'
import { type DomainEvent, emitAll } from '#platform/outbox/emit.ts'
import type { Platform } from '#platform/platform.ts'
import type { BenefitGrant } from '../model.ts'
import type { GrantEventName, GrantOutcome } from '../rules.ts'
import { toGrantWebhookWire } from '../wire.ts'

/** A grant before and after a change, and its benefit. */
export interface ChangedGrant {
  /** Null where it is new. */
  readonly before: BenefitGrant | null
  readonly outcome: GrantOutcome
  readonly benefit: Benefit
}

/** Emits the events of grants of one customer, in their order, in the transaction that has saved them. */
export async function emitGrants(
  tx: Tx,
  platform: Platform,
  { changes, now }: { readonly changes: readonly ChangedGrant[]; readonly now: Date },
): Promise<void> {
  const [first] = changes
  if (!first) return
  const { organizationId, customerId } = first.outcome.next
  // Also a deleted customer: their grants are revoked with them.
  const [found] = await customers.select(tx, sql`where organization_id = ${organizationId} and id = ${customerId}`)
  const customer = present(found, 'The customer of a grant')
  const { BASE_URL: baseUrl } = platform.settings
  const events = changes.flatMap(({ before, outcome: { next: grant, events: names }, benefit }) => {
    const payload = toGrantWebhookWire({ grant, customer, benefit }, { previous: before?.properties ?? null, baseUrl })
    return names.map((name): DomainEvent<GrantEventName> => ({ name, organizationId, resourceId: grant.id, payload, now }))
  })
  await emitAll(tx, platform, events as readonly DomainEvent[])
}
