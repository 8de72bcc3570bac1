export { type IngestEventsInput, ingestEvents } from './actions/ingest-events.ts'
