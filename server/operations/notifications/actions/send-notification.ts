import { findOrganizationEmail } from '#emails/index.ts'
import { emailMessages } from '#emails/messages.ts'
import { findOwners } from '#identity/organizations/index.ts'
import { assert } from '#kernel/assert.ts'
import { DEFAULT_LANGUAGE } from '#kernel/language/languages.ts'
import { findMerchant } from '#merchant/merchants/index.ts'
import type { Platform } from '#platform/platform.ts'
import type { QueuedNotification } from '../model.ts'

/**
 * Composes an email about an organization and sends it to its recipients. The message ids are derived from the key and the recipient, so
 * that a duplicate can be recognized. Does nothing for an organization that was deleted.
 */
export async function sendNotification(platform: Platform, notification: QueuedNotification): Promise<void> {
  const { email, organizationId, to, language = null, key, values } = notification
  const { database, mailer, settings, clock } = platform
  const template = findOrganizationEmail(email)
  assert(template, `Email ${email} does not exist`)
  const merchant = await findMerchant(database.db, [organizationId], organizationId)
  if (!merchant) return
  const recipients = to === null ? await ownersOf(platform, organizationId, key) : [{ to, language, messageId: key }]
  const organization = { name: merchant.name, slug: merchant.slug, isTest: merchant.mode === 'test' }
  for (const recipient of recipients) {
    const t = emailMessages(recipient.language ?? DEFAULT_LANGUAGE)
    const composed = template.compose(template.values.parse(values), { t, to: recipient.to, site: settings.BASE_URL, organization })
    await mailer.send({ to: recipient.to, template: template.name, ...composed }, recipient.messageId, clock.now())
  }
}

async function ownersOf({ database }: Platform, organizationId: string, key: string) {
  const found = await findOwners(database.db, organizationId)
  return (found?.owners ?? []).map(({ id, email, language }) => ({ to: email, language, messageId: `${key}-${id}` }))
}
