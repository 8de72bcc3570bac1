import { randomText } from '#contract/token.ts'
import { countRecipient, countRequester, queueEmail } from '#identity/mail/index.ts'
import { foldEmail } from '#kernel/emails/email.ts'
import { DEFAULT_LANGUAGE } from '#kernel/language/languages.ts'
import { refuse, refuseWhen } from '#kernel/refusal.ts'
import { customerRefusals, customers } from '#merchant/customers/index.ts'
import { findMerchant } from '#merchant/merchants/index.ts'
import { type AuditContext, recordAudit } from '#platform/audit/audit-context.ts'
import type { Tx } from '#platform/database/database.ts'
import type { LimitRule } from '#platform/limits/limits.ts'
import { TooManyRequests } from '#platform/limits/too-many-requests.ts'
import type { CustomerCaller } from '#platform/request/caller.ts'
import { mayEmailCustomer } from '../../reads.ts'
import { isFreshlyVerified } from '../../rules.ts'
import { customerSessions } from '../../store.ts'
import { emailUpdateRefusals } from '../refusals.ts'
import { CHANGE_SECONDS, SECRET_LENGTH } from '../rules.ts'
import { saveEmailChange } from '../store.ts'

/** The emails that a customer may enter: each is an email to a stranger. */
const updates: LimitRule = { name: 'portal:email-update', max: 5, windowSeconds: 3600 }

/** A customer's new email, as typed. */
export interface EnqueueEmailUpdateInput {
  readonly caller: Pick<CustomerCaller, 'organizationId' | 'customerId' | 'sessionId'>
  readonly email: string
}

/**
 * Enqueues an email to the new address of a customer with a link that confirms it; until then the present one counts. The answer is the
 * same where another customer has the address: the portal discloses none. An earlier link is void. 403 where the
 * organization does not let customers change it, and where the session was not opened lately by a code or link to the present address: a
 * stolen hour must not become for ever. 429 above the limits of the customer and the network.
 */
export async function enqueueEmailUpdate(tx: Tx, by: AuditContext, { caller, email: typed }: EnqueueEmailUpdateInput): Promise<void> {
  const { platform, request, now } = by
  const { organizationId, customerId, sessionId } = caller
  const customer = (await customers.lock(tx, [organizationId], customerId)) ?? refuse(customerRefusals.ResourceNotFound)
  const email = foldEmail(typed)
  if (email === customer.email) return
  const merchant = (await findMerchant(tx, [organizationId], organizationId)) ?? refuse(customerRefusals.ResourceNotFound)
  refuseWhen(!merchant.portalSettings.allowsEmailChange, emailUpdateRefusals.NotPermitted)
  const session = await customerSessions.find(tx, [organizationId], sessionId)
  refuseWhen(!session || !isFreshlyVerified(session, customer.email, now), emailUpdateRefusals.FreshCodeRequired)
  countRequester(platform, by)
  const wait = await platform.limits.hitStored(tx, updates, customerId, now)
  if (wait > 0) throw new TooManyRequests(updates, wait)
  if (!(await mayEmailCustomer(tx, platform, { merchant, to: email }))) return
  if ((await countRecipient(tx, platform, { to: email, purpose: 'portal-email-change', organizationId, now })) > 0) return
  const token = randomText(SECRET_LENGTH)
  const expiresAt = new Date(now.getTime() + CHANGE_SECONDS * 1000)
  await saveEmailChange(tx, { organizationId, customerId, email }, { digest: platform.secrets.digest(token), expiresAt, now })
  const url = `${platform.settings.BASE_URL}/portal/${merchant.slug}?email_token=${token}`
  const values = { organization: merchant.name, url, lifeSeconds: CHANGE_SECONDS }
  const language = request.buyerLanguage ?? DEFAULT_LANGUAGE
  await queueEmail(tx, platform, { email: 'portalEmailChange', to: email, language, values, until: expiresAt })
  await recordAudit(tx, by, { action: 'customer.email_requested', organizationId, target: { type: 'customer', id: customerId } })
}
