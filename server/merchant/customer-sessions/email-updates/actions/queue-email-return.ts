import { randomText } from '#contract/token.ts'
import { queueEmail } from '#identity/mail/index.ts'
import { newId } from '#kernel/id.ts'
import { DEFAULT_LANGUAGE } from '#kernel/language/languages.ts'
import type { Customer } from '#merchant/customers/model.ts'
import type { Merchant } from '#merchant/merchants/model.ts'
import type { AuditContext } from '#platform/audit/audit-context.ts'
import type { Tx } from '#platform/database/database.ts'
import { mayEmailCustomer } from '../../reads.ts'
import { RETURN_SECONDS, SECRET_LENGTH } from '../rules.ts'
import { insertEmailReturn } from '../store.ts'

/** A customer as they were before their address was changed. */
export interface QueueEmailReturnInput {
  readonly customer: Customer
  /** The new address, folded. */
  readonly replacedBy: string
  readonly merchant: Merchant
}

/**
 * Notifies the former address of a customer of the change, with a link that takes it back: a thief of the session may have changed it. The
 * address of a customer of a test merchant who may not be emailed gets nothing.
 */
export async function queueEmailReturn(
  tx: Tx,
  { platform, request, now }: Pick<AuditContext, 'platform' | 'request' | 'now'>,
  { customer, replacedBy, merchant }: QueueEmailReturnInput,
): Promise<void> {
  const { organizationId, id: customerId, email } = customer
  if (email === replacedBy || !(await mayEmailCustomer(tx, platform, { merchant, to: email }))) return
  const token = randomText(SECRET_LENGTH)
  const expiresAt = new Date(now.getTime() + RETURN_SECONDS * 1000)
  const stored = { id: newId(now), organizationId, customerId, email, replacedBy }
  await insertEmailReturn(tx, stored, { digest: platform.secrets.digest(token), expiresAt, now })
  const url = `${platform.settings.BASE_URL}/portal/${merchant.slug}?email_return_token=${token}`
  const values = { organization: merchant.name, newAddress: replacedBy, url, lifeSeconds: RETURN_SECONDS }
  const language = request.buyerLanguage ?? DEFAULT_LANGUAGE
  await queueEmail(tx, platform, { email: 'portalEmailChanged', to: email, language, values, until: expiresAt })
}
