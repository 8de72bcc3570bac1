import { z } from 'zod'
import { added } from '#platform/http/wire-parts.ts'
import { type Model, oneOf, recorded, text, time } from '#platform/resource/columns.ts'

/** `advancing`: a job moves the time · `failed`: it stopped before the target; another advance continues. */
export const testClockStatuses = ['ready', 'advancing', 'failed'] as const
export type TestClockStatus = (typeof testClockStatuses)[number]

export const testClockColumns = {
  ...recorded,
  name: text().nullable().fixed(),
  status: oneOf(z.enum(testClockStatuses).meta({ id: 'TestClockStatus' })).meta(
    added('`ready`: the time stands still; `advancing`: it is moved; `failed`: it stopped early, and another advance continues.'),
  ),
  advancedFrom: time().nullable().meta(added('Where the last advance began; null before the first.')),
  targetAt: time().nullable().as('target_time').meta(added('Where the last advance ends; null before the first.')),
  requestedAt: time().nullable().meta(added('When the last advance was requested, in real time.')),
  error: text().nullable().meta(added('Why the last advance stopped early.')),
} as const

/** The test clock of one merchant: at most one, deleted only when the merchant goes live. `requestedAt` is the server's time, all others are the merchant's. */
export type TestClock = Model<typeof testClockColumns>

/** A test clock and the instant at which the merchant's time stands still. */
export interface FrozenClock {
  readonly clock: TestClock
  readonly frozenAt: Date
}

/** An event at an instant of the merchant's time. */
export interface TimelineEntry {
  readonly id: string
  /** The name of the event: `order.paid`. */
  readonly type: string
  readonly happenedAt: Date
  readonly resourceId: string
  readonly status: string | null
  /** Minor units. */
  readonly amount: number | null
  readonly currency: string | null
  readonly productName: string | null
  /** Of a trigger of an alert about usage: the name of the alert. */
  readonly alertName: string | null
  readonly number: string | null
  /** Of an order: what it bills, `subscription_cycle` for a renewal. */
  readonly billingReason: string | null
  /** Of an advance: from where to where. */
  readonly from: Date | null
  readonly to: Date | null
}
