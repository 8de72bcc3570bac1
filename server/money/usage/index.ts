export { type IngestEventsInput, ingestEvents } from './actions/ingest-events.ts'
export { type UsageReport, verifyUsage } from './actions/verify-usage.ts'
export { customerMeterList } from './reads.ts'
export { faultSentence, type UsageFault } from './verification/faults.ts'
