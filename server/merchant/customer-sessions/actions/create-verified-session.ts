import { confirmCustomerEmail } from '#merchant/customers/index.ts'
import type { Customer } from '#merchant/customers/model.ts'
import { unlinkCustomerAccounts } from '#merchant/linked-accounts/index.ts'
import { type AuditContext, recordAudit } from '#platform/audit/audit-context.ts'
import type { Tx } from '#platform/database/database.ts'
import type { CustomerCaller } from '#platform/request/caller.ts'
import { deleteSessionsOf } from '../store.ts'
import { createCustomerSession } from './create-customer-session.ts'

/** A locked customer, the address that they have verified, and by what. */
export interface CreateVerifiedSessionInput {
  readonly customer: Customer
  /** Folded; the customer's from now on. */
  readonly email: string
  readonly via: 'code' | 'email_update' | 'email_return'
}

/** The secret of the new session, which is shown once. */
export interface CreateVerifiedSessionResult {
  readonly token: string
}

/**
 * Opens a session of an hour for a customer who has verified an address, and records the verification. The first verification of an address ends all other
 * sessions, and where the address had only been typed before, it removes the accounts that were linked: the buyer who typed it need not be its
 * owner (decision 80). Cards are removed by `customer.secured`. 422 where another customer has the address.
 */
export async function createVerifiedSession(
  tx: Tx,
  { platform, request, now }: Omit<AuditContext, 'caller'>,
  { customer, email, via }: CreateVerifiedSessionInput,
): Promise<CreateVerifiedSessionResult> {
  const { organizationId, id: customerId } = customer
  const draft = { organizationId, customerId, checkoutId: null, isLimitedToCheckout: false, verifiedEmail: email }
  const { session, token } = await createCustomerSession(tx, platform, draft)
  const caller: CustomerCaller = { kind: 'customer', sessionId: session.id, organizationId, customerId, isLimited: false, checkoutId: null }
  const by = { platform, caller, request, now }
  await confirmCustomerEmail(tx, by, { customer, email })
  const isFirst = !customer.isEmailVerified || email !== customer.email
  if (isFirst) await deleteSessionsOf(tx, { organizationId, customerId }, session.id)
  if (isFirst && customer.isEmailTyped) await unlinkCustomerAccounts(tx, platform, { organizationId, customerId })
  const target = { type: 'customer', id: customerId } as const
  await recordAudit(tx, by, { action: 'customer_session.created', organizationId, target, details: { via } })
  return { token }
}
