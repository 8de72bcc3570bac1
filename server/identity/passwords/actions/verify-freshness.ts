import { isFresh } from '#identity/sessions/index.ts'
import { type RefusalEntry, refuseWhen } from '#kernel/refusal.ts'
import type { Platform } from '#platform/platform.ts'
import { type VerifyPasswordInput, verifyPassword } from './verify-password.ts'

/** The session of the caller, with their password where they entered it. */
export interface VerifyFreshnessInput extends Omit<VerifyPasswordInput, 'password'> {
  readonly password: string | undefined
  /** The refusal of a session that is not fresh, where no password was entered. */
  readonly expired: RefusalEntry
}

/**
 * Verifies that the caller has a fresh session or knows their password, outside any transaction. Resolves to whether the password was
 * verified: the session may have been revoked meanwhile, so the transaction that follows locks it.
 */
export async function verifyFreshness(platform: Platform, { password, expired, ...input }: VerifyFreshnessInput): Promise<boolean> {
  const isVerified = password !== undefined && !!(await verifyPassword(platform, { ...input, password }))
  refuseWhen(!isVerified && !isFresh(input.caller.session, platform.settings.SESSION_FRESH_AGE, input.now), expired)
  return isVerified
}
