import { deviceTokenOf } from '#identity/sessions/devices/index.ts'
import type { User } from '#identity/users/model.ts'
import { refuse } from '#kernel/refusal.ts'
import { batchStatements } from '#platform/database/batch-statements.ts'
import type { LimitRule } from '#platform/limits/limits.ts'
import { TooManyRequests } from '#platform/limits/too-many-requests.ts'
import type { Platform } from '#platform/platform.ts'
import type { UserCaller } from '#platform/request/caller.ts'
import { networkOf } from '#platform/request/network.ts'
import type { RequestInfo } from '#platform/request/request.ts'
import { countAttempt } from '../reads.ts'
import { passwordRefusals } from '../refusals.ts'
import { guessLimits } from '../rules.ts'

/** The current password as a signed-in caller enters it. */
export interface VerifyPasswordInput {
  readonly password: string
  readonly caller: UserCaller
  readonly request: RequestInfo
  readonly now: Date
  /** The audit action of a wrong password. */
  readonly failure: `user.${string}_failed`
}

/** A correct password: the current user, its hash, and the guess count to reset after success. */
export interface VerifiedPassword {
  readonly user: User
  readonly hash: string
  readonly guessCount: readonly [rule: LimitRule, key: string]
}

/** Verifies the current password of a signed-in caller. Wrong guesses share the limits of signing in by email. */
export async function verifyPassword(platform: Platform, input: VerifyPasswordInput): Promise<VerifiedPassword> {
  const { caller, request, now } = input
  const device = deviceTokenOf(request, platform)
  const deviceDigest = device === undefined ? null : platform.secrets.digest(device)
  const network = networkOf(request.ipAddress)
  const attempt = { loginName: { by: 'email', name: caller.user.email }, network, deviceDigest, now } as const
  const { found, isKnownDevice, exceeded } = await countAttempt(platform.database.db, platform.limits, attempt)
  if (exceeded) throw new TooManyRequests(exceeded.rule, exceeded.waitSeconds)
  if (found?.user.id !== caller.user.id || found.hash === null) return refuse(passwordRefusals.credentialNotFound)
  const { user, hash } = found
  const { matches } = await platform.passwords.verify(input.password, hash)
  if (matches)
    return {
      user,
      hash,
      guessCount: isKnownDevice ? [guessLimits.device, deviceDigest ?? ''] : [guessLimits.network, `${network} ${user.email}`],
    }
  const entry = { action: input.failure, organizationId: null, userId: user.id, caller, request, now }
  await batchStatements(platform.database.db, (tx) => platform.audit.append(tx, entry))
  return refuse(passwordRefusals.invalidPassword)
}
