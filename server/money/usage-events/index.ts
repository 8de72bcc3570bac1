export { compileFilter } from './filter-sql.ts'
export { usageEvents } from './store.ts'
export { toUsageEventWire } from './wire.ts'
