import { refuse } from '#kernel/refusal.ts'
import { confirmCustomerEmail, customers } from '#merchant/customers/index.ts'
import { type AuditContext, recordAudit } from '#platform/audit/audit-context.ts'
import type { Tx } from '#platform/database/database.ts'
import type { CustomerCaller } from '#platform/request/caller.ts'
import { createCustomerSession } from '../../actions/create-customer-session.ts'
import { emailUpdateRefusals } from '../refusals.ts'
import { takeEmailChange } from '../store.ts'

/** The secret of the new session, which is shown once. */
export interface ConfirmEmailUpdateResult {
  readonly token: string
}

/**
 * Confirms the new email of a customer by the secret of its link, and opens a session of an hour. 401 for a link that was used or has
 * expired, 422 where another customer of the organization has the email by now.
 */
export async function confirmEmailUpdate(tx: Tx, by: AuditContext, secret: string): Promise<ConfirmEmailUpdateResult> {
  const { platform, request, now } = by
  const change =
    (await takeEmailChange(tx, platform.secrets.digest(secret), now)) ?? refuse(emailUpdateRefusals.EmailUpdateInvalidOrExpired)
  const { organizationId, customerId, email } = change
  const found = await customers.lock(tx, [organizationId], customerId)
  const customer = found ?? refuse(emailUpdateRefusals.EmailUpdateInvalidOrExpired)
  const draft = { organizationId, customerId, checkoutId: null, isLimitedToCheckout: false }
  const { session, token } = await createCustomerSession(tx, platform, draft)
  const caller: CustomerCaller = { kind: 'customer', sessionId: session.id, organizationId, customerId, isLimited: false, checkoutId: null }
  const asCustomer = { platform, caller, request, now }
  await confirmCustomerEmail(tx, asCustomer, { customer, email })
  const target = { type: 'customer', id: customerId } as const
  await recordAudit(tx, asCustomer, { action: 'customer_session.created', organizationId, target, details: { via: 'email_update' } })
  return { token }
}
