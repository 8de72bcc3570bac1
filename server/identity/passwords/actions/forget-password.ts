import { countRecipient, countSender } from '#identity/mail/index.ts'
import { addressOf } from '#identity/users/index.ts'
import { refuseWhen } from '#kernel/refusal.ts'
import { randomText } from '#kernel/token.ts'
import type { Tx } from '#platform/database/database.ts'
import type { RequestInfo } from '#platform/http/request.ts'
import type { Platform } from '#platform/platform.ts'
import { enqueue } from '#platform/worker/enqueue.ts'
import { mailResetJob } from '../jobs.ts'
import { RESET_TOKEN_LENGTH } from '../model.ts'
import { passwordRefusals } from '../refusals.ts'
import { RESET_PAGE } from '../rules.ts'
import { RESET_SEAL, type ResetAsked } from './mail-reset.ts'

/** Who forgot their password, and who asks. */
export interface Forgetting {
  readonly email: string
  readonly redirectTo: string | undefined
  readonly request: RequestInfo
  readonly now: Date
  readonly transaction: <T>(run: (tx: Tx) => Promise<T>) => Promise<T>
}

/**
 * Orders a link for whoever has the address. Whether somebody has is looked up by the job alone: for every address the same is
 * counted and written here, so neither the answer nor its time tells. Beyond what one address may get nothing is ordered, in silence.
 */
export async function forgetPassword(platform: Platform, forgetting: Forgetting): Promise<void> {
  refuseWhen(platform.settings.RESET_PASSWORD_DISABLED, passwordRefusals.resetNotEnabled)
  const { redirectTo, request, now } = forgetting
  const email = addressOf(forgetting.email)
  countSender(platform, forgetting)
  const { id, address, userAgent } = request
  const asked: ResetAsked = {
    email,
    token: randomText(RESET_TOKEN_LENGTH),
    target: redirectTo || RESET_PAGE,
    askedAt: now.toISOString(),
    request: { id, address, userAgent },
  }
  const sealed = platform.secrets.seal(RESET_SEAL, JSON.stringify(asked))
  await forgetting.transaction(async (tx) => {
    if ((await countRecipient(tx, platform, { to: email, now })) === 0) await enqueue(tx, platform, mailResetJob, { sealed }, { now })
  })
}
