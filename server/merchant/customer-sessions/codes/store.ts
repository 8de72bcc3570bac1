import { sql } from 'kysely'
import type { Secrets } from '#platform/crypto/secrets.ts'
import type { Database, Tx } from '#platform/database/database.ts'
import type { Row } from '#platform/resource/columns.ts'
import { type StoredRow, table } from '#platform/resource/table.ts'
import { type SessionCode, sessionCodeColumns } from './model.ts'

declare module '#platform/database/tables.ts' {
  interface Tables {
    /** `code_digest`: of the code, which is not stored. */
    customer_session_codes: Row<typeof sessionCodeColumns> & { code_digest: string }
  }
}

const codes = table('customer_session_codes', sessionCodeColumns)

/** A code with its digest. */
export interface StoredCode {
  readonly code: SessionCode
  readonly digest: string
}

/** The digest of a code. It depends on the secret of the server: a copy of the database alone would give six characters away in a second. */
export function digestOf(secrets: Pick<Secrets, 'digest' | 'signCookie'>, id: string, code: string): string {
  return secrets.digest(secrets.signCookie(`customer-session-code:${id}:${code}`))
}

/** Inserts a code; one that a retried job has inserted already stays. */
export async function insertCode(tx: Tx, code: SessionCode, digest: string): Promise<void> {
  await codes
    .inserting(tx, [code], { code_digest: digest })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Locks the code of a request. */
export async function lockCode(tx: Tx, id: string): Promise<StoredCode | undefined> {
  const { rows } = await sql<StoredRow & { readonly code_digest: string }>`
    select ${codes.selection()}, code_digest from customer_session_codes where id = ${id}::uuid for update`.execute(tx)
  const [row] = rows
  return row && { code: codes.fromRow(row), digest: row.code_digest }
}

/** Counts a wrong attempt at a locked code. */
export function countFailure(tx: Tx, code: SessionCode): Promise<void> {
  return codes.saveAndWait(tx, { ...code, failedAttempts: code.failedAttempts + 1 })
}

/** Deletes the codes of a customer: one of them was used, or the customer is erased. */
export async function deleteCodesOf(
  tx: Tx,
  { organizationId, customerId }: Pick<SessionCode, 'organizationId' | 'customerId'>,
): Promise<void> {
  await sql`delete from customer_session_codes
    where organization_id = ${organizationId}::uuid and customer_id = ${customerId}::uuid`.execute(tx)
}

/** Deletes the codes that expired before `before`. */
export async function deleteExpiredCodes(db: Database, before: Date): Promise<void> {
  await sql`delete from customer_session_codes where expires_at < ${before}`.execute(db)
}
