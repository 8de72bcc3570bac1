import { withoutSignedQueries } from '#kernel/request/signed-queries.ts'

const SECRET = /pass(word|wd|phrase)|secret|token|authorization|cookie|api[-_]?key|signature|credential|(database|smtp)_?url/i
/** Names that only identify a secret. */
const HARMLESS = /(id|ids|prefix|kind|count|name)$/i
const DEPTH_MAX = 5
const TEXT_MAX = 8000
const HIDDEN = '[hidden]'

/** The fields with values under secret-like names redacted; errors become plain values with their causes. */
export function clean(fields: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return cleanObject(fields, 0)
}

/** Cached decisions: there are few field names, and each log line has ten. */
const decisions = new Map<string, boolean>()
const DECISIONS_MAX = 1000

function isSecret(name: string): boolean {
  const known = decisions.get(name)
  if (known !== undefined) return known
  const is = SECRET.test(name) && !HARMLESS.test(name)
  if (decisions.size < DECISIONS_MAX) decisions.set(name, is)
  return is
}

function cleanObject(fields: Readonly<Record<string, unknown>>, depth: number): Record<string, unknown> {
  const cleaned: Record<string, unknown> = {}
  for (const name of Object.keys(fields)) {
    const value = fields[name]
    cleaned[name] = isSecret(name) && value !== undefined && value !== null ? HIDDEN : cleanValue(value, depth + 1)
  }
  return cleaned
}

function cleanValue(value: unknown, depth: number): unknown {
  if (typeof value === 'string') return cleanText(value)
  if (typeof value === 'bigint') return value.toString()
  if (typeof value !== 'object' || value === null || value instanceof Date) return value
  if (depth > DEPTH_MAX) return '[deeper]'
  if (value instanceof Error) return cleanError(value, depth)
  if (Array.isArray(value)) return value.map((each) => cleanValue(each, depth + 1))
  return cleanObject(value as Record<string, unknown>, depth)
}

function cleanText(text: string): string {
  return withoutSignedQueries(text.length > TEXT_MAX ? `${text.slice(0, TEXT_MAX)}…` : text)
}

// Selected properties only: the `detail` of a database error would quote the row.
function cleanError(error: Error, depth: number): Record<string, unknown> {
  const code = 'code' in error ? { code: error.code } : {}
  const cause = error.cause === undefined ? {} : { cause: cleanValue(error.cause, depth + 1) }
  const stack = error.stack && withoutSignedQueries(error.stack)
  return { type: error.name, message: withoutSignedQueries(error.message), ...code, stack, ...cause }
}
