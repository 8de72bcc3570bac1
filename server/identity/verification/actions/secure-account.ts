import { deleteAccountsOf } from '#identity/accounts/index.ts'
import { queueEmail } from '#identity/mail/index.ts'
import { deleteDevicesOf } from '#identity/sessions/devices/index.ts'
import { applyUserChange, revokeSessionsOf } from '#identity/sessions/index.ts'
import { saveUnattended } from '#identity/users/index.ts'
import { emailLanguageOf, type User, verifyEmail } from '#identity/users/model.ts'
import { toFullUserWire } from '#identity/users/wire.ts'
import type { Tx } from '#platform/database/database.ts'
import { emit } from '#platform/outbox/emit.ts'
import type { Platform } from '#platform/platform.ts'
import type { RequestInfo } from '#platform/request/request.ts'
import { invalidateTokensOf } from '../store.ts'

/** A user whose email is unverified or was verified by an unattended link, and how its owner has verified it. */
export interface SecureAccountInput {
  /** Locked by the caller. */
  readonly user: User
  /** The display name of the provider that the owner signed in with; null for a reset link. */
  readonly provider: string | null
  /** False for a trusted provider that does not claim the email as verified. */
  readonly verifiesEmail: boolean
  readonly request: Pick<RequestInfo, 'language'>
  readonly now: Date
}

/** The user, and the number of provider links that were removed. */
export interface SecureAccountResult {
  readonly user: User
  readonly removedLinks: number
}

/**
 * Takes an account from the user who created it with another person's email: removes its password, provider links, known browsers, mailed
 * links and sessions, emits `user.secured` for what higher modules remove, and notifies the owner of the email. An account whose email was
 * verified keeps what higher modules have, because it is mostly its owner who has opened the link on another device (decision 38). The
 * calling action adds the sign-in method of the owner and writes the audit entry.
 */
export async function secureAccount(tx: Tx, platform: Platform, input: SecureAccountInput): Promise<SecureAccountResult> {
  const { provider, verifiesEmail, request, now } = input
  const userId = input.user.id
  const { links: removedLinks } = await deleteAccountsOf(tx, userId)
  await invalidateTokensOf(tx, userId)
  await deleteDevicesOf(tx, userId)
  await revokeSessionsOf(tx, platform, { userId, now })
  if (verifiesEmail) await saveUnattended(tx, userId, false)
  const user = verifiesEmail
    ? await applyUserChange(tx, platform, { user: input.user, outcome: verifyEmail(input.user, now), now })
    : input.user
  const wasVerified = input.user.emailVerified
  if (!wasVerified)
    await emit(tx, platform, { name: 'user.secured', organizationId: null, resourceId: userId, payload: toFullUserWire(user), now })
  const values = { url: `${platform.settings.BASE_URL}/account/connections`, provider, wasVerified, at: now.toISOString() }
  await queueEmail(tx, platform, { email: 'accountSecured', to: user.email, language: emailLanguageOf(user, request), values })
  return { user, removedLinks }
}
