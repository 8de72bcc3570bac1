import { csvLine } from '#kernel/csv.ts'
import { type AuditContext, auditBy } from '#platform/audit/by.ts'
import type { Tx } from '#platform/database/database.ts'
import type { Reply } from '#platform/http/request.ts'
import type { EntryFilter, Log, LogEntry } from '../model.ts'
import { listEntries } from '../reads.ts'
import { EXPORTED, toCells } from '../wire.ts'

const AT_ONCE = 500

/** Which entries of which log leave, and how. */
export interface Exporting {
  readonly log: Log
  readonly filter: EntryFilter
  readonly transaction: <T>(run: (tx: Tx) => Promise<T>) => Promise<T>
  readonly reply: Pick<Reply, 'header' | 'stream'>
}

/**
 * Answers with a log as a table, the latest entry first: read a few hundred entries at a time, as fast as the client takes them, so that
 * the longest log needs no more room than the shortest. That it left is written down in that log before.
 */
export async function exportLog(by: AuditContext, { log, filter, transaction, reply }: Exporting): Promise<void> {
  const organizationId = log === 'platform' ? null : log.organizationId
  const given = Object.entries(filter).filter((pair): pair is [string, string | Date] => pair[1] !== undefined)
  const details = Object.fromEntries(given.map(([key, value]) => [key, value instanceof Date ? value.toISOString() : value]))
  const first = await listEntries(by.platform.database.db, { log, filter, limit: AT_ONCE, before: undefined })
  await transaction((tx) => auditBy(tx, by, { action: 'audit_log.exported', organizationId, details }))
  reply.header('content-disposition', 'attachment; filename="audit-log.csv"')
  reply.stream('text/csv; charset=utf-8; header=present', lines(by, { log, filter, first }))
}

async function* lines(
  { platform }: AuditContext,
  { log, filter, first }: Pick<Exporting, 'log' | 'filter'> & { readonly first: readonly LogEntry[] },
): AsyncGenerator<string> {
  yield csvLine(EXPORTED)
  let entries = first
  while (entries.length > 0) {
    yield entries.map((entry) => csvLine(toCells(entry))).join('')
    const before = entries.at(-1)?.id
    entries = entries.length < AT_ONCE ? [] : await listEntries(platform.database.db, { log, filter, limit: AT_ONCE, before })
  }
}
