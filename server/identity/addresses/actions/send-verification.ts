import { countSender, takeRecipient } from '#identity/mail/index.ts'
import { addressOf, lockUserByEmail } from '#identity/users/index.ts'
import { mailVerification } from '#identity/verification/index.ts'
import { refuse, refuseWhen } from '#kernel/refusal.ts'
import type { Tx } from '#platform/database/database.ts'
import { networkOf } from '#platform/http/guard/address.ts'
import { TooOften } from '#platform/http/guard/limits.ts'
import type { RequestInfo } from '#platform/http/request.ts'
import type { Platform } from '#platform/platform.ts'
import { addressRefusals } from '../refusals.ts'
import { asking } from '../rules.ts'

/** Which address is to be proven, and who asks. */
export interface SendingVerification {
  readonly email: string
  readonly callbackURL: string | undefined
  readonly request: RequestInfo
  readonly now: Date
  readonly transaction: <T>(run: (tx: Tx) => Promise<T>) => Promise<T>
}

/**
 * Mails a link that proves an address, proven already or not. That nobody has the address is told, as the specification words it;
 * so the question is limited for its network, and for the address alike whether somebody has it or not.
 */
export async function sendVerification(platform: Platform, sending: SendingVerification): Promise<void> {
  refuseWhen(platform.settings.VERIFICATION_EMAIL_DISABLED, addressRefusals.verificationNotEnabled)
  countSender(platform, sending)
  const { callbackURL, request, now } = sending
  const email = addressOf(sending.email)
  const isSent = await sending.transaction(async (tx) => {
    const wait = await platform.limits.hitStored(tx, asking, networkOf(request.address), now)
    if (wait > 0) throw new TooOften(asking, wait)
    await takeRecipient(tx, platform, { to: email, now })
    // Held, for whoever leaves in this moment has no address to be proven.
    const user = await lockUserByEmail(tx, email)
    if (!user) return false
    await mailVerification(tx, platform, { user, callbackURL, now })
    const caller = { kind: 'anonymous' } as const
    await platform.audit.append(tx, { action: 'user.verification_asked', organizationId: null, userId: user.id, caller, request, now })
    return true
  })
  if (!isSent) refuse(addressRefusals.userNotFound)
}
