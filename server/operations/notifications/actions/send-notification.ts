import { findOrganizationEmail } from '#emails/index.ts'
import { DEFAULT_EMAIL_LANGUAGE, emailMessages } from '#emails/messages.ts'
import { findOwners } from '#identity/organizations/index.ts'
import { assert } from '#kernel/assert.ts'
import { findMerchant } from '#merchant/merchants/index.ts'
import type { Platform } from '#platform/platform.ts'
import type { QueuedNotification } from '../model.ts'

/**
 * Composes an email about an organization and sends it to its recipients. The message ids are derived from the key and the recipient, so
 * that a duplicate can be recognized. Does nothing for an organization that was deleted.
 */
export async function sendNotification(platform: Platform, { email, organizationId, to, key, values }: QueuedNotification): Promise<void> {
  const { database, mailer, settings, clock } = platform
  const template = findOrganizationEmail(email)
  assert(template, `Email ${email} does not exist`)
  const merchant = await findMerchant(database.db, [organizationId], organizationId)
  if (!merchant) return
  const recipients = to === null ? await ownersOf(platform, organizationId, key) : [{ to, messageId: key }]
  const organization = { name: merchant.name, slug: merchant.slug, isTest: merchant.mode === 'test' }
  const t = emailMessages(DEFAULT_EMAIL_LANGUAGE)
  for (const recipient of recipients) {
    const composed = template.compose(template.values.parse(values), { t, to: recipient.to, site: settings.BASE_URL, organization })
    await mailer.send({ to: recipient.to, template: template.name, ...composed }, recipient.messageId, clock.now())
  }
}

async function ownersOf({ database }: Platform, organizationId: string, key: string) {
  const found = await findOwners(database.db, organizationId)
  return (found?.owners ?? []).map(({ id, email }) => ({ to: email, messageId: `${key}-${id}` }))
}
