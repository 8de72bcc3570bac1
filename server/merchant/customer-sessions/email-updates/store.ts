import { sql } from 'kysely'
import type { Database, Tx } from '#platform/database/database.ts'
import type { EmailReturn } from './rules.ts'

declare module '#platform/database/tables.ts' {
  interface Tables {
    customer_email_changes: EmailChangesTable
    customer_email_returns: EmailReturnsTable
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

/** `token_digest`: of the secret of the link, which is not stored. Server time, UTC. */
interface EmailReturnsTable extends EmailChangesTable {
  id: string
  replaced_by: string
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

/** Stores the link by which a customer gets their former address back. */
export async function insertEmailReturn(
  tx: Tx,
  { id, organizationId, customerId, email, replacedBy }: EmailReturn,
  { digest, expiresAt, now }: { readonly digest: string; readonly expiresAt: Date; readonly now: Date },
): Promise<void> {
  const row = { organization_id: organizationId, id, customer_id: customerId, email, replaced_by: replacedBy }
  await tx
    .insertInto('customer_email_returns')
    .values({ ...row, token_digest: digest, expires_at: expiresAt, created_at: now })
    .execute()
}

const returnColumns = [
  'id',
  'organization_id as organizationId',
  'customer_id as customerId',
  'email',
  'replaced_by as replacedBy',
] as const

/** The link back with this digest, unless it has expired. It is not used by that. */
export function findEmailReturn(db: Database, digest: string, now: Date): Promise<EmailReturn | undefined> {
  const found = db.selectFrom('customer_email_returns').select(returnColumns).where('token_digest', '=', digest)
  return found.where('expires_at', '>', now).executeTakeFirst()
}

/** The links back of a customer, oldest first; the customer is locked. */
export function listEmailReturns(
  tx: Tx,
  { organizationId, customerId }: Pick<EmailReturn, 'organizationId' | 'customerId'>,
): Promise<EmailReturn[]> {
  const ofCustomer = tx.selectFrom('customer_email_returns').select(returnColumns).where('organization_id', '=', organizationId)
  return ofCustomer.where('customer_id', '=', customerId).orderBy('created_at').orderBy('id').execute()
}

/** Voids a link back and those of later changes: a thief made these. */
export async function voidEmailReturns(tx: Tx, { organizationId, customerId, id }: EmailReturn): Promise<void> {
  await sql`delete from customer_email_returns
    where organization_id = ${organizationId}::uuid and customer_id = ${customerId}::uuid and id >= ${id}::uuid`.execute(tx)
}

/** Deletes the links back of a customer who is erased. */
export async function deleteReturnsOf(tx: Tx, { organizationId, customerId }: Omit<EmailChange, 'email'>): Promise<void> {
  await sql`delete from customer_email_returns
    where organization_id = ${organizationId}::uuid and customer_id = ${customerId}::uuid`.execute(tx)
}

/** Deletes the links back that have expired. */
export async function deleteExpiredReturns(db: Database, before: Date): Promise<void> {
  await sql`delete from customer_email_returns where expires_at <= ${before}`.execute(db)
}

/** Deletes the change of a customer who is erased, or who has taken a former address back. */
export async function deleteChangesOf(tx: Tx, { organizationId, customerId }: Omit<EmailChange, 'email'>): Promise<void> {
  await sql`delete from customer_email_changes
    where organization_id = ${organizationId}::uuid and customer_id = ${customerId}::uuid`.execute(tx)
}

/** Deletes the changes that have expired. */
export async function deleteExpiredChanges(db: Database, now: Date): Promise<void> {
  await sql`delete from customer_email_changes where expires_at <= ${now}`.execute(db)
}
