import { countRecipient } from '#identity/mail/index.ts'
import { saveAddress, takenNameOf } from '#identity/users/index.ts'
import type { User } from '#identity/users/model.ts'
import { consume, mailVerification, voidValuesOf } from '#identity/verification/index.ts'
import type { RefusalEntry } from '#kernel/refusal.ts'
import type { Tx } from '#platform/database/database.ts'
import type { Platform } from '#platform/platform.ts'
import { linkRefusals } from '../refusals.ts'
import type { LivingLink, OpeningLink } from './open-link.ts'
import { tellChanged } from './tell-changed.ts'

type Change = { readonly opening: OpeningLink; readonly user: User; readonly to: string }

/**
 * Opens a link by which the owner of a proven address confirms its change, in a session of that same person and no other: the
 * address changes once, is not proven yet, and gets a letter of its own. Gives the person as they are then.
 */
export async function changeByLink(platform: Platform, opening: OpeningLink, { claims, user }: LivingLink): Promise<User | RefusalEntry> {
  const { caller } = opening
  const isOwn = caller.kind === 'user' && caller.user.id === user.id && caller.session.impersonatedBy === null
  if (!isOwn) return linkRefusals.unauthorized
  const change = { opening, user, to: claims.updateTo ?? '' }
  return opening
    .transaction((tx) => write(tx, platform, change))
    .catch((error: unknown) => {
      // Somebody took the address since the letter was sent.
      if (takenNameOf(error)) return linkRefusals.invalidToken
      throw error
    })
}

async function write(tx: Tx, platform: Platform, { opening, user, to }: Change): Promise<User | RefusalEntry> {
  const { token, callbackURL, caller, request, now } = opening
  const given = { purpose: 'change-email', value: token, now } as const
  if (!(await consume(tx, platform.secrets, given))) return linkRefusals.invalidToken
  const changed = await saveAddress(tx, { userId: user.id, from: user.email, to, now })
  if (!changed) return linkRefusals.invalidToken
  await voidValuesOf(tx, user.id)
  // The new address has asked for nothing: whoever has an address of their own would else mail to it as often as they like.
  if ((await countRecipient(tx, platform, { to, now })) === 0)
    await mailVerification(tx, platform, { user: changed, callbackURL, isChange: true, now })
  const details = { from: user.email, to }
  const entry = { action: 'user.email_changed', organizationId: null, userId: user.id, caller, details, request, now }
  await platform.audit.append(tx, entry)
  await tellChanged(tx, platform, { user: changed, now })
  return changed
}
