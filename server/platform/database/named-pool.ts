import { AsyncLocalStorage } from 'node:async_hooks'
import type { QueryResult } from 'pg'
import { monotonicMs } from '../clock.ts'
import { markDatabaseError } from './unavailable.ts'

const NAMES_MAX = 500
const SLOW_MS = 1000

/** The round trips to the database of one call flow (a request, a job). Statements that are sent ahead travel with the next one. */
export interface RoundTrips {
  count: number
  /** The texts of the statements, if requested (tests that assert exact numbers print them on failure). */
  readonly statements?: string[]
}

/** The open transaction of the current call flow. */
export interface OpenTransaction {
  /** The time by which its gaps are measured, in milliseconds. */
  readonly now: () => number
  open: boolean
  lastAnswerMs: number | undefined
  /** From here on only the database knows whether it was committed. */
  isCommitSent: boolean
  /** The longest time, in milliseconds, in which the open transaction waited for something other than SQL. */
  longestGapMs: number
}

export const roundTrips = new AsyncLocalStorage<RoundTrips>()
export const openTransaction = new AsyncLocalStorage<OpenTransaction>()
const sendingAhead = new AsyncLocalStorage<true>()

/**
 * Runs `write`, whose statements return nothing that anybody waits for. In a transaction they are sent ahead: their order is kept, and
 * the next statement, COMMIT at the latest, rejects with the error of the first that failed.
 */
export function sendAhead(write: () => Promise<void>): Promise<void> {
  return sendingAhead.run(true, write)
}

/** The part of pg's client that this code uses: one of a pool, or the only one of the embedded database. */
export interface RawClient {
  query(query: string | { name: string; text: string; values: unknown[] }, values?: unknown[]): Promise<QueryResult>
  release(destroy?: boolean): void
  /** The socket to the server; the embedded database has none. */
  readonly connection?: { readonly stream: { cork(): void; uncork(): void } }
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
      return connectionOf(client, { current, nameOf, onSlow })
    },
  }
}

interface ConnectionDeps {
  readonly current: OpenTransaction | undefined
  readonly nameOf: (text: string) => string | undefined
  readonly onSlow: SlowStatement
}

/** The result that Kysely gets for a statement that was sent ahead. */
const NOTHING = { command: null, rows: [], rowCount: null }

/**
 * Holds what is written to the socket of a connection, so that statements that are sent ahead travel with the next one in a single write: each
 * write wakes the server. If none follows in this turn of the event loop, they travel at its end.
 */
function heldWrites({ connection }: RawClient): { hold(): void; release(): void } {
  let isHeld = false
  const release = (): void => {
    if (!isHeld) return
    isHeld = false
    connection?.stream.uncork()
  }
  const hold = (): void => {
    if (isHeld || !connection) return
    isHeld = true
    connection.stream.cork()
    setImmediate(release)
  }
  return { hold, release }
}

function connectionOf(client: RawClient, { current, nameOf, onSlow }: ConnectionDeps) {
  let broken = false
  let ahead: Promise<unknown>[] = []
  const writes = heldWrites(client)

  async function send(text: string, values: readonly unknown[]): Promise<QueryResult> {
    const startMs = monotonicMs()
    try {
      const name = values?.length ? nameOf(text) : undefined
      return await (name ? client.query({ name, text, values: [...values] }) : client.query(text, values as unknown[]))
    } catch (error) {
      markDatabaseError(error)
      broken ||= isBroken(error)
      throw error
    } finally {
      const durationMs = monotonicMs() - startMs
      if (durationMs > SLOW_MS) onSlow(text, durationMs)
    }
  }

  async function sendAndWait(text: string, values: readonly unknown[]): Promise<QueryResult> {
    const before = text === 'rollback' ? [] : ahead
    ahead = []
    const sent = send(text, values)
    writes.release()
    // After a failure PostgreSQL refuses what follows, so the first error is the reason.
    const answers = await Promise.allSettled([...before, sent])
    const failed = answers.find(({ status }) => status === 'rejected')
    if (failed?.status === 'rejected') throw failed.reason
    return (answers.at(-1) as PromiseFulfilledResult<QueryResult>).value
  }

  return {
    async query(text: string, values: readonly unknown[]) {
      const counted = roundTrips.getStore()
      counted?.statements?.push(text)
      if (current?.lastAnswerMs !== undefined) current.longestGapMs = Math.max(current.longestGapMs, current.now() - current.lastAnswerMs)
      if (current && (text === 'begin' || sendingAhead.getStore())) {
        writes.hold()
        const sent = send(text, values)
        // Its error is that of the next statement.
        sent.catch(() => undefined)
        ahead.push(sent)
        return NOTHING as never
      }
      if (counted) counted.count += 1
      if (current && text === 'commit') current.isCommitSent = true
      try {
        return (await sendAndWait(text, values)) as never
      } finally {
        if (current) current.lastAnswerMs = current.now()
      }
    },
    release() {
      if (current) current.open = false
      client.release(broken)
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
