import { countRequester, limitRecipient } from '#identity/mail/index.ts'
import { findNamesInUse } from '#identity/passwords/index.ts'
import { applyUserChange, lockSession } from '#identity/sessions/index.ts'
import { lockUserByEmail, parseEmail, takenNameOf } from '#identity/users/index.ts'
import { changeEmail as changeUserEmail, type User } from '#identity/users/model.ts'
import { invalidateTokensOf, queueEmailChange, queueVerificationEmail } from '#identity/verification/index.ts'
import { refuse, refuseWhen } from '#kernel/refusal.ts'
import type { RunTransaction, Tx } from '#platform/database/database.ts'
import { TooManyRequests } from '#platform/limits/too-many-requests.ts'
import type { Platform } from '#platform/platform.ts'
import type { UserCaller } from '#platform/request/caller.ts'
import { networkOf } from '#platform/request/network.ts'
import type { RequestInfo } from '#platform/request/request.ts'
import { emailRefusals } from '../refusals.ts'
import { changeLimits } from '../rules.ts'

/** A signed-in user and the email that replaces theirs. */
export interface ChangeEmailInput {
  readonly newEmail: string
  readonly callbackURL: string | undefined
  readonly caller: UserCaller
  readonly request: RequestInfo
  readonly now: Date
  readonly transaction: RunTransaction
}

type EmailChangeRequest = Omit<ChangeEmailInput, 'newEmail'> & { readonly to: string }

/**
 * Changes an unverified email at once and mails a verification link to the new one. The change of a verified email is confirmed by a
 * link that is mailed to the current one. Returns the changed user, or undefined when a link was mailed. The answer discloses that an
 * email is in use, so it is rate-limited.
 */
export async function changeEmail(platform: Platform, input: ChangeEmailInput): Promise<User | undefined> {
  const { settings } = platform
  const { newEmail, caller, ...rest } = input
  refuseWhen(settings.CHANGE_EMAIL_DISABLED, emailRefusals.changeDisabled)
  const change = { ...rest, caller, to: parseEmail(newEmail) }
  refuseWhen(change.to === caller.user.email, emailRefusals.sameEmail)
  await refuseTaken(platform, change)
  countRequester(platform, change)
  return change
    .transaction((tx) => write(tx, platform, change))
    .catch((error: unknown) => {
      if (takenNameOf(error)) refuse(emailRefusals.couldNotUpdate)
      throw error
    })
}

async function refuseTaken(platform: Platform, { to, caller, request, now, transaction }: EmailChangeRequest): Promise<void> {
  const { limits, database } = platform
  const counts = [
    [changeLimits.network, networkOf(request.ipAddress)],
    [changeLimits.account, caller.user.id],
  ] as const
  const { email: isInUse, waits } = await findNamesInUse(database.db, limits, { email: to, username: null, counts, now })
  counts.forEach(([rule], at) => {
    if (waits[at]) throw new TooManyRequests(rule, waits[at])
  })
  if (!isInUse) return
  await transaction(async (tx) => {
    for (const [rule, key] of counts) {
      const wait = await limits.hitStored(tx, rule, key, now)
      if (wait > 0) throw new TooManyRequests(rule, wait)
    }
  })
  refuse(emailRefusals.couldNotUpdate)
}

async function write(tx: Tx, platform: Platform, change: EmailChangeRequest): Promise<User | undefined> {
  const { to, caller, callbackURL, request, now } = change
  const wait = await platform.limits.hitStored(tx, changeLimits.account, caller.user.id, now)
  if (wait > 0) throw new TooManyRequests(changeLimits.account, wait)
  const user = await lockUserByEmail(tx, caller.user.email)
  // The email has changed since the request was authenticated.
  if (user?.id !== caller.user.id) return refuse(emailRefusals.couldNotUpdate)
  // A session that has just been revoked, perhaps by the owner of the email, must not change it.
  await lockSession(tx, caller)
  const about = { organizationId: null, userId: user.id, caller, request, now }
  if (user.emailVerified) {
    refuseWhen(platform.settings.VERIFICATION_EMAIL_DISABLED, emailRefusals.verificationNotEnabled)
    await limitRecipient(tx, platform, { to: user.email, purpose: 'email-change', now })
    await queueEmailChange(tx, platform, { user, newEmail: to, callbackURL, request, now })
    await platform.audit.append(tx, { ...about, action: 'user.email_change_asked', details: { to } })
    return undefined
  }
  await limitRecipient(tx, platform, { to, purpose: 'verification', share: 'user', now })
  const changed = await applyUserChange(tx, platform, { user, outcome: changeUserEmail(user, to, now), now })
  await invalidateTokensOf(tx, user.id)
  await queueVerificationEmail(tx, platform, { user: changed, callbackURL, isChange: true, request, now })
  await platform.audit.append(tx, { ...about, action: 'user.email_changed', details: { from: user.email, to } })
  return changed
}
