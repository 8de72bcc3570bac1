import { countRequester, limitRecipient } from '#identity/mail/index.ts'
import { lockUserByEmail, parseEmail } from '#identity/users/index.ts'
import { queueVerificationEmail } from '#identity/verification/index.ts'
import { refuse, refuseWhen } from '#kernel/refusal.ts'
import type { Tx } from '#platform/database/database.ts'
import { TooManyRequests } from '#platform/limits/too-many-requests.ts'
import type { Platform } from '#platform/platform.ts'
import { networkOf } from '#platform/request/network.ts'
import type { RequestInfo } from '#platform/request/request.ts'
import { emailRefusals } from '../refusals.ts'
import { verificationLimit } from '../rules.ts'

/** The email to verify, and the request. */
export interface SendVerificationInput {
  readonly email: string
  readonly callbackURL: string | undefined
  readonly request: RequestInfo
  readonly now: Date
  readonly transaction: <T>(run: (tx: Tx) => Promise<T>) => Promise<T>
}

/**
 * Mails a link that verifies an email, whether it is verified already or not. As specified, the answer discloses that no user has the
 * email. So requests are rate-limited per network, and per email whether a user has it or not.
 */
export async function sendVerification(platform: Platform, input: SendVerificationInput): Promise<void> {
  refuseWhen(platform.settings.VERIFICATION_EMAIL_DISABLED, emailRefusals.verificationNotEnabled)
  countRequester(platform, input)
  const { callbackURL, request, now } = input
  const email = parseEmail(input.email)
  const isKnown = await input.transaction(async (tx) => {
    const wait = await platform.limits.hitStored(tx, verificationLimit, networkOf(request.ipAddress), now)
    if (wait > 0) throw new TooManyRequests(verificationLimit, wait)
    await limitRecipient(tx, platform, { to: email, now })
    // Locked: a user who is being deleted at this moment has no email to verify.
    const user = await lockUserByEmail(tx, email)
    if (!user) return false
    await queueVerificationEmail(tx, platform, { user, callbackURL, request, now })
    const caller = { kind: 'anonymous' } as const
    await platform.audit.append(tx, { action: 'user.verification_asked', organizationId: null, userId: user.id, caller, request, now })
    return true
  })
  if (!isKnown) refuse(emailRefusals.userNotFound)
}
