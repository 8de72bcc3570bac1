import { webhookDisabled } from '#emails/webhook-disabled.ts'
import { findOwners } from '#identity/organizations/index.ts'
import type { Platform } from '#platform/platform.ts'

/** News for the owners of an organization: one of its webhook endpoints was switched off. */
export interface OwnersNews {
  readonly organizationId: string
  readonly endpointId: string
  readonly endpoint: string
  readonly reason: 'gone' | 'failing' | 'silent'
  /** When it happened: a later time of the same endpoint is other news. ISO 8601. */
  readonly at: string
}

/** Mails each owner. The messages' ids follow from the news and the person, so that a mail sent twice can be told. */
export async function writeToOwners(platform: Platform, news: OwnersNews): Promise<void> {
  const found = await findOwners(platform.database.db, news.organizationId)
  if (!found) return
  const page = `${platform.settings.BASE_URL}/dashboard/${found.slug}/developers/webhooks/${news.endpointId}`
  const composed = webhookDisabled.compose({ ...news, language: 'en', organization: found.organization, page })
  for (const owner of found.owners) {
    const id = `webhook-disabled-${news.endpointId}-${Date.parse(news.at)}-${owner.id}`
    await platform.mailer.send({ to: owner.email, template: webhookDisabled.name, ...composed }, id, platform.clock.now())
  }
}
