import { prefixes } from '#contract/token.ts'
import { withoutSignedQueries } from '#kernel/request/signed-queries.ts'

/** The characters of a recorded query or body. */
export const CONTENT_LENGTH = 8_000
/** A body with more characters is not read: its beginning alone could be no JSON, so nothing in it could be redacted. */
export const READ_LENGTH = 128_000
const DEPTH_MAXIMUM = 8
const HIDDEN = '[hidden]'
const TOO_LONG = '[too long to record]'

/** Names of fields whose values are credentials or card numbers. */
const SECRET_NAME =
  /pass(word|wd|phrase|code)|secret|token|authorization|cookie|api[-_]?key|signature|credential|^(key|code|otp|pin|cvc|cvv|card(_number)?|number|iban|account_number)$/i
/** Names that only identify a secret. */
const HARMLESS_NAME = /(_id|_ids|_prefix|_kind|_count|_name|_limit|_at)$/i
/** A secret of this server, or of another that begins alike, within any text: in a URL, for example. */
const SECRET_TEXT = new RegExp(`(${[...Object.values(prefixes), 'whsec_', 'sk_', 'rk_', 'gh_'].join('|')})[0-9A-Za-z+/=_-]{8,}`, 'g')

/** A text without the secrets that it contains. */
export function redactedText(text: string): string {
  return withoutSignedQueries(text.replace(SECRET_TEXT, (_, prefix: string) => `${prefix}${HIDDEN}`))
}

/** The value as JSON without secrets, of at most `CONTENT_LENGTH` characters; null for none. */
export function redactedJson(value: unknown): string | null {
  if (value === undefined || value === null) return null
  return bounded(JSON.stringify(redacted(value, 0)))
}

/** The text of a body as it is recorded: JSON is redacted, anything else is named by its kind alone. */
export function redactedBody(text: string): string | null {
  if (text === '') return null
  if (text.length > READ_LENGTH) return TOO_LONG
  try {
    return redactedJson(JSON.parse(text))
  } catch {
    return '[not JSON]'
  }
}

function bounded(text: string): string {
  return text.length > CONTENT_LENGTH ? `${text.slice(0, CONTENT_LENGTH).toWellFormed()}…` : text
}

function redacted(value: unknown, depth: number): unknown {
  if (typeof value === 'string') return redactedText(value)
  if (typeof value !== 'object' || value === null) return value
  if (depth > DEPTH_MAXIMUM) return '[deeper]'
  if (Array.isArray(value)) return value.map((each) => redacted(each, depth + 1))
  const entries = Object.entries(value).map(([name, each]) => [name, isSecret(name, each) ? HIDDEN : redacted(each, depth + 1)])
  return Object.fromEntries(entries)
}

function isSecret(name: string, value: unknown): boolean {
  return value !== null && typeof value !== 'boolean' && SECRET_NAME.test(name) && !HARMLESS_NAME.test(name)
}
