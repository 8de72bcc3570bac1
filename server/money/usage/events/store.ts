import type { Row } from '#platform/resource/columns.ts'
import { table } from '#platform/resource/table.ts'
import { type EventSource, usageEventColumns } from './model.ts'

declare module '#platform/database/tables.ts' {
  interface Tables {
    usage_events: Row<typeof usageEventColumns>
    usage_event_names: UsageEventNamesTable
    event_keys: EventKeysTable
  }
}

interface UsageEventNamesTable {
  organization_id: string
  name: string
  source: EventSource
  occurrences: number
  first_seen: Date
  last_seen: Date
}

interface EventKeysTable {
  organization_id: string
  external_id: string
}

/** The rows of usage events. Triggers count them. */
export const usageEvents = table('usage_events', usageEventColumns, { isCounted: true })
