import { ClickHouseUnavailable } from '../clickhouse/clickhouse.ts'
import { DISK_FULL, isReferenceBreach, sqlState } from '../database/database.ts'
import { isCut, Unavailable } from '../database/unavailable.ts'
import { StoreUnavailable } from '../files/file-store.ts'

/**
 * The meaning of an unexpected error for the caller. `unavailable`: try again later · `full`: try again when the disk has space ·
 * `gone`: a referenced row was deleted while the request ran · `unexpected`: a bug.
 */
export type Fault = 'unavailable' | 'full' | 'gone' | 'unexpected'

/** Lost connections, a full pool, a server that starts or stops, lock timeouts. */
const STATES = /^(08...|53...|57...|55P03|25P03|40001|40P01|58030)$/
const CODES = new Set(['ECONNREFUSED', 'ECONNRESET', 'ETIMEDOUT', 'EPIPE', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH'])
const SENTENCES = ['Query read timeout', 'Cannot use a pool after calling end', 'driver has already been destroyed']
const CAUSES_MAX = 5

/** Classifies an error by itself or by its causes. */
export function classifyFault(error: unknown): Fault {
  let current = error
  for (let depth = 0; depth < CAUSES_MAX && current instanceof Error; depth += 1) {
    if (sqlState(current) === DISK_FULL || isDiskFull(current)) return 'full'
    if (isUnavailable(current)) return 'unavailable'
    if (isReferenceBreach(current)) return 'gone'
    current = current.cause
  }
  return 'unexpected'
}

// The disk of uploaded files.
function isDiskFull(error: Error): boolean {
  return 'code' in error && (error.code === 'ENOSPC' || error.code === 'EDQUOT')
}

function isUnavailable(error: Error): boolean {
  if (error instanceof Unavailable || error instanceof StoreUnavailable || error instanceof ClickHouseUnavailable || isCut(error))
    return true
  const state = sqlState(error)
  if (state !== undefined && STATES.test(state)) return true
  const code = 'code' in error ? String(error.code) : ''
  return CODES.has(code) || SENTENCES.some((sentence) => error.message.includes(sentence))
}
