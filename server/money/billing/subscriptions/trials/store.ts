// The addresses and cards that have had a trial of a product (rule R3). They are stored as keyed hashes, which outlive the customer.
import { createHmac } from 'node:crypto'
import { sql } from 'kysely'
import { present } from '#kernel/assert.ts'
import { foldEmail } from '#kernel/emails/email.ts'
import type { Database, Tx } from '#platform/database/database.ts'
import { anyOf } from '#platform/database/list.ts'
import { sendAhead } from '#platform/database/named-pool.ts'
import type { Platform } from '#platform/platform.ts'

const PURPOSE = 'trial-use'

/** The holder of a trial: an address, or the fingerprint of a card at its processor. */
export type TrialHolder = { readonly kind: 'email'; readonly email: string } | { readonly kind: 'card'; readonly fingerprint: string }

/** A holder and an organization, within which alone holders can be compared. */
export interface TrialUse {
  readonly organizationId: string
  readonly holder: TrialHolder
}

// One for each key that was in use, the present one first.
function marksOf({ secrets }: Pick<Platform, 'secrets'>, { organizationId, holder }: TrialUse): readonly string[] {
  const text = JSON.stringify([organizationId, holder.kind, holder.kind === 'email' ? foldEmail(holder.email) : holder.fingerprint])
  return secrets.signingKeys(PURPOSE).map((key) => createHmac('sha256', key).update(text).digest('base64url'))
}

/** The products of which a holder has had a trial. */
export async function findTriedProducts(db: Database, platform: Pick<Platform, 'secrets'>, use: TrialUse): Promise<readonly string[]> {
  const { rows } = await sql<{ readonly productId: string }>`
    select product_id as "productId" from trial_uses
    where organization_id = ${use.organizationId}::uuid and mark = ${anyOf(marksOf(platform, use))}`.execute(db)
  return rows.map(({ productId }) => productId)
}

/** The trial of a product, which a holder begins. */
export interface TrialStart extends TrialUse {
  readonly productId: string
  readonly now: Date
}

/** Notes that a holder has had a trial; false where they have had one before. Of two at once the second waits for the first. */
export async function claimTrial(tx: Tx, platform: Pick<Platform, 'secrets'>, start: TrialStart): Promise<boolean> {
  const { organizationId, productId, now } = start
  const marks = marksOf(platform, start)
  const { rows } = await sql`
    insert into trial_uses (organization_id, mark, product_id, used_at)
    select ${organizationId}::uuid, ${present(marks[0], 'The mark of a holder')}, ${productId}::uuid, ${now}::timestamptz
    where not exists (select from trial_uses where organization_id = ${organizationId}::uuid and product_id = ${productId}::uuid
      and mark = ${anyOf(marks)})
    on conflict do nothing returning mark`.execute(tx)
  return rows.length > 0
}

/** Notes that a holder has a trial, whether or not they have had one before. It is sent ahead. */
export function noteTrial(tx: Tx, platform: Pick<Platform, 'secrets'>, start: TrialStart): Promise<void> {
  return sendAhead(async () => void (await claimTrial(tx, platform, start)))
}
