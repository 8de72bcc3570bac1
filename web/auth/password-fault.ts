import { more } from './further-words.ts'
import { faults } from './refusal.ts'

const shortest = 8
const longest = 128

/** What is wrong with a new password, as far as this page can tell; the server knows more. */
export function passwordFault(password: string): string | undefined {
  if (password === '') return more('missing.newPassword')
  if (password.length < shortest) return faults('PASSWORD_TOO_SHORT')
  return password.length > longest ? faults('PASSWORD_TOO_LONG') : undefined
}

/** Where the server's refusals of a new password stand in a form. */
export const passwordPlaces = { PASSWORD_TOO_SHORT: 'password', PASSWORD_TOO_LONG: 'password', PASSWORD_TOO_COMMON: 'password' } as const
