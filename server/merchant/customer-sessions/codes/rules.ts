// Codes with which customers sign in to the portal (rule S3). Pure but for the random bytes.
import { randomBytes } from 'node:crypto'
import type { SessionCode } from './model.ts'

/** Lifetime in seconds (rule S3). */
export const CODE_SECONDS = 1800
/** Wrong codes after which a request is void (rule S3). */
const ATTEMPTS_MAXIMUM = 5
const CODE_LENGTH = 6

/** Capital letters and digits, without those that look like others: 0 O, 1 I L, 2 Z, 5 S, 8 B. */
const ALPHABET = 'ACDEFGHJKMNPQRTUVWXY34679'
/** The largest multiple of the alphabet's length in a byte: each character is equally likely. */
const UNBIASED = 250

/** A new code of six characters: one of 244 millions. */
export function newSessionCode(random: (size: number) => Uint8Array = randomBytes): string {
  let code = ''
  while (code.length < CODE_LENGTH) {
    for (const byte of random(CODE_LENGTH))
      if (byte < UNBIASED && code.length < CODE_LENGTH) code += ALPHABET.charAt(byte % ALPHABET.length)
  }
  return code
}

/** The code as it was sent, from what a customer types: in any case, with spaces or hyphens. */
export function normalizeCode(typed: string): string {
  return typed.replace(/[\s-]/g, '').toUpperCase()
}

/** When a code expires that was requested at the instant. */
export function codeExpiresAt(requestedAt: Date): Date {
  return new Date(requestedAt.getTime() + CODE_SECONDS * 1000)
}

/** Whether a code may still be tried: it expires at `expiresAt` itself, and after five wrong ones. */
export function mayTry({ expiresAt, failedAttempts }: Pick<SessionCode, 'expiresAt' | 'failedAttempts'>, now: Date): boolean {
  return now.getTime() < expiresAt.getTime() && failedAttempts < ATTEMPTS_MAXIMUM
}
