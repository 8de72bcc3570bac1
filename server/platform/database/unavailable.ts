import { sqlState } from './database.ts'
import { DiskFull } from './disk-full.ts'

/** `gone`: the database does not answer at all · `busy`: it answers, but no connection was free in time. */
export type UnavailableReason = 'gone' | 'busy'

/** The database could not be reached; no statement was sent. */
export class Unavailable extends Error {
  override readonly name = 'Unavailable'
  readonly reason: UnavailableReason

  constructor(reason: UnavailableReason, options?: ErrorOptions) {
    super(reason === 'gone' ? 'The database does not answer.' : 'Every connection to the database is in use.', options)
    this.reason = reason
  }
}

/** The server stops, starts, or is no longer the primary (after a failover). */
const CUT_STATES = /^(08...|57P0[1-5]|25006|25P03)$/
const CUT_CODES = new Set(['ECONNRESET', 'EPIPE', 'ETIMEDOUT'])
const CUT_SENTENCES = ['Connection terminated', 'Client has encountered a connection error', 'Client was closed and is not queryable']
const CAUSES_MAX = 5

// Connections to a mail server or a payment processor break with the same codes. Only those to the database count.
const databaseErrors = new WeakSet<Error>()

/** Records that `error` came from a connection to the database. */
export function markDatabaseError(error: unknown): void {
  if (error instanceof Error) databaseErrors.add(error)
}

/** Whether `error` says that a connection to the database broke during a statement, which may or may not have been executed. */
export function isCut(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if (CUT_STATES.test(sqlState(error) ?? '')) return true
  const code = 'code' in error ? String(error.code) : ''
  return databaseErrors.has(error) && (CUT_CODES.has(code) || CUT_SENTENCES.some((text) => error.message.includes(text)))
}

/** Whether an error, or one of its causes, comes from a database that became unreachable: the operation can be retried later. */
export function isGone(error: unknown): boolean {
  let current = error
  for (let depth = 0; depth < CAUSES_MAX && current instanceof Error; depth += 1) {
    if (isCut(current) || (current instanceof Unavailable && current.reason === 'gone')) return true
    current = current.cause
  }
  return false
}

/** Whether a statement got no answer for lack of the database, a connection or disk space: the same statement should be sent again. */
export function isUnanswered(error: unknown): boolean {
  return isGone(error) || error instanceof Unavailable || error instanceof DiskFull
}

/** Whether an error needs no log line: that the database is unreachable, or its disk full, was logged when it happened. */
export function isAlreadyLogged(error: unknown): boolean {
  return error instanceof DiskFull || (error instanceof Unavailable && error.reason === 'gone')
}
