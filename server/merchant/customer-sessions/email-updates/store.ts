import { sql } from 'kysely'
import type { Database, Tx } from '#platform/database/database.ts'

declare module '#platform/database/tables.ts' {
  interface Tables {
    customer_email_changes: EmailChangesTable
  }
}

/** `token_digest`: of the secret of the link, which is not stored. Server time, UTC. */
interface EmailChangesTable {
  organization_id: string
  customer_id: string
  email: string
  token_digest: string
  expires_at: Date
  created_at: Date
}

/** A new email of a customer that waits for its confirmation. */
export interface EmailChange {
  readonly organizationId: string
  readonly customerId: string
  /** Folded. */
  readonly email: string
}

/** Stores a change in the place of an earlier one. */
export async function saveEmailChange(
  tx: Tx,
  { organizationId, customerId, email }: EmailChange,
  { digest, expiresAt, now }: { readonly digest: string; readonly expiresAt: Date; readonly now: Date },
): Promise<void> {
  const changed = { email, token_digest: digest, expires_at: expiresAt, created_at: now }
  await tx
    .insertInto('customer_email_changes')
    .values({ organization_id: organizationId, customer_id: customerId, ...changed })
    .onConflict((conflict) => conflict.columns(['organization_id', 'customer_id']).doUpdateSet(changed))
    .execute()
}

/** The change whose link has this digest, unless it has expired. */
export async function findEmailChange(db: Database, digest: string, now: Date): Promise<EmailChange | undefined> {
  return db
    .selectFrom('customer_email_changes')
    .select(['organization_id as organizationId', 'customer_id as customerId', 'email'])
    .where('token_digest', '=', digest)
    .where('expires_at', '>', now)
    .executeTakeFirst()
}

/** The same, and deletes it: a link works once. */
export async function takeEmailChange(tx: Tx, digest: string, now: Date): Promise<EmailChange | undefined> {
  return tx
    .deleteFrom('customer_email_changes')
    .where('token_digest', '=', digest)
    .where('expires_at', '>', now)
    .returning(['organization_id as organizationId', 'customer_id as customerId', 'email'])
    .executeTakeFirst()
}

/** Deletes the change of a customer who is erased. */
export async function deleteChangesOf(tx: Tx, { organizationId, customerId }: Omit<EmailChange, 'email'>): Promise<void> {
  await sql`delete from customer_email_changes
    where organization_id = ${organizationId}::uuid and customer_id = ${customerId}::uuid`.execute(tx)
}

/** Deletes the changes that have expired. */
export async function deleteExpiredChanges(db: Database, now: Date): Promise<void> {
  await sql`delete from customer_email_changes where expires_at <= ${now}`.execute(db)
}
