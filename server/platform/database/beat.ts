import type pg from 'pg'
import { monotonicMs, systemClock } from '../clock.ts'
import { outside } from './outside.ts'

const EVERY_MS = 1000
/** After so long without an answer the connection counts as dead: a silent network tells nobody that it is. */
const BELIEVED_MS = 3000
/** How far this machine's clock may be from the database's. Two that are in time are at most twice as far apart. */
const OFF_MS = 2000

const clock = systemClock()

/** Whether a connection lives. */
export interface Beat {
  /** Since when, in monotonic milliseconds; undefined when it has been silent for too long, has ended, or the clocks disagree. */
  aliveSince(): number | undefined
}

/** Asks `client` each second for the time, and ends it when it does not answer. Rejects when the first answer is an error. */
export async function beatOf(client: pg.Client, ended: Promise<void>): Promise<Beat> {
  const sinceMs = monotonicMs()
  let provenMs = 0
  let isInTime = false
  let isAsking = false
  let isEnded = false
  const ask = async (): Promise<void> => {
    isAsking = true
    const sentMs = monotonicMs()
    const before = clock.now().getTime()
    const { rows } = await client.query<{ ms: number }>('select extract(epoch from clock_timestamp())::float8 * 1000 as ms')
    const after = clock.now().getTime()
    const ms = Number(rows[0]?.ms)
    isInTime = ms > before - OFF_MS && ms < after + OFF_MS
    provenMs = sentMs
    isAsking = false
  }
  await ask()
  const isSilent = (): boolean => monotonicMs() - provenMs > BELIEVED_MS
  const timer = outside(() =>
    setInterval(() => {
      if (!isAsking) ask().catch(() => undefined)
      else if (isSilent()) client.end().catch(() => undefined)
    }, EVERY_MS).unref(),
  )
  void ended.then(() => {
    isEnded = true
    clearInterval(timer)
  })
  return { aliveSince: () => (isEnded || isSilent() || !isInTime ? undefined : sinceMs) }
}
