// Records the statements that the real server sends to the database for a request, so that the bare target sends the same ones.
import pg from 'pg'
import { roundTrips } from '#platform/database/named-pool.ts'
import type { TestAnswer } from '#test/support/server.ts'
import { type Flow, type ScriptStep, type SqlValue, type Statement, type Text, TOKEN, type Value } from './script.ts'

/** A statement as it was sent to the database. */
export interface RecordedStatement {
  readonly text: string
  readonly values: readonly SqlValue[]
}

/** One request with its answer and its statements. */
export interface RecordedRequest {
  readonly method: string
  readonly path: string
  readonly statements: readonly RecordedStatement[]
  readonly status: number
  readonly body: string
}

type Query = (this: pg.Client, ...sent: unknown[]) => unknown

/**
 * Runs `act` and returns every statement that was counted for it, in order. Statements that the process sends for itself (deferred
 * writes, notifications) are not included.
 */
export async function recordStatements<T>(
  act: () => Promise<T>,
): Promise<{ readonly statements: readonly RecordedStatement[]; readonly result: T }> {
  const statements: RecordedStatement[] = []
  const client = pg.Client.prototype as unknown as { query: Query }
  const { query } = client
  client.query = function (...sent) {
    const [statement, values] = sent as [string | { text: string; values?: SqlValue[] }, SqlValue[] | undefined]
    const recorded =
      typeof statement === 'string' ? { text: statement, values: values ?? [] } : { text: statement.text, values: statement.values ?? [] }
    if (roundTrips.getStore()) statements.push({ text: recorded.text, values: [...recorded.values] })
    return query.apply(this, sent)
  }
  try {
    return { result: await act(), statements }
  } finally {
    client.query = query
  }
}

/** Sends a request and records it. Rejects unless the answer is a success. */
export async function recordRequest(method: string, path: string, send: () => Promise<TestAnswer>): Promise<RecordedRequest> {
  const { statements, result } = await recordStatements(send)
  if (result.status >= 300) throw new Error(`${method} ${path} was answered ${result.status}: ${result.text}`)
  const counted = statements.map(({ text }) => text)
  if (counted.join('\n') !== result.statements.join('\n'))
    throw new Error(`${method} ${path}: the recorded statements differ from those that the server counted.`)
  return { method, path, statements, status: result.status, body: result.text }
}

/** The flow of two recordings: a token that only one of them contains is new each time. */
export function flowOf(recording: readonly RecordedRequest[], another: readonly RecordedRequest[]): Flow {
  const known = new Set(tokensOf(another))
  const tokens = [...new Set(tokensOf(recording))].filter((token) => !known.has(token))
  const text = (whole: string) => textOf(whole, tokens)
  return {
    tokens,
    steps: recording.map(({ method, path, statements, status, body }): ScriptStep => {
      return { method, path: text(path), statements: statements.map((each) => statementOf(each, tokens)), status, body: text(body) }
    }),
  }
}

/** A recorded statement with placeholders for `tokens`. */
export function statementOf({ text, values }: RecordedStatement, tokens: readonly string[]): Statement {
  return { text, values: values.map((value) => toValue(value, tokens)) }
}

/** Text with placeholders for the `tokens` that it contains. */
export function textOf(whole: string, tokens: readonly string[]): Text {
  const parts: (string | number)[] = []
  let from = 0
  for (const { 0: token, index } of whole.matchAll(TOKEN)) {
    const tokenIndex = tokens.indexOf(token)
    if (tokenIndex < 0) continue
    parts.push(whole.slice(from, index), tokenIndex)
    from = index + token.length
  }
  return [...parts, whole.slice(from)]
}

function toValue(value: SqlValue, tokens: readonly string[]): Value {
  if (value instanceof Date) return { at: value.toISOString() }
  if (Array.isArray(value)) return { list: value.map((each) => toValue(each, tokens)) }
  if (typeof value !== 'string') return value
  const text = textOf(value, tokens)
  return text.length === 1 ? value : { text }
}

/** Every token of the statements and the answers. */
function tokensOf(recording: readonly RecordedRequest[]): string[] {
  return recording.flatMap(({ statements, body }) => [...statements.flatMap(({ values }) => values.flatMap(tokensIn)), ...tokensIn(body)])
}

/** The tokens of one value. */
export function tokensIn(value: SqlValue): string[] {
  if (Array.isArray(value)) return value.flatMap(tokensIn)
  return typeof value === 'string' ? (value.match(TOKEN) ?? []) : []
}
