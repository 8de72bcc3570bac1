import { DISK_FULL, sqlState } from './database.ts'

/** A write was refused before anything was written, because the disk is full. It carries PostgreSQL's SQLSTATE for that. */
export class DiskFull extends Error {
  override readonly name = 'DiskFull'
  readonly code = DISK_FULL
}

/**
 * Runs a write that may be skipped, such as a session renewal or a time of last use; resolves to `otherwise` if the disk is full.
 * Never inside a transaction of the caller.
 */
export async function unlessFull<T, const O>(otherwise: O, write: () => Promise<T>): Promise<T | O> {
  try {
    return await write()
  } catch (error) {
    if (sqlState(error) === DISK_FULL) return otherwise
    throw error
  }
}
