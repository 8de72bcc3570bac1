// Stands before the pool and knows whether the database is there. While it is gone nobody waits for it: each is told so at once.
import pg from 'pg'
import { monotonicMs } from '../../clock.ts'
import { sqlState } from '../database.ts'
import type { RawClient } from '../named.ts'
import { outside } from '../outside.ts'
import { Unavailable } from '../unavailable.ts'

const ASK_AGAIN_MS = 250
const ASK_WITHIN_MS = 2000
/** The pool's own words for a wait that was too long. */
const WAITED = 'timeout exceeded when trying to connect'
const ENDED = 'Cannot use a pool after calling end'
/** It answers, if only to refuse: too many connections, a name or a password that is not right any more. */
const REFUSES = /^(53...|28...|3D...)$/

/** What the gate tells of: once each time the database goes, and once when it is back, with the milliseconds between. */
export interface GateWatches {
  readonly onGone: (error: Error) => void
  readonly onBack: (afterMs: number) => void
}

/** A pool whose connections are given out as long as the database is there. */
export interface Gate {
  /** A connection of the pool; rejects with `Unavailable`, at once while the database is gone, else within the pool's own bound. */
  connect(): Promise<RawClient>
  /** A connection broke: looks whether the database is still there. */
  doubt(): void
  close(): void
}

/** Watches over `pool`; `base` is how the database is asked beside it. */
export function gateOf(pool: pg.Pool, base: pg.ClientConfig, watches: GateWatches): Gate {
  let isAsking = false
  let isClosed = false
  let gone: { readonly error: Error; readonly sinceMs: number } | undefined

  const trip = (error: Error): void => {
    if (gone || isClosed) return
    gone = { error, sinceMs: monotonicMs() }
    watches.onGone(error)
    if (!isAsking) again()
  }
  const back = (): void => {
    if (!gone) return
    const afterMs = monotonicMs() - gone.sinceMs
    gone = undefined
    watches.onBack(afterMs)
  }
  const look = async (): Promise<void> => {
    isAsking = true
    const error = await faultOf(base)
    isAsking = false
    if (isClosed) return
    if (!error) back()
    else if (gone) again()
    else trip(error)
  }
  const again = (): void => void outside(() => setTimeout(() => void look(), ASK_AGAIN_MS).unref())
  return {
    async connect() {
      if (gone) throw new Unavailable('gone', { cause: gone.error })
      try {
        return (await pool.connect()) as RawClient
      } catch (thrown) {
        const error = thrown as Error
        if (error.message.startsWith(ENDED)) throw error
        if (error.message === WAITED || REFUSES.test(sqlState(error) ?? '')) throw new Unavailable('busy', { cause: error })
        trip(error)
        throw new Unavailable('gone', { cause: error })
      }
    },
    doubt: () => {
      if (!gone && !isAsking && !isClosed) outside(() => void look())
    },
    close: () => {
      isClosed = true
    },
  }
}

// Why the database does not answer; nothing when it does.
async function faultOf(base: pg.ClientConfig): Promise<Error | undefined> {
  const client = new pg.Client({ ...base, connectionTimeoutMillis: ASK_WITHIN_MS, query_timeout: ASK_WITHIN_MS })
  client.on('error', () => undefined)
  try {
    await client.connect()
    await client.query('select 1')
    return undefined
  } catch (error) {
    return REFUSES.test(sqlState(error) ?? '') ? undefined : (error as Error)
  } finally {
    await client.end().catch(() => undefined)
  }
}
