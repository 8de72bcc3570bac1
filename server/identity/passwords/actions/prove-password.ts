import { deviceTokenOf } from '#identity/devices/index.ts'
import type { User } from '#identity/users/model.ts'
import { refuse } from '#kernel/refusal.ts'
import { batchStatements } from '#platform/database/batch-statements.ts'
import type { UserCaller } from '#platform/http/caller.ts'
import { networkOf } from '#platform/http/guard/address.ts'
import { TooOften } from '#platform/http/guard/limits.ts'
import type { RequestInfo } from '#platform/http/request.ts'
import type { LimitRule } from '#platform/limits/limits.ts'
import type { Platform } from '#platform/platform.ts'
import { takeAttempt } from '../reads.ts'
import { passwordRefusals } from '../refusals.ts'
import { guessing } from '../rules.ts'

/** The present password as whoever is signed in gives it. */
export interface ProvingPassword {
  readonly password: string
  readonly caller: UserCaller
  readonly request: RequestInfo
  readonly now: Date
  /** What is noted of a wrong one. */
  readonly failure: `user.${string}_failed`
}

/** A password that was right: the person as they are now, its stored form, and the count to forget once it was of use. */
export interface ProvenPassword {
  readonly user: User
  readonly hash: string
  readonly guessed: readonly [rule: LimitRule, key: string]
}

/** Checks the present password of whoever is signed in. Guesses of it share the counts of signing in by address. */
export async function provePassword(platform: Platform, proving: ProvingPassword): Promise<ProvenPassword> {
  const { caller, request, now } = proving
  const device = deviceTokenOf(request, platform)
  const deviceDigest = device === undefined ? null : platform.secrets.digest(device)
  const network = networkOf(request.address)
  const attempt = { claim: { by: 'email', name: caller.user.email }, network, deviceDigest, now } as const
  const { known, isKnownDevice, tooOften } = await takeAttempt(platform.database.db, platform.limits, attempt)
  if (tooOften) throw new TooOften(tooOften.rule, tooOften.waitSeconds)
  if (known?.user.id !== caller.user.id || known.hash === null) return refuse(passwordRefusals.credentialNotFound)
  const { user, hash } = known
  const { matches } = await platform.passwords.verify(proving.password, hash)
  if (matches)
    return { user, hash, guessed: isKnownDevice ? [guessing.device, deviceDigest ?? ''] : [guessing.network, `${network} ${user.email}`] }
  const entry = { action: proving.failure, organizationId: null, userId: user.id, caller, request, now }
  await batchStatements(platform.database.db, (tx) => platform.audit.append(tx, entry))
  return refuse(passwordRefusals.invalidPassword)
}
