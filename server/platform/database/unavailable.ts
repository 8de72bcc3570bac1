import { sqlState } from './database.ts'
import { DiskFull } from './full.ts'

/** `gone`: the database does not answer at all · `busy`: it is there, and no connection to it was free in time. */
export type Lack = 'gone' | 'busy'

/** The database could not be asked; nothing was sent to it. */
export class Unavailable extends Error {
  override readonly name = 'Unavailable'
  readonly lack: Lack

  constructor(lack: Lack, options?: ErrorOptions) {
    super(lack === 'gone' ? 'The database does not answer.' : 'Every connection to the database is in use.', options)
    this.lack = lack
  }
}

/** The server ends, starts, or was taken for the one that writes and is not any more (after a failover). */
const CUT_STATES = /^(08...|57P0[1-5]|25006|25P03)$/
const CUT_CODES = new Set(['ECONNRESET', 'EPIPE', 'ETIMEDOUT'])
const CUT_SENTENCES = ['Connection terminated', 'Client has encountered a connection error', 'Client was closed and is not queryable']
const CAUSES_MAX = 5

// Other connections break with the same codes: a mail server's, a processor's. Only those of the database are meant.
const ofTheDatabase = new WeakSet<Error>()

/** Remembers that `error` came from a connection to the database. */
export function markDatabaseError(error: unknown): void {
  if (error instanceof Error) ofTheDatabase.add(error)
}

/** Whether `error` says that a connection to the database was cut under a statement, which may have been worked or not. */
export function isCut(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if (CUT_STATES.test(sqlState(error) ?? '')) return true
  const code = 'code' in error ? String(error.code) : ''
  return ofTheDatabase.has(error) && (CUT_CODES.has(code) || CUT_SENTENCES.some((words) => error.message.includes(words)))
}

/** Whether an error, by itself or by its causes, comes from a database that has gone away: what was asked is worth asking again later. */
export function isGone(error: unknown): boolean {
  let current = error
  for (let depth = 0; depth < CAUSES_MAX && current instanceof Error; depth += 1) {
    if (isCut(current) || (current instanceof Unavailable && current.lack === 'gone')) return true
    current = current.cause
  }
  return false
}

/** Whether a statement got no answer, for want of the database, of a connection or of room: the same is to be said once more. */
export function isUnanswered(error: unknown): boolean {
  return isGone(error) || error instanceof Unavailable || error instanceof DiskFull
}

/** Whether nobody has to be told of an error: that the database is gone, or its disk full, was told when it came to that. */
export function isKnown(error: unknown): boolean {
  return error instanceof DiskFull || (error instanceof Unavailable && error.lack === 'gone')
}
