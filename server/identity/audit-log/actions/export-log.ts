import { csvLine } from '#kernel/csv.ts'
import { type AuditContext, recordAudit } from '#platform/audit/audit-context.ts'
import type { Tx } from '#platform/database/database.ts'
import type { EntryFilter, Log, LogEntry } from '../model.ts'
import { listEntries } from '../reads.ts'
import { EXPORT_COLUMNS, toCells } from '../wire.ts'

const BATCH_SIZE = 500

/** The log and its filter. */
export interface ExportLogInput {
  readonly log: Log
  readonly filter: EntryFilter
  readonly transaction: <T>(run: (tx: Tx) => Promise<T>) => Promise<T>
}

/**
 * A log as pieces of CSV, newest entry first. It reads a few hundred entries at a time, as fast as the pieces are taken, so memory use
 * does not depend on the size of the log. The export is recorded in that log first.
 */
export async function exportLog(by: AuditContext, { log, filter, transaction }: ExportLogInput): Promise<AsyncIterable<string>> {
  const organizationId = log === 'platform' ? null : log.organizationId
  const conditions = Object.entries(filter).filter((pair): pair is [string, string | Date] => pair[1] !== undefined)
  const details = Object.fromEntries(conditions.map(([key, value]) => [key, value instanceof Date ? value.toISOString() : value]))
  const first = await listEntries(by.platform.database.db, { log, filter, limit: BATCH_SIZE, before: undefined })
  await transaction((tx) => recordAudit(tx, by, { action: 'audit_log.exported', organizationId, details }))
  return csvLines(by, { log, filter, first })
}

async function* csvLines(
  { platform }: AuditContext,
  { log, filter, first }: Pick<ExportLogInput, 'log' | 'filter'> & { readonly first: readonly LogEntry[] },
): AsyncGenerator<string> {
  yield csvLine(EXPORT_COLUMNS)
  let entries = first
  while (entries.length > 0) {
    yield entries.map((entry) => csvLine(toCells(entry))).join('')
    const before = entries.at(-1)?.id
    entries = entries.length < BATCH_SIZE ? [] : await listEntries(platform.database.db, { log, filter, limit: BATCH_SIZE, before })
  }
}
