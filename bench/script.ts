// What a recorded exchange looks like on its way to the bare target: statements and answers with places for what is new each time.
import { newId } from '#kernel/id.ts'

/** Text with places: a number names one of the flow's fresh words. */
export type Text = readonly (string | number)[]

/** A value of a statement: a constant, a time, text with places, or a list of them. */
export type Value =
  | string
  | number
  | boolean
  | null
  | { readonly at: string }
  | { readonly text: Text }
  | { readonly list: readonly Value[] }

/** One message to the database. */
export interface Statement {
  readonly text: string
  readonly values: readonly Value[]
}

/** One request, what it made the real server send to the database, and the answer's body. */
export interface Exchange {
  readonly method: string
  /** One place at most: that of the word by which a later request names its flow. */
  readonly path: Text
  readonly statements: readonly Statement[]
  readonly status: number
  readonly body: Text
}

/** Exchanges that follow one another; their fresh words are the same throughout. */
export interface Flow {
  readonly exchanges: readonly Exchange[]
  /** Fresh words as they were when recorded: each run puts others of the same length in their place. */
  readonly words: readonly string[]
}

/** Everything that the bare target is told. Several flows that begin alike are taken in turn. */
export interface Script {
  readonly flows: readonly Flow[]
}

/** A value as pg takes it. */
export type Sent = string | number | boolean | null | Date | Sent[]

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

/** Words no shorter than this may be ids, digests, tokens and keys; times and amounts are shorter. */
export const WORD = /[A-Za-z0-9_-]{16,}/g

/** Makes fresh words: of the length and kind of the recorded ones, in rising order as ids of the product are. */
export function freshWords(now: Date): (words: readonly string[]) => string[] {
  const seed = newId(now)
  let made = 0
  return (words) =>
    words.map((word) => {
      made += 1
      if (UUID.test(word)) return `${seed.slice(0, 24)}${made.toString(16).padStart(12, '0')}`
      return `${seed.slice(0, 8)}${made.toString(36)}`.padStart(word.length, 'x').slice(-word.length)
    })
}

/** Text with its places filled. */
export function filled(text: Text, words: readonly string[]): string {
  let all = ''
  for (const part of text) all += typeof part === 'number' ? words[part] : part
  return all
}

/** A value with its places filled. */
export function sentValue(value: Value, words: readonly string[]): Sent {
  if (value === null || typeof value !== 'object') return value
  if ('at' in value) return new Date(value.at)
  if ('text' in value) return filled(value.text, words)
  return value.list.map((each) => sentValue(each, words))
}
