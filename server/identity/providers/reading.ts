// Reads what providers say: nothing they send is taken for granted.
import type { ProviderUser } from './model.ts'

const EMAIL_MAX = 254
const NAME_MAX = 255
const ID_MAX = 255
const URL_MAX = 2048
const EMAIL = /^[^\s@]+@[^\s@]+$/

/** The value at a path, whatever it is; undefined where there is nothing. A number in the path is an index. */
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

/** Whether there is a plain `true` at a path. */
export function flagAt(from: unknown, ...path: readonly (string | number)[]): boolean {
  return at(from, ...path) === true
}

/** Whether a provider says yes at a path: `true`, as some write it also as a text. */
export function claimAt(from: unknown, ...path: readonly (string | number)[]): boolean {
  const value = at(from, ...path)
  return value === true || value === 'true'
}

/** The list at a path, or an empty one. */
export function listAt(from: unknown, ...path: readonly (string | number)[]): readonly unknown[] {
  const value = at(from, ...path)
  return Array.isArray(value) ? value : []
}

/** A person as a provider's file found it: raw texts, '' or undefined for nothing. */
export interface FoundPerson {
  readonly id: string
  readonly email?: string | undefined
  /** The provider's own claim about `email`. */
  readonly isVerified?: boolean
  /** The first that is not empty is the name; the part of the address before the @ where all are. */
  readonly names: readonly string[]
  readonly image?: string | undefined
}

/** The person in the shape of the model; null without an id. */
export function personFrom(found: FoundPerson): ProviderUser | null {
  if (found.id === '' || found.id.length > ID_MAX) return null
  const email = emailFrom(found.email ?? '')
  const name = found.names.map((each) => each.trim()).find((each) => each !== '') ?? email?.split('@')[0] ?? ''
  return {
    accountId: found.id,
    email,
    emailVerified: email !== null && found.isVerified === true,
    name: name.slice(0, NAME_MAX),
    image: imageFrom(found.image ?? ''),
  }
}

// Of capitals those of ASCII alone: before it is judged, a look-alike (the sign of the Kelvin) would else become a letter of somebody
// else's address.
function emailFrom(text: string): string | null {
  return text.length <= EMAIL_MAX && EMAIL.test(text) ? text.replace(/[A-Z]+/g, (capitals) => capitals.toLowerCase()) : null
}

function imageFrom(text: string): string | null {
  const url = text.length <= URL_MAX ? URL.parse(text) : null
  return url?.protocol === 'https:' ? url.href : null
}
