import { csvLine } from '#kernel/csv.ts'
import { type AuditContext, recordAudit } from '#platform/audit/audit-context.ts'
import type { RunTransaction } from '#platform/database/database.ts'
import type { AuthListQuery } from '#platform/resource/auth-list.ts'
import type { LogEntry } from '../model.ts'
import { logOf } from '../reads.ts'
import { EXPORT_COLUMNS, toCells } from '../wire.ts'

const BATCH_SIZE = 500

/** The log of an organization, or of the platform for null, and its filters. */
export interface ExportLogInput {
  readonly organizationId: string | null
  readonly query: AuthListQuery
  readonly transaction: RunTransaction
}

/**
 * A log as pieces of CSV, newest entry first. It reads a few hundred entries at a time, as fast as the pieces are taken, so memory use
 * does not depend on the size of the log. The export is recorded in that log first.
 */
export async function exportLog(by: AuditContext, { organizationId, query, transaction }: ExportLogInput): Promise<AsyncIterable<string>> {
  const { organizationId: _, ...filters } = query
  const named = Object.entries(filters).filter((pair): pair is [string, string | Date] => pair[1] !== undefined && pair[1] !== '')
  const details = Object.fromEntries(named.map(([key, value]) => [key, value instanceof Date ? value.toISOString() : value]))
  const { list, where } = logOf(organizationId)
  const read = async (before?: string): Promise<Batch> => {
    const request = { query: { ...query, limit: BATCH_SIZE, before }, ...(where && { where }) }
    return (await list.read(by.platform.database.db, request, by.platform)) ?? { items: [], nextBefore: null }
  }
  const first = await read()
  await transaction((tx) => recordAudit(tx, by, { action: 'audit_log.exported', organizationId, details }))
  return csvLines(first, read)
}

interface Batch {
  readonly items: readonly LogEntry[]
  readonly nextBefore: string | null
}

async function* csvLines(first: Batch, read: (before: string) => Promise<Batch>): AsyncGenerator<string> {
  yield csvLine(EXPORT_COLUMNS)
  for (let batch: Batch | undefined = first; batch; batch = batch.nextBefore === null ? undefined : await read(batch.nextBefore))
    if (batch.items.length > 0) yield batch.items.map((entry) => csvLine(toCells(entry))).join('')
}
