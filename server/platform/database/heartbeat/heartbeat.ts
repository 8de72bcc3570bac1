import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { monotonicMs, systemClock } from '../../clock.ts'
import { outside } from '../outside.ts'
import { createSilence, TICK_MS } from './silence.ts'

/**
 * The largest accepted difference between the clocks of this machine and the database. Two accepted machines differ by at most twice
 * that.
 */
const CLOCK_SKEW_MS = 2000
const DELIVERY_TIMEOUT_MS = 2000
/** A connection that did not deliver is tried again after this many queries. */
const RETRY_EVERY = 30

const clock = systemClock()

/** Whether a connection is alive and delivers notifications. */
export interface Heartbeat {
  /**
   * Since when, in monotonic milliseconds. Undefined if the connection is silent (`silence.ts`) or has ended, if the clocks disagree,
   * and if it did not deliver a notification of another connection: a pooler in between does not forward them.
   */
  aliveSince(): number | undefined
}

/** Queries the time on `client` every second, and ends it if it does not answer. Rejects if the first query fails. */
export async function heartbeatOf(client: pg.Client, base: pg.ClientConfig, ended: Promise<void>): Promise<Heartbeat> {
  let sinceMs: number | undefined
  let beats = 0
  let isInTime = false
  let isEnded = false
  const silence = createSilence(monotonicMs())
  const beat = async (): Promise<void> => {
    beats += 1
    silence.sent(monotonicMs())
    const before = clock.now().getTime()
    const { rows } = await client.query<{ ms: number }>('select extract(epoch from clock_timestamp())::float8 * 1000 as ms')
    const after = clock.now().getTime()
    const ms = Number(rows[0]?.ms)
    isInTime = ms > before - CLOCK_SKEW_MS && ms < after + CLOCK_SKEW_MS
    silence.answered()
  }
  const testDelivery = async (): Promise<void> => {
    const beforeMs = monotonicMs()
    if (await delivers(client, base)) sinceMs = beforeMs
  }
  await testDelivery()
  await beat()
  const timer = outside(() =>
    setInterval(() => {
      const outcome = silence.tick(monotonicMs())
      if (outcome === 'end') client.end().catch(() => undefined)
      if (outcome !== 'query') return
      beat().catch(() => undefined)
      if (sinceMs === undefined && beats % RETRY_EVERY === 0) void testDelivery()
    }, TICK_MS).unref(),
  )
  void ended.then(() => {
    isEnded = true
    clearInterval(timer)
  })
  return { aliveSince: () => (isInTime && !isEnded && !silence.isSilent(monotonicMs()) ? sinceMs : undefined) }
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
