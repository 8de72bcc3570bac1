import { refuseWhen } from '#kernel/refusal.ts'
import { foldCase, lengthOf } from '#kernel/text.ts'
import type { LimitRule } from '#platform/limits/limits.ts'
import { passwordRefusals } from './refusals.ts'

/** The allowed length of a password, in characters. */
export interface PasswordBounds {
  readonly minimum: number
  readonly maximum: number
}

/** Refuses a new password that is too short or too long. */
export function refusePasswordLength(password: string, bounds: PasswordBounds): void {
  const length = lengthOf(password)
  refuseWhen(length < bounds.minimum, passwordRefusals.passwordTooShort)
  refuseWhen(length > bounds.maximum, passwordRefusals.passwordTooLong)
}

/** Refuses a common password, in any Unicode normalization form and any case. */
export function refuseCommonPassword(password: string, common: ReadonlySet<string>): void {
  refuseWhen(common.has(foldCase(password.normalize('NFKC'))), passwordRefusals.passwordTooCommon)
}

/** The default redirect target of a reset link. */
export const RESET_PAGE = '/reset-password'

/**
 * The redirect target of a reset link: `target` resolved against the base URL, with the token or the error as query parameter. An
 * empty target becomes the error page.
 */
export function resetTarget(baseUrl: string, target: string, result: { readonly token: string } | { readonly error: string }): string {
  const url = new URL(target || '/api/auth/error', baseUrl)
  if ('error' in result || target === '') url.searchParams.set('error', 'error' in result ? result.error : 'INVALID_TOKEN')
  else url.searchParams.set('token', result.token)
  return url.href
}

/**
 * The limits of password guesses under one login name: from one network, and in total. Email and user name are counted
 * separately, which doubles the total: a shared count would disclose that they belong together. The total is ten times the limit of
 * a network, so that guesses from one network cannot lock out the owner. A correct password resets the count of its network. A
 * browser with an earlier sign-in of the user has a count of its own, independent of other guesses.
 */
export const guessLimits = {
  device: { name: 'password:device', max: 10, windowSeconds: 600 },
  network: { name: 'password:network', max: 10, windowSeconds: 600 },
  account: { name: 'password:account', max: 100, windowSeconds: 600 },
} as const satisfies Readonly<Record<string, LimitRule>>

/** The limits on sign-up disclosing that an email exists: to one network, and for one email. */
export const emailDisclosure = {
  network: { name: 'sign-up-tells:network', max: 10, windowSeconds: 3600 },
  account: { name: 'sign-up-tells:account', max: 10, windowSeconds: 3600 },
} as const satisfies Readonly<Record<string, LimitRule>>
