import { refuse } from '#kernel/refusal.ts'
import { customers } from '#merchant/customers/index.ts'
import { findMerchant } from '#merchant/merchants/index.ts'
import type { AuditContext } from '#platform/audit/audit-context.ts'
import type { Tx } from '#platform/database/database.ts'
import { type CreateVerifiedSessionResult, createVerifiedSession } from '../../actions/create-verified-session.ts'
import { emailUpdateRefusals } from '../refusals.ts'
import { takeEmailChange } from '../store.ts'
import { queueEmailReturn } from './queue-email-return.ts'

/**
 * Confirms the new email of a customer by the secret of its link, notifies the former address, and opens a session of an hour: all others end.
 * 401 for a link that was used or has expired, 422 where another customer of the organization has the email by now.
 */
export async function confirmEmailUpdate(tx: Tx, by: AuditContext, secret: string): Promise<CreateVerifiedSessionResult> {
  const { platform, now } = by
  const change =
    (await takeEmailChange(tx, platform.secrets.digest(secret), now)) ?? refuse(emailUpdateRefusals.EmailUpdateInvalidOrExpired)
  const { organizationId, customerId, email } = change
  const customer = (await customers.lock(tx, [organizationId], customerId)) ?? refuse(emailUpdateRefusals.EmailUpdateInvalidOrExpired)
  const opened = await createVerifiedSession(tx, by, { customer, email, via: 'email_update' })
  const merchant = (await findMerchant(tx, [organizationId], organizationId)) ?? refuse(emailUpdateRefusals.EmailUpdateInvalidOrExpired)
  await queueEmailReturn(tx, by, { customer, replacedBy: email, merchant })
  return opened
}
