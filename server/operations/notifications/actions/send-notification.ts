import { z } from 'zod'
import type { OrganizationEmailContext } from '#emails/email.ts'
import { findOrganizationEmail } from '#emails/index.ts'
import { type CustomerEmail, countCustomerEmail } from '#identity/mail/index.ts'
import { findOwners, isVerifiedMember } from '#identity/organizations/index.ts'
import { assert } from '#kernel/assert.ts'
import { findMerchant } from '#merchant/merchants/index.ts'
import type { Merchant } from '#merchant/merchants/model.ts'
import { findOrderDocument, readDocument } from '#money/billing/invoices/index.ts'
import type { InvoiceKind } from '#money/billing/invoices/model.ts'
import { noteReceipt } from '#money/billing/orders/index.ts'
import type { UnsentReason } from '#money/billing/orders/model.ts'
import type { EmailAttachment } from '#platform/mail/mailer.ts'
import type { Platform } from '#platform/platform.ts'
import { findPurchase, type Purchase } from '#sales/checkouts/index.ts'
import type { QueuedNotification } from '../model.ts'
import { draftEmail } from './draft-email.ts'

/**
 * Composes an email about an organization and sends it to its recipients. The message ids are derived from the key and the recipient, so
 * that a duplicate can be recognized. Does nothing for an organization that was deleted. A receipt that may not be sent is
 * noted at its order.
 */
export async function sendNotification(
  platform: Platform,
  notification: QueuedNotification,
  { isFirstAttempt }: { readonly isFirstAttempt: boolean },
): Promise<void> {
  const { email, organizationId, to, language = null, key, isRequested, values } = notification
  const happenedAt = notification.happenedAt ? new Date(notification.happenedAt) : undefined
  const { database, mailer, settings, clock } = platform
  const template = findOrganizationEmail(email)
  assert(template, `Email ${email} does not exist`)
  const merchant = await findMerchant(database.db, [organizationId], organizationId)
  if (!merchant) return
  const recipients = to === null ? await ownersOf(platform, organizationId, key) : [{ to, language, messageId: key }]
  const about = ofOrder.safeParse(values)
  const bought = about.success ? await findPurchase(database.db, platform, { organizationId, orderId: about.data.orderId }) : undefined
  if (to !== null && template.recipient === 'customer' && isFirstAttempt) {
    const reason = await reasonNotToSend(platform, merchant, { email, to, ipAddress: isRequested ? null : (bought?.ipAddress ?? null) })
    if (reason) return noteUnsent(platform, { organizationId, reason, notification })
  }
  const purchase = bought ? purchaseOf(bought, settings.BASE_URL) : null
  const attachments = about.success ? await attachmentsOf(platform, { organizationId, orderId: about.data.orderId, email }) : []
  for (const recipient of recipients) {
    const composed = draftEmail({ template, values, merchant, recipient, happenedAt, purchase, baseUrl: settings.BASE_URL })
    await mailer.send({ to: recipient.to, template: template.name, ...composed, attachments }, recipient.messageId, clock.now())
  }
}

/** The emails with which a document of their order is sent. */
const attachedKinds: Readonly<Record<string, InvoiceKind>> = { receipt: 'invoice', refund: 'credit_note' }

// A receipt has the invoice where it was generated before it is sent, the email about a refund its credit note.
async function attachmentsOf(
  platform: Platform,
  { organizationId, orderId, email }: { organizationId: string; orderId: string; email: string },
): Promise<EmailAttachment[]> {
  const kind = attachedKinds[email]
  const found = kind && (await findOrderDocument(platform.database.db, { organizationId, orderId, kind }))
  if (!found) return []
  return [{ name: `${found.number}.pdf`, contentType: 'application/pdf', content: await readDocument(platform, found) }]
}

// The page of the purchase is found by the secret that only its buyer and the merchant have.
function purchaseOf({ clientSecret, card }: Purchase, baseUrl: string): OrganizationEmailContext['purchase'] {
  return { url: clientSecret === '' ? null : `${baseUrl}/checkout/${clientSecret}/confirmation`, card }
}

// A retry was counted at the first attempt. Where email leaves the machine, anybody could make a test merchant email strangers.
async function reasonNotToSend(
  platform: Platform,
  { id: organizationId, mode }: Merchant,
  { email, to, ipAddress }: Pick<CustomerEmail, 'email' | 'to' | 'ipAddress'>,
): Promise<UnsentReason | undefined> {
  const { db } = platform.database
  const isOpen = platform.settings.SMTP_URL === undefined || mode !== 'test'
  if (!isOpen && !(await isVerifiedMember(db, { organizationId, email: to }))) return 'test_mode'
  const wait = await countCustomerEmail(db, platform, { email, to, organizationId, ipAddress, now: platform.clock.now() })
  return wait > 0 ? 'limit' : undefined
}

/** The email whose absence its order states. */
const RECEIPT = 'receipt'

const ofOrder = z.object({ orderId: z.guid() })

async function noteUnsent(
  platform: Platform,
  { organizationId, reason, notification }: { organizationId: string; reason: UnsentReason; notification: QueuedNotification },
): Promise<void> {
  const about = ofOrder.safeParse(notification.values)
  const { email } = notification
  platform.log.warn('An email to a customer was not sent.', { organizationId, email, reason, orderId: about.data?.orderId })
  if (!about.success || email !== RECEIPT) return
  await platform.database.transaction((tx) => noteReceipt(tx, { organizationId, id: about.data.orderId, notSent: reason }))
}

async function ownersOf({ database }: Platform, organizationId: string, key: string) {
  const found = await findOwners(database.db, organizationId)
  return (found?.owners ?? []).map(({ id, email, language }) => ({ to: email, language, messageId: `${key}-${id}` }))
}
