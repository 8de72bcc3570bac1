// Rejects input that no database stores and no parser should see: deep nesting, NUL, lone surrogates, prototype keys.
import type { Problem } from '#kernel/refusal.ts'
import { isStorable } from '#kernel/text.ts'

export const DEPTH_MAX = 64
/** The commas of a JSON text: more than a valid body has, unless its route says otherwise. Each value may cost a problem, before the caller is known. */
export const COMMAS_MAX = 5000

/**
 * The fault in the structure of a JSON text, if there is one. It is not parsed for that: deeply nested values block the embedded
 * database forever, and schemas check every one of many values.
 */
export function structureFaultOf(text: string, commasMaximum = COMMAS_MAX): string | undefined {
  let depth = 0
  let commas = 0
  let isInString = false
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index)
    if (isInString) {
      if (code === 0x5c) index += 1
      else if (code === 0x22) isInString = false
    } else if (code === 0x22) isInString = true
    else if (code === 0x5b || code === 0x7b) {
      depth += 1
      if (depth > DEPTH_MAX) return 'The body is nested too deeply'
    } else if (code === 0x5d || code === 0x7d) depth -= 1
    else if (code === 0x2c) {
      commas += 1
      if (commas > commasMaximum) return 'The body has too many values'
    }
  }
  return undefined
}

const UNSAFE_TEXT = 'Holds a character that cannot be stored'
const UNSAFE_KEY = 'Holds a key that is not allowed'

/** The first part of a parsed value that cannot be stored, as a problem below `loc`; undefined when all of it can. */
export function unsafeIn(value: unknown, loc: readonly (string | number)[]): Problem | undefined {
  if (typeof value === 'string') return isStorable(value) ? undefined : { loc, msg: UNSAFE_TEXT, type: 'string_unicode' }
  if (typeof value !== 'object' || value === null) return undefined
  if (Array.isArray(value)) {
    for (const [index, each] of value.entries()) {
      const found = unsafeIn(each, [...loc, index])
      if (found) return found
    }
    return undefined
  }
  for (const key of Object.keys(value)) {
    if (key === '__proto__') return { loc: [...loc], msg: UNSAFE_KEY, type: 'invalid_key' }
    if (!isStorable(key)) return { loc: [...loc], msg: UNSAFE_TEXT, type: 'string_unicode' }
    const found = unsafeIn((value as Record<string, unknown>)[key], [...loc, key])
    if (found) return found
  }
  return undefined
}
