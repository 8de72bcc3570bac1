export { compileFilter, compileProperty } from './filter-sql.ts'
export { ofExternalCustomers } from './reads.ts'
export { usageEvents } from './store.ts'
export { toUsageEventWire } from './wire.ts'
