import { newId } from '#kernel/id.ts'
import { shownDecimal } from '#kernel/metering/aggregation.ts'
import type { Tx } from '#platform/database/database.ts'
import {
  type CountedEvent,
  type CountingMode,
  type CustomerEvents,
  deltasOf,
  type MeterDefinition,
  type WindowDelta,
  windowDelta,
} from '../deltas.ts'
import { addFigures, type Figures, quantityOf } from '../figures.ts'
import { addToHours, addValues, insertLateEvents, type LockedWindow, lockWindows, saveWindows } from '../store.ts'

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
}

/** Adds events to the figures of the meters that they match: of the hours, and of the open windows of their customers. */
export async function addEventFigures(tx: Tx, { organizationId, meters, events, now, ...options }: EventsToAdd): Promise<void> {
  const { isCountedForAll = false, mode = 'new' } = options
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
  await saveWindows(
    tx,
    organizationId,
    changes.map((change) => savedWindow(change, newValues.get(keyOf(change.window)) ?? 0)),
  )
  const late = changes.flatMap(({ window: { customerId, meterId }, delta }) => delta.late.map((each) => ({ customerId, meterId, ...each })))
  await insertLateEvents(tx, organizationId, late)
  await addToHours(tx, organizationId, { hours: isCountedForAll ? [] : hours, customerHours })
}

interface WindowChange {
  readonly customer: CustomerEvents
  readonly window: LockedWindow
  readonly delta: WindowDelta
}

function savedWindow({ customer: { meter }, window, delta }: WindowChange, newValues: number) {
  const { customerId, meterId } = window
  const added = addFigures(window.figures, delta.figures)
  const figures: Figures = { ...added, numbers: added.numbers + newValues }
  return { customerId, meterId, figures, consumed: shownDecimal(quantityOf(meter.aggregation, figures)) }
}

const keyOf = ({ customerId, meterId }: { readonly customerId: string; readonly meterId: string }) => `${customerId} ${meterId}`
