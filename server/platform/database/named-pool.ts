import { AsyncLocalStorage } from 'node:async_hooks'
import type { QueryResult } from 'pg'
import { monotonicMs } from '../clock.ts'
import { markDatabaseError } from './unavailable.ts'

const NAMES_MAX = 500
const SLOW_MS = 1000

/** The round trips to the database of one call flow (a request, a job); BEGIN and COMMIT count. */
export interface RoundTrips {
  count: number
  /** The texts of the statements, if requested (tests that assert exact numbers print them on failure). */
  readonly statements?: string[]
}

/** The open transaction of the current call flow. */
export interface OpenTransaction {
  open: boolean
  lastAnswerMs: number | undefined
  /** From here on only the database knows whether it was committed. */
  isCommitSent: boolean
  /** The longest time, in milliseconds, in which the open transaction waited for something other than SQL. */
  longestGapMs: number
}

export const roundTrips = new AsyncLocalStorage<RoundTrips>()
export const openTransaction = new AsyncLocalStorage<OpenTransaction>()

/** The part of pg's client that this code uses: one of a pool, or the only one of the embedded database. */
export interface RawClient {
  query(query: string | { name: string; text: string; values: unknown[] }, values?: unknown[]): Promise<QueryResult>
  release(destroy?: boolean): void
}

/** The interface that Kysely needs of a pool. */
export interface NamedPool {
  connect(): Promise<{ query(text: string, values: readonly unknown[]): Promise<never>; release(): void }>
  end(): Promise<void>
}

/** Called after a statement that took more than a second, with its text without the values. */
export type SlowStatement = (text: string, durationMs: number) => void

/**
 * Gives every parametrized statement a name, so that the database parses and plans it once per connection. Counts round trips. A query
 * outside the open transaction, which would deadlock in the embedded database, becomes an error.
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
      if (current?.open) throw new Error('A statement was sent outside the open transaction: pass its handle down.')
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
          counted?.statements?.push(text)
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

/** Whether a connection is unusable after `error`. */
export function isBroken(error: unknown): boolean {
  const code = typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : ''
  // Not an error of SQL, or the server ended the connection.
  if (!/^[0-9A-Z]{5}$/.test(code) || code.startsWith('57') || code.startsWith('08') || code === '25P03') return true
  // A named statement whose table has changed keeps failing on its connection; a read-only server is no longer the primary.
  return code === '0A000' || code === '25006'
}
