import { newId } from '#kernel/id.ts'
import { shownDecimal } from '#kernel/metering/aggregation.ts'
import type { Tx } from '#platform/database/database.ts'
import {
  type CountedEvent,
  type CountingMode,
  type CustomerEvents,
  deltasOf,
  type MeterDefinition,
  type UncountedEvents,
  uncountedEvents,
  type WindowDelta,
  windowDelta,
} from '../deltas.ts'
import { addFigures, type Figures, quantityOf } from '../figures.ts'
import { insertLateEvents } from '../late-events/store.ts'
import { addToHours, addValues, type LockedWindow, lockWindows, type SavedWindow, saveWindows } from '../store.ts'
import { isReached, type Thresholds } from '../thresholds/crossings.ts'
import type { ReachedWindow } from './emit-thresholds.ts'

/** Events that are not counted yet, and the meters that count them. */
export interface EventsToAdd {
  readonly organizationId: string
  readonly meters: readonly MeterDefinition[]
  readonly events: readonly CountedEvent[]
  readonly now: Date
  /** Whether the figures of all customers count the events already, and only those of their customers do not. */
  readonly isCountedForAll?: boolean
  /** `new` by default. */
  readonly mode?: CountingMode
  /** The quantities whose reaching is returned; none by default. */
  readonly thresholds?: Thresholds
}

/** The windows that have reached a threshold, and the events that meters have skipped. */
export interface AddedFigures {
  readonly reached: readonly ReachedWindow[]
  readonly uncounted: readonly UncountedEvents[]
}

/** Adds events to the figures of the meters that they match: of the hours, and of the open windows of their customers. */
export async function addEventFigures(tx: Tx, { organizationId, meters, events, now, ...options }: EventsToAdd): Promise<AddedFigures> {
  const { isCountedForAll = false, mode = 'new', thresholds = NO_THRESHOLDS } = options
  const { hours, customerHours, customers } = deltasOf(meters, events)
  const keys = customers.map(({ customerId, meter: { meterId } }) => ({ customerId, meterId }))
  const windows = await lockWindows(tx, organizationId, { keys, idsOfNew: keys.map(() => newId(now)), now })
  const byKey = new Map(windows.map((window) => [keyOf(window), window]))
  const changes = customers.flatMap((customer) => {
    const window = byKey.get(keyOf({ customerId: customer.customerId, meterId: customer.meter.meterId }))
    return window ? [{ customer, window, delta: windowDelta(customer, window.period, mode) }] : []
  })
  const newValues = await addValues(
    tx,
    organizationId,
    changes.map(({ window: { customerId, meterId }, delta: { values } }) => ({ customerId, meterId, values })),
  )
  const saved = changes.map((change) => ({ change, next: savedWindow(change, newValues.get(keyOf(change.window)) ?? 0) }))
  await saveWindows(
    tx,
    organizationId,
    saved.map(({ next }) => next),
  )
  const late = changes.flatMap(({ window: { customerId, meterId }, delta }) => delta.late.map((each) => ({ customerId, meterId, ...each })))
  await insertLateEvents(tx, organizationId, late)
  await addToHours(tx, organizationId, { hours: isCountedForAll ? [] : hours, customerHours })
  const reached = thresholds.size === 0 ? [] : saved.flatMap((each) => reachedWindow(thresholds, each) ?? [])
  return { reached, uncounted: uncountedEvents(meters, hours) }
}

const NO_THRESHOLDS: Thresholds = new Map()

interface WindowChange {
  readonly customer: CustomerEvents
  readonly window: LockedWindow
  readonly delta: WindowDelta
}

function savedWindow({ customer: { meter }, window, delta }: WindowChange, newValues: number): SavedWindow {
  const { customerId, meterId } = window
  const added = addFigures(window.figures, delta.figures)
  const figures: Figures = { ...added, numbers: added.numbers + newValues }
  return { customerId, meterId, figures, consumed: shownDecimal(quantityOf(meter.aggregation, figures)) }
}

interface ChangedWindow {
  readonly change: WindowChange
  readonly next: SavedWindow
}

function reachedWindow(thresholds: Thresholds, { change: { customer, window }, next }: ChangedWindow): ReachedWindow | undefined {
  const { customerId, meterId, period } = window
  const before = shownDecimal(quantityOf(customer.meter.aggregation, window.figures))
  const isNew = isReached(thresholds, { meterId, before, after: next.consumed })
  return isNew ? { customerId, meterId, windowStart: period?.start ?? null, consumed: next.consumed } : undefined
}

const keyOf = ({ customerId, meterId }: { readonly customerId: string; readonly meterId: string }) => `${customerId} ${meterId}`
