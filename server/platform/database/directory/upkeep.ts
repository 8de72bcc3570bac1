import type { QueryResult } from 'pg'
import { DISK_FULL, sqlState } from '../database.ts'
import { DiskFull } from '../disk-full.ts'
import type { RawClient } from '../named-pool.ts'
import { exitOnDiskError } from './files.ts'
import { reserveSpace, watchFreeSpace } from './free-space.ts'
import { preallocateSegments } from './segments.ts'

const VACUUM_EVERY_MS = 10 * 60_000
const CHECK_EVERY_MS = 2000
/** Bytes of the log after which a checkpoint is written: an upper bound for recovery after a kill, and for the log on the disk. */
const CHECKPOINT_AFTER = 32 * 1024 * 1024
const READ_ONLY = '25006'
const LOG = `select pg_walfile_name(pg_current_wal_insert_lsn()) as present,
  pg_wal_lsn_diff(pg_current_wal_insert_lsn(), redo_lsn)::float8 as bytes from pg_control_checkpoint()`

/** Called when the disk becomes full and when it has space again, with the free bytes. */
export interface SpaceWatches {
  readonly onSpaceChange: (isFull: boolean, freeBytes: number) => void
}

/** Keeps a running embedded database in order: nothing else vacuums it, writes its checkpoints or watches its disk. */
export interface Upkeep {
  /** Await it before the session is used: makes the session read-only while the disk is full. */
  beforeUse(): Promise<void>
  /** Rethrows the error of a statement as its meaning for the caller. */
  rethrow(error: unknown): never
  isFull(): boolean
  end(): Promise<void>
}

/** The dependencies of the upkeep. */
export interface UpkeepDeps {
  readonly directory: string | undefined
  /** Sends a statement at once, on a session that the caller holds. */
  readonly query: (text: string) => Promise<QueryResult>
  /** Waits for the session. */
  readonly connect: () => Promise<RawClient>
  readonly watches: Partial<SpaceWatches> & { readonly onFault: (error: Error) => void }
}

/** Starts the upkeep. */
export function startUpkeep({ directory, query, connect, watches }: UpkeepDeps): Upkeep {
  const space = directory === undefined ? undefined : watchFreeSpace(directory, (isFull, free) => watches.onSpaceChange?.(isFull, free))
  let refusesWrites = false
  let wasUsed = true
  const withSession = async <T>(run: () => Promise<T>): Promise<T> => {
    const session = await connect()
    return run().finally(() => session.release())
  }
  const checkDisk = async (): Promise<void> => {
    // An idle session still has to learn that the disk has space again.
    if (!directory || !space || (!wasUsed && space.isFull() === refusesWrites)) return
    const { rows } = await withSession(async () => {
      const log = await query(LOG)
      if (Number(log.rows[0]?.bytes) > CHECKPOINT_AFTER) await query('checkpoint')
      return log
    })
    wasUsed = false
    await preallocateSegments(directory, String(rows[0]?.present), space)
    await reserveSpace(directory, space)
  }
  const vacuum = async (): Promise<void> => {
    if (!space?.isFull()) await withSession(() => query('vacuum (analyze)'))
  }
  let running: Promise<void> = Promise.resolve()
  const queued = (run: () => Promise<void>) => () => {
    running = running.then(run).catch((error: Error) => watches.onFault(error))
  }
  const timers = [setInterval(queued(checkDisk), CHECK_EVERY_MS).unref(), setInterval(queued(vacuum), VACUUM_EVERY_MS).unref()]
  return {
    isFull: () => space?.isFull() ?? false,
    beforeUse: async () => {
      wasUsed = true
      const isFull = space?.isFull() ?? false
      if (isFull === refusesWrites) return
      await query(`set default_transaction_read_only = ${isFull ? 'on' : 'off'}`)
      refusesWrites = isFull
    },
    rethrow: (error) => {
      // The database cannot undo an error while it writes its log: its state in memory is undefined from here on.
      if (error instanceof Error && 'severity' in error && error.severity === 'PANIC') exitOnDiskError(error)
      const state = sqlState(error)
      if (state === DISK_FULL) space?.markFull()
      if (state === READ_ONLY && refusesWrites) throw new DiskFull('The disk is full: writes are refused.')
      throw error
    },
    end: async () => {
      for (const timer of timers) clearInterval(timer)
      await running
    },
  }
}
