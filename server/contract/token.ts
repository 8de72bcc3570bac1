import { randomBytes } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { assert } from '../kernel/assert.ts'

/** Random characters in a token: 37 of an alphabet of 62 are 220 bits. */
export const RANDOM_LENGTH = 37
const CHECKSUM_LENGTH = 6
const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const BODY = /^[0-9A-Za-z]{43}$/
const UNBIASED = 248

/** The prefixes of the kinds of secrets, by which this server and secret scanners recognize them. */
export const prefixes = { organizationToken: 'gh_oat_', customerSession: 'gh_cst_', checkout: 'co_cs_', checkoutLink: 'co_cl_' } as const

/** A number in base 62, padded to a width: digits first, then upper-case, then lower-case letters. */
export function base62(value: number, width: number): string {
  assert(Number.isSafeInteger(value) && value >= 0, 'Only non-negative integers have a base 62 form')
  let rest = value
  let text = ''
  do {
    text = ALPHABET.charAt(rest % 62) + text
    rest = Math.floor(rest / 62)
  } while (rest > 0)
  return text.padStart(width, '0')
}

/** Random characters of `0-9A-Za-z`, each equally likely. */
export function randomText(length: number, random: (size: number) => Uint8Array = randomBytes): string {
  let text = ''
  while (text.length < length) {
    for (const byte of random(length)) {
      if (byte < UNBIASED && text.length < length) text += ALPHABET.charAt(byte % 62)
    }
  }
  return text
}

/** prefix + 37 random characters + the CRC-32 of these as 6 characters of base 62 (rule C2; access tokens likewise). */
export function tokenFrom(prefix: string, random: string): string {
  assert(random.length === RANDOM_LENGTH, `A token holds ${RANDOM_LENGTH} random characters`)
  return `${prefix}${random}${base62(crc32(random), CHECKSUM_LENGTH)}`
}

/** A new secret with this prefix. Show it once and store only its hash, unless a rule says otherwise. */
export function newToken(prefix: string): string {
  return tokenFrom(prefix, randomText(RANDOM_LENGTH))
}

/** Whether the text has this prefix, the right length and a valid checksum: a cheap check before any lookup. */
export function isToken(prefix: string, text: string): boolean {
  const body = text.startsWith(prefix) ? text.slice(prefix.length) : ''
  return BODY.test(body) && tokenFrom(prefix, body.slice(0, RANDOM_LENGTH)) === text
}
