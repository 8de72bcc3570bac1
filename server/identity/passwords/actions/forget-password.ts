import { randomText } from '#contract/token.ts'
import { countRequester } from '#identity/mail/index.ts'
import { deviceTokenOf } from '#identity/sessions/devices/index.ts'
import { parseEmail } from '#identity/users/index.ts'
import { refuseWhen } from '#kernel/refusal.ts'
import type { RunTransaction } from '#platform/database/database.ts'
import type { Platform } from '#platform/platform.ts'
import type { RequestInfo } from '#platform/request/request.ts'
import { enqueue } from '#platform/worker/enqueue.ts'
import { sendResetEmailJob } from '../jobs.ts'
import { RESET_TOKEN_LENGTH } from '../model.ts'
import { passwordRefusals } from '../refusals.ts'
import { RESET_PAGE } from '../rules.ts'
import { RESET_SEAL, type ResetRequest } from './send-reset-email.ts'

/** The email whose password is forgotten, and the request. */
export interface ForgetPasswordInput {
  readonly email: string
  readonly redirectTo: string | undefined
  readonly request: RequestInfo
  readonly now: Date
  readonly transaction: RunTransaction
}

/**
 * Enqueues a reset email. Only the job looks up whether a user has this email, and counts it if so. This function writes the same for every
 * email, so neither the response nor its time discloses whether the user exists.
 */
export async function forgetPassword(platform: Platform, input: ForgetPasswordInput): Promise<void> {
  refuseWhen(platform.settings.RESET_PASSWORD_DISABLED, passwordRefusals.resetNotEnabled)
  const { redirectTo, request, now } = input
  const email = parseEmail(input.email)
  countRequester(platform, input)
  const { id, ipAddress, userAgent, language } = request
  const device = deviceTokenOf(request, platform)
  const resetRequest: ResetRequest = {
    email,
    token: randomText(RESET_TOKEN_LENGTH),
    target: redirectTo || RESET_PAGE,
    requestedAt: now.toISOString(),
    request: { id, address: ipAddress, userAgent, language },
    deviceDigest: device === undefined ? null : platform.secrets.digest(device),
  }
  const sealed = platform.secrets.seal(RESET_SEAL, JSON.stringify(resetRequest))
  await input.transaction((tx) => enqueue(tx, platform, sendResetEmailJob, { sealed }))
}
