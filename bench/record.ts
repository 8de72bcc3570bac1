// Records what the real server sends to the database for a request, so that the bare target sends the same and cannot drift from it.
import pg from 'pg'
import { roundTrips } from '#platform/database/named.ts'
import type { TestAnswer } from '#test/support/server.ts'
import { type Exchange, type Flow, type Sent, type Statement, type Text, type Value, WORD } from './script.ts'

/** A message to the database as it was sent. */
export interface Heard {
  readonly text: string
  readonly values: readonly Sent[]
}

/** One request and its answer, with all that it sent to the database. */
export interface RecordedExchange {
  readonly method: string
  readonly path: string
  readonly heard: readonly Heard[]
  readonly status: number
  readonly body: string
}

type Query = (this: pg.Client, ...sent: unknown[]) => unknown

/**
 * Runs `act` and gives every message to the database that was counted for whoever asked, in order: what the process sends for
 * itself (notes written behind, word that there is work) is not among them.
 */
export async function heardDuring<T>(act: () => Promise<T>): Promise<{ readonly heard: readonly Heard[]; readonly result: T }> {
  const heard: Heard[] = []
  const client = pg.Client.prototype as unknown as { query: Query }
  const { query } = client
  client.query = function (...sent) {
    const [asked, values] = sent as [string | { text: string; values?: Sent[] }, Sent[] | undefined]
    const message = typeof asked === 'string' ? { text: asked, values: values ?? [] } : { text: asked.text, values: asked.values ?? [] }
    if (roundTrips.getStore()) heard.push({ text: message.text, values: [...message.values] })
    return query.apply(this, sent)
  }
  try {
    return { result: await act(), heard }
  } finally {
    client.query = query
  }
}

/** Makes a request and records it. Rejects unless it is answered with success. */
export async function recorded(method: string, path: string, ask: () => Promise<TestAnswer>): Promise<RecordedExchange> {
  const { heard, result } = await heardDuring(ask)
  if (result.status >= 300) throw new Error(`${method} ${path} was answered ${result.status}: ${result.text}`)
  const counted = heard.map(({ text }) => text)
  if (counted.join('\n') !== result.texts.join('\n'))
    throw new Error(`${method} ${path}: what was recorded is not what the server counted.`)
  return { method, path, heard, status: result.status, body: result.text }
}

/** The flow behind two recordings of it: what only one of them holds is new each time. */
export function flowOf(recording: readonly RecordedExchange[], another: readonly RecordedExchange[]): Flow {
  const known = new Set(wordsOf(another))
  const words = [...new Set(wordsOf(recording))].filter((word) => !known.has(word))
  const text = (whole: string) => textOf(whole, words)
  return {
    words,
    exchanges: recording.map(({ method, path, heard, status, body }): Exchange => {
      return { method, path: text(path), statements: heard.map((each) => statementOf(each, words)), status, body: text(body) }
    }),
  }
}

/** A recorded message with places for `words`. */
export function statementOf({ text, values }: Heard, words: readonly string[]): Statement {
  return { text, values: values.map((value) => toValue(value, words)) }
}

/** Text with places where it holds one of `words`. */
export function textOf(whole: string, words: readonly string[]): Text {
  const parts: (string | number)[] = []
  let from = 0
  for (const { 0: word, index } of whole.matchAll(WORD)) {
    const place = words.indexOf(word)
    if (place < 0) continue
    parts.push(whole.slice(from, index), place)
    from = index + word.length
  }
  return [...parts, whole.slice(from)]
}

function toValue(value: Sent, words: readonly string[]): Value {
  if (value instanceof Date) return { at: value.toISOString() }
  if (Array.isArray(value)) return { list: value.map((each) => toValue(each, words)) }
  if (typeof value !== 'string') return value
  const text = textOf(value, words)
  return text.length === 1 ? value : { text }
}

/** Every long word of what was sent and answered. */
function wordsOf(recording: readonly RecordedExchange[]): string[] {
  return recording.flatMap(({ heard, body }) => [...heard.flatMap(({ values }) => values.flatMap(wordsIn)), ...wordsIn(body)])
}

/** The long words of one value. */
export function wordsIn(value: Sent): string[] {
  if (Array.isArray(value)) return value.flatMap(wordsIn)
  return typeof value === 'string' ? (value.match(WORD) ?? []) : []
}
