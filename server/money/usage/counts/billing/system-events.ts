// The events that are written into the stream about a meter of a customer (rule B3). Pure.
import { newId } from '#kernel/id.ts'
import type { NewEvent } from '../store.ts'
import type { MeterCredit } from './model.ts'

/** The event of units that were credited or, if negative, taken back. */
export function creditEvent({
  customerId,
  meterId,
  units,
  rollover,
  creditedAt: at,
}: Omit<MeterCredit, 'organizationId' | 'id' | 'source'>): NewEvent {
  return systemEvent('meter.credited', { customerId, at, metadata: { meter_id: meterId, units, rollover } })
}

/** The event of a window that has ended. */
export function resetEvent({
  customerId,
  meterId,
  at,
}: {
  readonly customerId: string
  readonly meterId: string
  readonly at: Date
}): NewEvent {
  return systemEvent('meter.reset', { customerId, at, metadata: { meter_id: meterId } })
}

function systemEvent(
  name: string,
  { customerId, at, metadata }: Pick<NewEvent, 'metadata'> & { readonly customerId: string; readonly at: Date },
): NewEvent {
  return { id: newId(at), timestamp: at, name, source: 'system', customerId, externalCustomerId: null, externalId: null, metadata }
}
