import { type RawBuilder, sql } from 'kysely'
import type { Clock } from './clock.ts'
import type { OpenDatabase, Tx } from './database/database.ts'
import { outside } from './database/outside.ts'
import { onCommit } from './database/transaction.ts'

const CHANNEL = 'guildhall_merchant_times'
/** A lost notification makes a process late by this at most. */
const READ_EVERY_MS = 3000

/** The longest time, in milliseconds, until every process that reaches the database knows a change of a merchant's time. */
export const KNOWN_AFTER_MS = READ_EVERY_MS + 2000

/** The instant at which a merchant's time stands still. */
export interface FrozenTime {
  readonly organizationId: string
  readonly frozenAt: Date
}

/** Keeps the frozen times of merchants in every process. */
export interface MerchantTimes {
  /**
   * Makes `time`, which `tx` has saved, the time of the merchant once `tx` has committed: at once in this process, within milliseconds in
   * the others, and within seconds in one that missed the notification.
   */
  move(tx: Tx, time: FrozenTime): void
  /** Lets the merchant live in the server's time again once `tx` has committed; every process knows it within `KNOWN_AFTER_MS`. */
  release(tx: Tx, organizationId: string): void
}

/** `MerchantTimes` that can be closed. */
export interface RunningMerchantTimes extends MerchantTimes {
  close(): Promise<void>
}

/** The dependencies. `onFault` is called if times could not be read or sent. */
export interface MerchantTimesDeps {
  readonly database: Pick<OpenDatabase, 'db' | 'mode' | 'listen' | 'notify'>
  readonly clock: Clock
  readonly onFault: (error: unknown) => void
}

/**
 * Loads the frozen times into the clock and keeps them current: by a notification when a time moves, and by reading them again every few
 * seconds and after a broken connection. Times only move forward, so a process that has missed one is late: it does not yet do what is due,
 * and never does anything early or twice (decision 45). A time is removed only when the merchant goes live, which waits for every process.
 */
export async function followMerchantTimes({ database, clock, onFault }: MerchantTimesDeps): Promise<RunningMerchantTimes> {
  const stored = new Set<string>()
  const freeze = (organizationId: string, frozenAt: Date): void => {
    stored.add(organizationId)
    clock.freeze(organizationId, frozenAt)
  }
  const release = (organizationId: string): void => {
    stored.delete(organizationId)
    clock.release(organizationId)
  }
  const load = async (): Promise<void> => {
    // A time that is stored while the statement runs is not in its rows: only those from before it can have been removed.
    const before = [...stored]
    const { rows } = await frozenTimes.execute(database.db)
    const found = new Set(rows.map(({ organizationId }) => organizationId))
    for (const organizationId of before) if (!found.has(organizationId)) release(organizationId)
    for (const { organizationId, frozenAt } of rows) freeze(organizationId, frozenAt)
  }
  const reload = (): void => void outside(() => load().catch(onFault))
  const stop = await outside(() =>
    database.listen(CHANNEL, (payload) => {
      // After a broken connection the listener gets an empty notification.
      const time = payload === '' ? undefined : (JSON.parse(payload) as { organizationId: string; frozenAt: string | null })
      if (!time) reload()
      else if (time.frozenAt === null) release(time.organizationId)
      else freeze(time.organizationId, new Date(time.frozenAt))
    }),
  )
  await load()
  const timer = database.mode === 'postgres' ? outside(() => setInterval(reload, READ_EVERY_MS).unref()) : undefined
  return {
    move: (tx, time) =>
      onCommit(tx, () => {
        freeze(time.organizationId, time.frozenAt)
        outside(() => database.notify(CHANNEL, JSON.stringify(time)).catch(onFault))
      }),
    release: (tx, organizationId) =>
      onCommit(tx, () => {
        release(organizationId)
        outside(() => database.notify(CHANNEL, JSON.stringify({ organizationId, frozenAt: null })).catch(onFault))
      }),
    close: async () => {
      clearInterval(timer)
      await stop()
    },
  }
}

const frozenTimes: RawBuilder<FrozenTime> = sql`
  select organization_id as "organizationId", frozen_at as "frozenAt" from merchants where frozen_at is not null`
