import { countInvitation, queueEmail } from '#identity/mail/index.ts'
import { emailLanguageOf } from '#identity/users/model.ts'
import type { Platform } from '#platform/platform.ts'
import { SECRET_SEAL } from '../model.ts'
import { findInvitationEmail } from '../reads.ts'

/** Length of the part of a digest that distinguishes the email of one secret from that of the next. */
const KEY_LENGTH = 16

/**
 * Mails the link of an invitation in its current state. Sends nothing if it is settled or expired, or if its email exceeds the limit.
 * Only this email shows the secret.
 */
export async function sendInvitation(
  platform: Platform,
  { organizationId, id, now }: { readonly organizationId: string; readonly id: string; readonly now: Date },
): Promise<void> {
  await platform.database.transaction(async (tx) => {
    const found = await findInvitationEmail(tx, { organizationId, id, now })
    if (!found) return
    const { email: to, expiresAt, issuedAt, organizationName: organization, inviterEmail: inviter, inviterName } = found
    if ((await countInvitation(tx, platform, { to, organizationId, now })) > 0)
      return platform.log.warn('An invitation was not mailed: its email address exceeds the limit.', { id })
    const url = `${invitationUrl(platform, id)}?secret=${platform.secrets.open(SECRET_SEAL, found.sealed)}`
    const lifeSeconds = Math.round((expiresAt.getTime() - issuedAt.getTime()) / 1000)
    const key = `invitation-${id}-${found.digest.slice(0, KEY_LENGTH)}`
    await queueEmail(tx, platform, {
      email: 'invitation',
      to,
      language: emailLanguageOf(found),
      values: { url, inviter, inviterName, organization, lifeSeconds },
      key,
      until: expiresAt,
    })
  })
}

/** The URL of an invitation. Without the secret it is not confidential: its page requires sign-in. */
export function invitationUrl({ settings }: Pick<Platform, 'settings'>, id: string): string {
  return `${settings.BASE_URL}/invitations/${id}`
}
