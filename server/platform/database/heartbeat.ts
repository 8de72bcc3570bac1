import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { monotonicMs, systemClock } from '../clock.ts'
import { outside } from './outside.ts'

const EVERY_MS = 1000
/** After so long without an answer the connection counts as dead: a silent network tells nobody that it is. */
const BELIEVED_MS = 3000
/** How far this machine's clock may be from the database's. Two that are in time are at most twice as far apart. */
const OFF_MS = 2000
const HEARD_WITHIN_MS = 2000
/** Whoever did not hear is tried again after so many beats. */
const TRIED_AGAIN_AFTER = 30

const clock = systemClock()

/** Whether a connection lives and hears. */
export interface Heartbeat {
  /**
   * Since when, in monotonic milliseconds. Undefined when it has been silent for too long or has ended, when the clocks
   * disagree, and when it did not hear what another connection told: a pooler stands between that passes nothing on.
   */
  aliveSince(): number | undefined
}

/** Asks `client` each second for the time, and ends it when it does not answer. Rejects when the first answer is an error. */
export async function heartbeatOf(client: pg.Client, base: pg.ClientConfig, ended: Promise<void>): Promise<Heartbeat> {
  let sinceMs: number | undefined
  let beats = 0
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
  const tryHearing = async (): Promise<void> => {
    const beforeMs = monotonicMs()
    if (await hears(client, base)) sinceMs = beforeMs
  }
  await tryHearing()
  await ask()
  const isSilent = (): boolean => monotonicMs() - provenMs > BELIEVED_MS
  const timer = outside(() =>
    setInterval(() => {
      beats += 1
      if (sinceMs === undefined && beats % TRIED_AGAIN_AFTER === 0) void tryHearing()
      if (!isAsking) ask().catch(() => undefined)
      else if (isSilent()) client.end().catch(() => undefined)
    }, EVERY_MS).unref(),
  )
  void ended.then(() => {
    isEnded = true
    clearInterval(timer)
  })
  return { aliveSince: () => (isInTime && !isEnded && !isSilent() ? sinceMs : undefined) }
}

// Tells something over a connection of its own and waits for it to be heard on `client` while that is idle; false where that fails.
async function hears(client: pg.Client, base: pg.ClientConfig): Promise<boolean> {
  const channel = `guildhall_beat_${randomUUID()}`
  const { promise, resolve } = Promise.withResolvers<true>()
  const heard = (message: pg.Notification): void => {
    if (message.channel === channel) resolve(true)
  }
  client.on('notification', heard)
  const voice = new pg.Client(base)
  voice.on('error', () => undefined)
  try {
    await client.query(`listen ${pg.escapeIdentifier(channel)}`)
    await voice.connect()
    await voice.query('select pg_notify($1, $2)', [channel, ''])
    return await Promise.race([promise, wait(HEARD_WITHIN_MS, false, { ref: false })])
  } catch {
    return false
  } finally {
    client.off('notification', heard)
    await client.query(`unlisten ${pg.escapeIdentifier(channel)}`).catch(() => undefined)
    await voice.end().catch(() => undefined)
  }
}
