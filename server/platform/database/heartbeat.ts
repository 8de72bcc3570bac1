import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { monotonicMs, systemClock } from '../clock.ts'
import { outside } from './outside.ts'

const EVERY_MS = 1000
/** After this long without an answer the connection counts as dead: a silent network reports no error. */
const SILENCE_MS = 3000
/**
 * The largest accepted difference between the clocks of this machine and the database. Two accepted machines differ by at most twice
 * that.
 */
const CLOCK_SKEW_MS = 2000
const DELIVERY_TIMEOUT_MS = 2000
/** A connection that did not deliver is tried again after this many heartbeats. */
const RETRY_EVERY = 30

const clock = systemClock()

/** Whether a connection is alive and delivers notifications. */
export interface Heartbeat {
  /**
   * Since when, in monotonic milliseconds. Undefined if the connection was silent for too long or has ended, if the clocks disagree,
   * and if it did not deliver a notification of another connection: a pooler in between does not forward them.
   */
  aliveSince(): number | undefined
}

/** Queries the time on `client` every second, and ends it if it does not answer. Rejects if the first query fails. */
export async function heartbeatOf(client: pg.Client, base: pg.ClientConfig, ended: Promise<void>): Promise<Heartbeat> {
  let sinceMs: number | undefined
  let beats = 0
  let answeredMs = 0
  let isInTime = false
  let isWaiting = false
  let isEnded = false
  const beat = async (): Promise<void> => {
    isWaiting = true
    const sentMs = monotonicMs()
    const before = clock.now().getTime()
    const { rows } = await client.query<{ ms: number }>('select extract(epoch from clock_timestamp())::float8 * 1000 as ms')
    const after = clock.now().getTime()
    const ms = Number(rows[0]?.ms)
    isInTime = ms > before - CLOCK_SKEW_MS && ms < after + CLOCK_SKEW_MS
    answeredMs = sentMs
    isWaiting = false
  }
  const testDelivery = async (): Promise<void> => {
    const beforeMs = monotonicMs()
    if (await delivers(client, base)) sinceMs = beforeMs
  }
  await testDelivery()
  await beat()
  const isSilent = (): boolean => monotonicMs() - answeredMs > SILENCE_MS
  const timer = outside(() =>
    setInterval(() => {
      beats += 1
      if (sinceMs === undefined && beats % RETRY_EVERY === 0) void testDelivery()
      if (!isWaiting) beat().catch(() => undefined)
      else if (isSilent()) client.end().catch(() => undefined)
    }, EVERY_MS).unref(),
  )
  void ended.then(() => {
    isEnded = true
    clearInterval(timer)
  })
  return { aliveSince: () => (isInTime && !isEnded && !isSilent() ? sinceMs : undefined) }
}

// Sends a notification over a connection of its own and waits until `client` receives it while idle; false if that fails.
async function delivers(client: pg.Client, base: pg.ClientConfig): Promise<boolean> {
  const channel = `guildhall_heartbeat_${randomUUID()}`
  const { promise, resolve } = Promise.withResolvers<true>()
  const onNotification = (message: pg.Notification): void => {
    if (message.channel === channel) resolve(true)
  }
  client.on('notification', onNotification)
  const sender = new pg.Client(base)
  sender.on('error', () => undefined)
  try {
    await client.query(`listen ${pg.escapeIdentifier(channel)}`)
    await sender.connect()
    await sender.query('select pg_notify($1, $2)', [channel, ''])
    return await Promise.race([promise, wait(DELIVERY_TIMEOUT_MS, false, { ref: false })])
  } catch {
    return false
  } finally {
    client.off('notification', onNotification)
    await client.query(`unlisten ${pg.escapeIdentifier(channel)}`).catch(() => undefined)
    await sender.end().catch(() => undefined)
  }
}
