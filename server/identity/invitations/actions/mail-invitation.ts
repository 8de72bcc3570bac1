import { countRecipient, queueEmail } from '#identity/mail/index.ts'
import type { Platform } from '#platform/platform.ts'
import { SECRET_SEAL } from '../model.ts'
import { findMailedInvitation } from '../reads.ts'

/** Characters of a digest that tell one secret's letter from the next one's. */
const KEY_LENGTH = 16

/**
 * Mails the link of an invitation as it is by now: nothing once it is settled or over, and not too often to one address. The
 * letter alone shows the secret.
 */
export async function mailInvitation(
  platform: Platform,
  { organizationId, id, now }: { readonly organizationId: string; readonly id: string; readonly now: Date },
): Promise<void> {
  await platform.database.transaction(async (tx) => {
    const found = await findMailedInvitation(tx, { organizationId, id, now })
    if (!found) return
    const { email: to, expiresAt, madeAt, organizationName: organization, inviterEmail: inviter } = found
    if ((await countRecipient(tx, platform, { to, now })) > 0)
      return platform.log.warn('An invitation was not mailed: its address gets too many letters.', { id })
    const url = `${pageOf(platform, id)}?secret=${platform.secrets.open(SECRET_SEAL, found.sealed)}`
    const lifeSeconds = Math.round((expiresAt.getTime() - madeAt.getTime()) / 1000)
    const key = `invitation-${id}-${found.digest.slice(0, KEY_LENGTH)}`
    await queueEmail(tx, platform, {
      email: 'invitation',
      to,
      values: { url, inviter, organization, lifeSeconds },
      key,
      until: expiresAt,
      now,
    })
  })
}

/** The page of an invitation. Without the secret of the letter it is no secret: it asks who is there. */
export function pageOf({ settings }: Pick<Platform, 'settings'>, id: string): string {
  return `${settings.BASE_URL}/invitations/${id}`
}
