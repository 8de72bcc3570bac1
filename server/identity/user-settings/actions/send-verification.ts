import { countRequester, limitRecipient } from '#identity/mail/index.ts'
import { lockUserByEmail, parseEmail } from '#identity/users/index.ts'
import { queueVerificationEmail } from '#identity/verification/index.ts'
import { refuse, refuseWhen } from '#kernel/refusal.ts'
import type { RunTransaction, Tx } from '#platform/database/database.ts'
import { TooManyRequests } from '#platform/limits/too-many-requests.ts'
import type { Platform } from '#platform/platform.ts'
import type { Caller } from '#platform/request/caller.ts'
import { networkOf } from '#platform/request/network.ts'
import type { RequestInfo } from '#platform/request/request.ts'
import { emailRefusals } from '../refusals.ts'
import { verificationLimits } from '../rules.ts'

/** The email to verify, and the request. */
export interface SendVerificationInput {
  readonly email: string
  readonly callbackURL: string | undefined
  readonly caller: Caller
  readonly request: RequestInfo
  readonly now: Date
  readonly transaction: RunTransaction
}

/**
 * Mails a link that verifies an email, whether it is verified already or not. As specified, the answer discloses that no user has the
 * email. So requests are rate-limited per network, and per email whether a user has it or not. A user who asks for their own email learns
 * nothing, and has a count of their own.
 */
export async function sendVerification(platform: Platform, input: SendVerificationInput): Promise<void> {
  refuseWhen(platform.settings.VERIFICATION_EMAIL_DISABLED, emailRefusals.verificationNotEnabled)
  countRequester(platform, input)
  const { callbackURL, caller, request, now } = input
  const email = parseEmail(input.email)
  const isOwn = caller.kind === 'user' && caller.user.email === email && caller.session.impersonatedBy === null
  const isKnown = await input.transaction(async (tx) => {
    if (!isOwn) await countDisclosure(tx, platform, { email, request, now })
    // Locked: a user who is being deleted at this moment has no email to verify.
    const user = await lockUserByEmail(tx, email)
    if (!user) return false
    await limitRecipient(tx, platform, { to: email, purpose: 'verification', share: isOwn ? 'owner' : 'anyone', now })
    await queueVerificationEmail(tx, platform, { user, callbackURL, request, now })
    await platform.audit.append(tx, { action: 'user.verification_asked', organizationId: null, userId: user.id, caller, request, now })
    return true
  })
  if (!isKnown) refuse(emailRefusals.userNotFound)
}

async function countDisclosure(
  tx: Tx,
  { limits }: Pick<Platform, 'limits'>,
  { email, request, now }: Pick<SendVerificationInput, 'email' | 'request' | 'now'>,
): Promise<void> {
  const counts = [
    [verificationLimits.network, networkOf(request.ipAddress)],
    [verificationLimits.account, email],
  ] as const
  for (const [rule, key] of counts) {
    const wait = await limits.hitStored(tx, rule, key, now)
    if (wait > 0) throw new TooManyRequests(rule, wait)
  }
}
