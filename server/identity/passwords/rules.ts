import { refuseWhen } from '#kernel/refusal.ts'
import { foldCase, lengthOf } from '#kernel/text.ts'
import type { UserCaller } from '#platform/http/caller.ts'
import type { LimitRule } from '#platform/limits/limits.ts'
import { passwordRefusals } from './refusals.ts'

/** How long a password may be, in characters. */
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

/** Refuses a new password that is among the best known, however it is written: composed or not, in capitals or not. */
export function refuseBestKnown(password: string, bestKnown: ReadonlySet<string>): void {
  refuseWhen(bestKnown.has(foldCase(password.normalize('NFKC'))), passwordRefusals.passwordTooCommon)
}

/** Refuses what nobody may do in a session borrowed from its owner: change password or address, delete the account. */
export function refuseBorrowed({ session }: Pick<UserCaller, 'session'>): void {
  refuseWhen(session.impersonatedBy !== null, passwordRefusals.borrowedSession)
}

/** Where a browser goes with the token of a reset link, unless whoever asked for it said. */
export const RESET_PAGE = '/reset-password'

/**
 * Where a reset link leads on to: `target` made absolute on the base address, with the token, or with what is wrong. Without a
 * target it is the error page.
 */
export function resetTarget(baseUrl: string, target: string, told: { readonly token: string } | { readonly error: string }): string {
  const url = new URL(target || '/api/auth/error', baseUrl)
  if ('error' in told || target === '') url.searchParams.set('error', 'error' in told ? told.error : 'INVALID_TOKEN')
  else url.searchParams.set('token', told.token)
  return url.href
}

/**
 * How often an account's password may be guessed under one of its names: from one network, and in all. Address and user name are
 * counted apart, so twice as often in all: counted as one, either would tell of the other. The second is ten times the first, so
 * that nobody who guesses from one place can lock the owner out; a right password makes its own network's count begin anew. A
 * browser in which the person has signed in before is counted alone, whatever others guess meanwhile.
 */
export const guessing = {
  device: { name: 'password:device', max: 10, windowSeconds: 600 },
  network: { name: 'password:network', max: 10, windowSeconds: 600 },
  account: { name: 'password:account', max: 100, windowSeconds: 600 },
} as const satisfies Readonly<Record<string, LimitRule>>

/** How often sign-up may tell that an address exists: to one network, and of one address. */
export const telling = {
  network: { name: 'sign-up-tells:network', max: 10, windowSeconds: 3600 },
  account: { name: 'sign-up-tells:account', max: 10, windowSeconds: 3600 },
} as const satisfies Readonly<Record<string, LimitRule>>
