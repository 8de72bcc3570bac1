import { countRecipient, queueEmail } from '#identity/mail/index.ts'
import { DEFAULT_LANGUAGE } from '#kernel/language/languages.ts'
import { findCustomerByEmail } from '#merchant/customers/index.ts'
import { findMerchant } from '#merchant/merchants/index.ts'
import type { Platform } from '#platform/platform.ts'
import { CODE_SECONDS, codeExpiresAt } from '../codes/rules.ts'
import { digestOf, insertCode } from '../codes/store.ts'
import { mayEmailCustomer } from '../reads.ts'
import { CODE_SEAL, codeRequest } from './enqueue-session-code.ts'

/** Queues the email of a sealed request, if a customer of the organization has the email and gets no more codes of it than the limit allows. A retry queues the same code and email. */
export async function sendSessionCode(platform: Platform, sealed: string, jobId: string): Promise<void> {
  const { secrets, settings, database, audit, clock } = platform
  const { id, organizationId, email, code, requestedAt, language, request } = codeRequest.parse(JSON.parse(secrets.open(CODE_SEAL, sealed)))
  const now = new Date(requestedAt)
  const expiresAt = codeExpiresAt(now)
  await database.transaction(async (tx) => {
    const merchant = await findMerchant(tx, [organizationId], organizationId)
    const customer = merchant && (await findCustomerByEmail(tx, organizationId, email))
    if (!customer || expiresAt <= clock.now() || !(await mayEmailCustomer(tx, platform, { merchant, to: email }))) return
    const recipient = { to: email, purpose: 'portal-code', organizationId, now: clock.now() } as const
    if ((await countRecipient(tx, platform, recipient)) > 0)
      return platform.log.info('A code was not mailed: its email address exceeds the limit.', { organizationId, customerId: customer.id })
    const customerId = customer.id
    const draft = { id, organizationId, customerId, email, failedAttempts: 0, expiresAt, createdAt: now }
    await insertCode(tx, draft, digestOf(secrets, id, code))
    const url = `${settings.BASE_URL}/portal/${merchant.slug}?request_id=${id}`
    const values = { code, organization: merchant.name, url, lifeSeconds: CODE_SECONDS }
    const key = `portal-code-${jobId}`
    await queueEmail(tx, platform, {
      email: 'portalCode',
      to: email,
      language: language ?? DEFAULT_LANGUAGE,
      values,
      key,
      until: expiresAt,
    })
    await audit.append(tx, {
      action: 'customer_session.code_requested',
      organizationId,
      userId: null,
      caller: { kind: 'anonymous' },
      target: { type: 'customer', id: customerId },
      request,
      now,
    })
  })
}
