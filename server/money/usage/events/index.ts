export { anonymizeEvents } from './actions/anonymize-events.ts'
export {
  type BucketFigures,
  type EventFigures,
  type EventSelection,
  NO_EVENT_FIGURES,
  type TimeBucket,
} from './archive/event-store.ts'
export { type EventDatabases, type EventPart, eventParts } from './archive/reads.ts'
export { figuresOfEvents, figureValue } from './figures-sql.ts'
export { compileFilter, compileProperty } from './filter-sql.ts'
export { findEventsFrom, listDetached } from './months/store.ts'
export { readCustomerEvents } from './privacy/reads.ts'
export { usageEvents } from './store.ts'
export { toUsageEventWire } from './wire.ts'
