import { DISK_FULL, sqlState } from './database.ts'

/** A write was refused before anything was written, for there is no room on the disk. It carries PostgreSQL's state for that. */
export class DiskFull extends Error {
  override readonly name = 'DiskFull'
  readonly code = DISK_FULL
}

/**
 * Does what is worth noting but not worth an error, a session's renewal or a time of last use; gives `otherwise` where the
 * disk is full. Never inside a transaction of others.
 */
export async function unlessFull<T, const O>(otherwise: O, write: () => Promise<T>): Promise<T | O> {
  try {
    return await write()
  } catch (error) {
    if (sqlState(error) === DISK_FULL) return otherwise
    throw error
  }
}
