import { sql } from 'kysely'
import { isToken } from '#contract/token.ts'
import type { Database, Tx } from '#platform/database/database.ts'
import { sendAhead } from '#platform/database/named-pool.ts'
import { preparedRead } from '#platform/database/prepared-statements.ts'
import type { Platform } from '#platform/platform.ts'
import type { Row } from '#platform/resource/columns.ts'
import type { ResourceLimit } from '#platform/resource/limit.ts'
import { table } from '#platform/resource/table.ts'
import { type CustomerSession, customerSessionColumns, SESSION_PREFIX } from './model.ts'
import { isLive } from './rules.ts'

declare module '#platform/database/tables.ts' {
  interface Tables {
    /** `token_digest`: of the whole secret, which is not stored. */
    customer_sessions: Row<typeof customerSessionColumns> & { token_digest: string }
  }
}

/** A customer by its key. */
export interface SessionOwner {
  readonly organizationId: string
  readonly customerId: string
}

/** The rows of customer sessions. */
export const customerSessions = table('customer_sessions', customerSessionColumns)

/** The limit on the sessions that a merchant creates; a checkout creates one of its own. */
export const customerSessionLimit: ResourceLimit = {
  setting: 'CUSTOMER_SESSION_LIMIT',
  table: 'customer_sessions',
  counted: 'checkout_id is null',
  things: 'sessions of customers',
}

// A deleted customer keeps its row: its sessions end with the deletion all the same.
const sessionByDigest = preparedRead((db, digest) =>
  customerSessions
    .statement(sql`where token_digest = ${digest} and exists (
      select from customers where customers.organization_id = customer_sessions.organization_id
        and customers.id = customer_sessions.customer_id and customers.deleted_at is null)`)
    .compile(db),
)

/** The session with this digest of its secret, if its customer is known and not deleted. */
export async function findSessionByDigest(db: Database, digest: string): Promise<CustomerSession | undefined> {
  const [row] = await sessionByDigest(db, digest)
  return row && customerSessions.fromRow(row)
}

/** Sets the customer of a checkout's sessions that were issued before it was paid. */
export async function assignCustomerToSessions(
  tx: Tx,
  session: Pick<CustomerSession, 'organizationId' | 'checkoutId' | 'customerId' | 'isLimitedToCheckout'>,
): Promise<void> {
  await tx
    .updateTable('customer_sessions')
    .set({ customer_id: session.customerId, is_limited_to_checkout: session.isLimitedToCheckout })
    .where('organization_id', '=', session.organizationId)
    .where('checkout_id', '=', session.checkoutId)
    .where('customer_id', 'is', null)
    .execute()
}

/** Limits the sessions that checkouts have issued to a customer: each shows the order of its checkout alone from now on. It is sent ahead. */
export function limitSessionsOfCheckouts(tx: Tx, { organizationId, customerId }: SessionOwner): Promise<void> {
  return sendAhead(async () => {
    await sql`update customer_sessions set is_limited_to_checkout = true
      where organization_id = ${organizationId}::uuid and customer_id = ${customerId}::uuid and checkout_id is not null
        and not is_limited_to_checkout`.execute(tx)
  })
}

/** Deletes the sessions of a customer, but for one. */
export async function deleteSessionsOf(tx: Tx, { organizationId, customerId }: SessionOwner, except: string | null = null): Promise<void> {
  await sql`delete from customer_sessions
    where organization_id = ${organizationId}::uuid and customer_id = ${customerId}::uuid and id is distinct from ${except}::uuid`.execute(
    tx,
  )
}

/** The address that the bearer of a live, unlimited session of one organization has verified; null where there is none. */
export async function findVerifiedEmail(
  db: Database,
  { secrets, clock }: Pick<Platform, 'secrets' | 'clock'>,
  { organizationId, token }: { readonly organizationId: string; readonly token: string },
): Promise<string | null> {
  if (!isToken(SESSION_PREFIX, token)) return null
  const session = await findSessionByDigest(db, secrets.digest(token))
  if (!session || session.organizationId !== organizationId || session.isLimitedToCheckout || !isLive(session, clock.now())) return null
  return session.verifiedEmail
}

/** Deletes a session. False if there is none. */
export async function deleteSession(tx: Tx, organizationId: string, id: string): Promise<boolean> {
  const deleting = tx.deleteFrom('customer_sessions').where('organization_id', '=', organizationId).where('id', '=', id)
  return (await deleting.returning('id').execute()).length > 0
}

/** Deletes the sessions that expired before `before`. */
export async function deleteExpiredSessions(tx: Tx, before: Date): Promise<void> {
  await tx.deleteFrom('customer_sessions').where('expires_at', '<', before).execute()
}
