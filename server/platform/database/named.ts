import { AsyncLocalStorage } from 'node:async_hooks'
import type { QueryResult } from 'pg'
import { monotonicMs } from '../clock.ts'
import { markDatabaseError } from './unavailable.ts'

const NAMES_MAX = 500
const SLOW_MS = 1000

/** What one flow of calls (a request, a job) has sent to the database; BEGIN and COMMIT count. */
export interface RoundTrips {
  count: number
  /** The texts sent, kept only when asked for (tests that state exact numbers print them on failure). */
  readonly texts?: string[]
}

/** What is known of the transaction that the present flow of calls has open. */
export interface OpenTransaction {
  open: boolean
  lastAnswerMs: number | undefined
  /** From here on nobody but the database knows whether it was committed. */
  isCommitSent: boolean
  /** The longest time, in milliseconds, in which the open transaction waited for something that was not SQL. */
  longestGapMs: number
}

export const roundTrips = new AsyncLocalStorage<RoundTrips>()
export const openTransaction = new AsyncLocalStorage<OpenTransaction>()

/** The part of pg's client that we use: one of a pool, or the only one of the embedded database. */
export interface RawClient {
  query(query: string | { name: string; text: string; values: unknown[] }, values?: unknown[]): Promise<QueryResult>
  release(destroy?: boolean): void
}

/** What Kysely asks of a pool. */
export interface NamedPool {
  connect(): Promise<{ query(text: string, values: readonly unknown[]): Promise<never>; release(): void }>
  end(): Promise<void>
}

/** Told when a statement took over a second: the text, without its values. */
export type SlowStatement = (text: string, durationMs: number) => void

/**
 * Gives every parametrized statement a name, so that the database parses and plans it once per connection; counts what is
 * sent; and turns a query beside an open transaction, which would wait for ever in the embedded database, into an error.
 */
export function namedPool(source: { connect(): Promise<RawClient>; end(): Promise<void> }, onSlow: SlowStatement): NamedPool {
  const names = new Map<string, string>()
  const nameOf = (text: string): string | undefined => {
    const known = names.get(text)
    if (known || names.size >= NAMES_MAX) return known
    const name = `g${names.size}`
    names.set(text, name)
    return name
  }
  return {
    end: () => source.end(),
    async connect() {
      const current = openTransaction.getStore()
      if (current?.open) throw new Error('A statement was sent beside the open transaction: its handle must be passed down.')
      if (current) current.open = true
      const client = await source.connect().catch((error: unknown) => {
        if (current) current.open = false
        throw error
      })
      let broken = false
      return {
        async query(text: string, values: readonly unknown[]) {
          const counted = roundTrips.getStore()
          if (counted) counted.count += 1
          counted?.texts?.push(text)
          const startMs = monotonicMs()
          if (current?.lastAnswerMs !== undefined) current.longestGapMs = Math.max(current.longestGapMs, startMs - current.lastAnswerMs)
          if (current && text === 'commit') current.isCommitSent = true
          try {
            const name = values?.length ? nameOf(text) : undefined
            const answer = name ? await client.query({ name, text, values: [...values] }) : await client.query(text, values as unknown[])
            return answer as never
          } catch (error) {
            markDatabaseError(error)
            broken ||= isBroken(error)
            throw error
          } finally {
            const endMs = monotonicMs()
            if (current) current.lastAnswerMs = endMs
            if (endMs - startMs > SLOW_MS) onSlow(text, endMs - startMs)
          }
        },
        release() {
          if (current) current.open = false
          client.release(broken)
        },
      }
    },
  }
}

/** Whether a connection is of no use any more after `error`. */
export function isBroken(error: unknown): boolean {
  const code = typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : ''
  // What is no fault of SQL, or was said by a server that ended the connection.
  if (!/^[0-9A-Z]{5}$/.test(code) || code.startsWith('57') || code.startsWith('08') || code === '25P03') return true
  // A named statement whose table has changed fails for ever on its connection; a server that only reads is not the one to write to.
  return code === '0A000' || code === '25006'
}
