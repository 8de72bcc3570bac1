import { refuse, refuseWhen } from '#kernel/refusal.ts'
import { customers } from '#merchant/customers/index.ts'
import { type AuditContext, recordAudit } from '#platform/audit/audit-context.ts'
import type { Tx } from '#platform/database/database.ts'
import { type CreateVerifiedSessionResult, createVerifiedSession } from '../../actions/create-verified-session.ts'
import { emailUpdateRefusals } from '../refusals.ts'
import { mayReturn } from '../rules.ts'
import { deleteChangesOf, findEmailReturn, listEmailReturns, voidEmailReturns } from '../store.ts'

/**
 * Gives a customer the address back that they had before a change, by the secret of the link that was mailed to it: every session ends, a change
 * that waits and the links of later changes are void, and a session of an hour opens. 401 for a link that was used, has expired, or whose
 * customer the merchant has given another address since; 422 where another customer has the address by now.
 */
export async function withdrawEmailChange(tx: Tx, by: AuditContext, secret: string): Promise<CreateVerifiedSessionResult> {
  const { platform, now } = by
  const invalid = emailUpdateRefusals.EmailReturnInvalidOrExpired
  const found = (await findEmailReturn(tx, platform.secrets.digest(secret), now)) ?? refuse(invalid)
  const { organizationId, customerId, email } = found
  const customer = (await customers.lock(tx, [organizationId], customerId)) ?? refuse(invalid)
  const links = await listEmailReturns(tx, found)
  refuseWhen(!mayReturn(found, links, customer.email), invalid)
  await voidEmailReturns(tx, found)
  await deleteChangesOf(tx, { organizationId, customerId })
  const opened = await createVerifiedSession(tx, by, { customer, email, via: 'email_return' })
  await recordAudit(tx, by, { action: 'customer.email_returned', organizationId, target: { type: 'customer', id: customerId } })
  return opened
}
