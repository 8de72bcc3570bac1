// Guards the pool and tracks whether the database is reachable. While it is not, requests fail at once instead of waiting.
import pg from 'pg'
import { monotonicMs } from '../../clock.ts'
import { sqlState } from '../database.ts'
import type { RawClient } from '../named-pool.ts'
import { outside } from '../outside.ts'
import { Unavailable } from '../unavailable.ts'

const PROBE_EVERY_MS = 250
const PROBE_TIMEOUT_MS = 2000
/** The message of the pool for a wait that timed out. */
const POOL_TIMEOUT = 'timeout exceeded when trying to connect'
const POOL_ENDED = 'Cannot use a pool after calling end'
/** The database answers with a refusal: too many connections, or a user or password that is not valid. */
const REFUSAL_STATES = /^(53...|28...|3D...)$/

/** Callbacks: once each time the database becomes unreachable, and once when it is back, with the outage in milliseconds. */
export interface GateWatches {
  readonly onGone: (error: Error) => void
  readonly onBack: (afterMs: number) => void
}

/** A pool that gives out connections only while the database is reachable. */
export interface Gate {
  /**
   * A connection of the pool. Rejects with `Unavailable`: at once while the database is unreachable, otherwise after the pool's own
   * timeout.
   */
  connect(): Promise<RawClient>
  /** Probes the database after a connection broke. */
  probe(): void
  close(): void
}

/** Guards `pool`; `base` is the configuration of the probing connection. */
export function gateOf(pool: pg.Pool, base: pg.ClientConfig, watches: GateWatches): Gate {
  let isProbing = false
  let isClosed = false
  let outage: { readonly error: Error; readonly sinceMs: number } | undefined

  const markGone = (error: Error): void => {
    if (outage || isClosed) return
    outage = { error, sinceMs: monotonicMs() }
    watches.onGone(error)
    if (!isProbing) scheduleProbe()
  }
  const markBack = (): void => {
    if (!outage) return
    const afterMs = monotonicMs() - outage.sinceMs
    outage = undefined
    watches.onBack(afterMs)
  }
  const probe = async (): Promise<void> => {
    isProbing = true
    const error = await tryToConnect(base)
    isProbing = false
    if (isClosed) return
    if (!error) markBack()
    else if (outage) scheduleProbe()
    else markGone(error)
  }
  const scheduleProbe = (): void => void outside(() => setTimeout(() => void probe(), PROBE_EVERY_MS).unref())
  return {
    async connect() {
      if (outage) throw new Unavailable('gone', { cause: outage.error })
      try {
        return (await pool.connect()) as RawClient
      } catch (thrown) {
        const error = thrown as Error
        if (error.message.startsWith(POOL_ENDED)) throw error
        if (error.message === POOL_TIMEOUT || REFUSAL_STATES.test(sqlState(error) ?? '')) throw new Unavailable('busy', { cause: error })
        markGone(error)
        throw new Unavailable('gone', { cause: error })
      }
    },
    probe: () => {
      if (!outage && !isProbing && !isClosed) outside(() => void probe())
    },
    close: () => {
      isClosed = true
    },
  }
}

// The error of a probe; undefined if the database answers.
async function tryToConnect(base: pg.ClientConfig): Promise<Error | undefined> {
  const client = new pg.Client({ ...base, connectionTimeoutMillis: PROBE_TIMEOUT_MS, query_timeout: PROBE_TIMEOUT_MS })
  client.on('error', () => undefined)
  try {
    await client.connect()
    await client.query('select 1')
    return undefined
  } catch (error) {
    return REFUSAL_STATES.test(sqlState(error) ?? '') ? undefined : (error as Error)
  } finally {
    await client.end().catch(() => undefined)
  }
}
