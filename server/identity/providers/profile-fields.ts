// Reads fields from the responses of providers, which may have any type.
import type { ProviderUser } from './model.ts'

const EMAIL_MAX = 254
const NAME_MAX = 255
const ID_MAX = 255
const URL_MAX = 2048
const EMAIL = /^[^\s@]+@[^\s@]+$/

/** The value at a path, of any type; undefined if there is none. A number in the path is an index. */
export function at(from: unknown, ...path: readonly (string | number)[]): unknown {
  return path.reduce<unknown>(
    (value, key) => (typeof value === 'object' && value !== null && Object.hasOwn(value, key) ? Reflect.get(value, key) : undefined),
    from,
  )
}

/** The text at a path, trimmed; a whole number becomes its digits, anything else ''. */
export function textAt(from: unknown, ...path: readonly (string | number)[]): string {
  const value = at(from, ...path)
  if (typeof value === 'number' && Number.isSafeInteger(value)) return String(value)
  return typeof value === 'string' ? value.trim() : ''
}

/** Whether the value at a path is `true`. */
export function flagAt(from: unknown, ...path: readonly (string | number)[]): boolean {
  return at(from, ...path) === true
}

/** Whether the value at a path is `true` or the text `'true'`, which some providers send. */
export function claimAt(from: unknown, ...path: readonly (string | number)[]): boolean {
  const value = at(from, ...path)
  return value === true || value === 'true'
}

/** The list at a path, or an empty one. */
export function listAt(from: unknown, ...path: readonly (string | number)[]): readonly unknown[] {
  const value = at(from, ...path)
  return Array.isArray(value) ? value : []
}

/** The raw texts of a user as a provider's definition reads them; '' or undefined for a missing one. */
export interface RawProviderUser {
  readonly id: string
  readonly email?: string | undefined
  /** The provider's own claim about `email`. */
  readonly isVerified?: boolean
  /** The first nonempty one becomes the name, otherwise the part of the email before the @. */
  readonly names: readonly string[]
  readonly image?: string | undefined
}

/** The user in the form of the model; null without a valid id. */
export function providerUser(raw: RawProviderUser): ProviderUser | null {
  if (raw.id === '' || raw.id.length > ID_MAX) return null
  const email = emailFrom(raw.email ?? '')
  const name = raw.names.map((each) => each.trim()).find((each) => each !== '') ?? email?.split('@')[0] ?? ''
  return {
    accountId: raw.id,
    email,
    emailVerified: email !== null && raw.isVerified === true,
    name: name.slice(0, NAME_MAX),
    image: imageFrom(raw.image ?? ''),
  }
}

// Folds ASCII capitals only: otherwise a look-alike such as the Kelvin sign would become a letter of another user's email before the
// email is validated.
function emailFrom(text: string): string | null {
  return text.length <= EMAIL_MAX && EMAIL.test(text) ? text.replace(/[A-Z]+/g, (capitals) => capitals.toLowerCase()) : null
}

function imageFrom(text: string): string | null {
  const url = text.length <= URL_MAX ? URL.parse(text) : null
  return url?.protocol === 'https:' ? url.href : null
}
