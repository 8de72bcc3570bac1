import type { Tx } from '#platform/database/database.ts'

declare module '#platform/database/tables.ts' {
  interface Tables {
    customer_sessions: CustomerSessionsTable
  }
}

interface CustomerSessionsTable {
  organization_id: string
  id: string
  token_digest: string
  customer_id: string | null
  checkout_id: string | null
  is_limited_to_checkout: boolean
  expires_at: Date
  created_at: Date
}

/** The session that a confirm issues to the buyer. It has no customer, and grants no access, until the checkout is paid. */
export interface BuyerSession {
  readonly organizationId: string
  readonly id: string
  readonly tokenDigest: string
  readonly customerId: string | null
  readonly checkoutId: string
  /** Grants access to the order of this checkout only (rule C16). */
  readonly isLimitedToCheckout: boolean
  readonly expiresAt: Date
  readonly createdAt: Date
}

/** Inserts a session. */
export async function insertBuyerSession(tx: Tx, session: BuyerSession): Promise<void> {
  await tx
    .insertInto('customer_sessions')
    .values({
      organization_id: session.organizationId,
      id: session.id,
      token_digest: session.tokenDigest,
      customer_id: session.customerId,
      checkout_id: session.checkoutId,
      is_limited_to_checkout: session.isLimitedToCheckout,
      expires_at: session.expiresAt,
      created_at: session.createdAt,
    })
    .execute()
}

/** Sets the customer of a checkout's sessions that were issued before it was paid. */
export async function assignCustomerToSessions(
  tx: Tx,
  session: Pick<BuyerSession, 'organizationId' | 'checkoutId' | 'customerId' | 'isLimitedToCheckout'>,
): Promise<void> {
  await tx
    .updateTable('customer_sessions')
    .set({ customer_id: session.customerId, is_limited_to_checkout: session.isLimitedToCheckout })
    .where('organization_id', '=', session.organizationId)
    .where('checkout_id', '=', session.checkoutId)
    .where('customer_id', 'is', null)
    .execute()
}

/** Deletes the sessions that expired before `before`. */
export async function deleteExpiredSessions(tx: Tx, before: Date): Promise<void> {
  await tx.deleteFrom('customer_sessions').where('expires_at', '<', before).execute()
}
