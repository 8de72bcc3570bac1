import type { QueryResult } from 'pg'
import { DISK_FULL, sqlState } from '../database.ts'
import { DiskFull } from '../full.ts'
import type { RawClient } from '../named.ts'
import { endOnDisk } from './files.ts'
import { reserveSpace, watchFreeSpace } from './free-space.ts'
import { layAhead } from './segments.ts'

const VACUUM_EVERY_MS = 10 * 60_000
const LOOK_EVERY_MS = 2000
/** Bytes of the log after which a checkpoint is made: what a start after a kill has to go through at most, and to keep. */
const CHECKPOINT_AFTER = 32 * 1024 * 1024
const READ_ONLY = '25006'
const LOG = `select pg_walfile_name(pg_current_wal_insert_lsn()) as present,
  pg_wal_lsn_diff(pg_current_wal_insert_lsn(), redo_lsn)::float8 as bytes from pg_control_checkpoint()`

/** Told when the disk is found full, and when there is room again; bytes that are free. */
export interface SpaceWatches {
  readonly onRoom: (isFull: boolean, freeBytes: number) => void
}

/** What keeps an embedded database in order while it runs: nobody else vacuums it, writes its checkpoints or minds its disk. */
export interface Upkeep {
  /** To be awaited before the session is used: switches it to refuse or take writes, as there is room. */
  settle(): Promise<void>
  /** Throws what a statement's error means. */
  told(error: unknown): never
  isFull(): boolean
  end(): Promise<void>
}

/** What the upkeep works with. */
export interface UpkeepDeps {
  readonly directory: string | undefined
  /** Sends a statement at once, by whoever holds the session. */
  readonly query: (text: string) => Promise<QueryResult>
  /** Waits for the session. */
  readonly connect: () => Promise<RawClient>
  readonly watches: Partial<SpaceWatches> & { readonly onFault: (error: Error) => void }
}

/** Begins the upkeep. */
export function beginUpkeep({ directory, query, connect, watches }: UpkeepDeps): Upkeep {
  const room = directory === undefined ? undefined : watchFreeSpace(directory, (isFull, free) => watches.onRoom?.(isFull, free))
  let refusesWrites = false
  let wasUsed = true
  const withSession = async <T>(act: () => Promise<T>): Promise<T> => {
    const held = await connect()
    return act().finally(() => held.release())
  }
  const tend = async (): Promise<void> => {
    // A look that finds the session idle still learns that there is room again.
    if (!directory || !room || (!wasUsed && room.isFull() === refusesWrites)) return
    const { rows } = await withSession(async () => {
      const look = await query(LOG)
      if (Number(look.rows[0]?.bytes) > CHECKPOINT_AFTER) await query('checkpoint')
      return look
    })
    wasUsed = false
    await layAhead(directory, String(rows[0]?.present), room)
    await reserveSpace(directory, room)
  }
  const vacuum = async (): Promise<void> => {
    if (!room?.isFull()) await withSession(() => query('vacuum (analyze)'))
  }
  let tending: Promise<void> = Promise.resolve()
  const inTurn = (act: () => Promise<void>) => () => {
    tending = tending.then(act).catch((error: Error) => watches.onFault(error))
  }
  const timers = [setInterval(inTurn(tend), LOOK_EVERY_MS).unref(), setInterval(inTurn(vacuum), VACUUM_EVERY_MS).unref()]
  return {
    isFull: () => room?.isFull() ?? false,
    settle: async () => {
      wasUsed = true
      const isFull = room?.isFull() ?? false
      if (isFull === refusesWrites) return
      await query(`set default_transaction_read_only = ${isFull ? 'on' : 'off'}`)
      refusesWrites = isFull
    },
    told: (error) => {
      // Within its log the database cannot take an error back: it would go on with what nobody knows.
      if (error instanceof Error && 'severity' in error && error.severity === 'PANIC') endOnDisk(error)
      const state = sqlState(error)
      if (state === DISK_FULL) room?.met()
      if (state === READ_ONLY && refusesWrites) throw new DiskFull('The disk is full: nothing is written.')
      throw error
    },
    end: async () => {
      for (const timer of timers) clearInterval(timer)
      await tending
    },
  }
}
