// The format of recordings for the bare target: statements and answers with placeholders for tokens that are new each time.
import { newId } from '#kernel/id.ts'

/** Text with placeholders: a number is the index of one of the flow's tokens. */
export type Text = readonly (string | number)[]

/** A value of a statement: a constant, a time, text with placeholders, or a list of them. */
export type Value =
  | string
  | number
  | boolean
  | null
  | { readonly at: string }
  | { readonly text: Text }
  | { readonly list: readonly Value[] }

/** One statement. */
export interface Statement {
  readonly text: string
  readonly values: readonly Value[]
}

/** One request, the statements of the real server for it, and the body of the answer. */
export interface ScriptStep {
  readonly method: string
  /** With one placeholder at most: the token by which a later request refers to its flow. */
  readonly path: Text
  readonly statements: readonly Statement[]
  readonly status: number
  readonly body: Text
}

/** Consecutive requests that share their tokens. */
export interface Flow {
  readonly steps: readonly ScriptStep[]
  /** The recorded tokens. Each run replaces them by others of the same length. */
  readonly tokens: readonly string[]
}

/** The input of the bare target. Several flows with the same first request are used in turn. */
export interface Script {
  readonly flows: readonly Flow[]
}

/** A value as pg accepts it. */
export type SqlValue = string | number | boolean | null | Date | SqlValue[]

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

/** Text of at least this length may be an id, a digest, a token or a key; times and amounts are shorter. */
export const TOKEN = /[A-Za-z0-9_-]{16,}/g

/** Creates new tokens with the length and kind of the recorded ones, in ascending order like the ids of the product. */
export function freshTokens(now: Date): (tokens: readonly string[]) => string[] {
  const seed = newId(now)
  let count = 0
  return (tokens) =>
    tokens.map((token) => {
      count += 1
      if (UUID.test(token)) return `${seed.slice(0, 24)}${count.toString(16).padStart(12, '0')}`
      return `${seed.slice(0, 8)}${count.toString(36)}`.padStart(token.length, 'x').slice(-token.length)
    })
}

/** Replaces the placeholders of a text. */
export function fillText(text: Text, tokens: readonly string[]): string {
  let all = ''
  for (const part of text) all += typeof part === 'number' ? tokens[part] : part
  return all
}

/** Replaces the placeholders of a value. */
export function toSqlValue(value: Value, tokens: readonly string[]): SqlValue {
  if (value === null || typeof value !== 'object') return value
  if ('at' in value) return new Date(value.at)
  if ('text' in value) return fillText(value.text, tokens)
  return value.list.map((each) => toSqlValue(each, tokens))
}
