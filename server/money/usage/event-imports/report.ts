// The refused lines of an import as CSV: its own columns, and why each line was refused. Pure.
import { csvLine } from '#kernel/csv.ts'
import { REPORT_PREFIX } from './header.ts'
import type { EventImport, RefusedLine } from './model.ts'

const OWN_COLUMNS = ['line', 'field', 'reason'].map((name) => `${REPORT_PREFIX}${name}`)

/** The columns of the file that the report repeats: without those of a report that was sent again. */
function repeatedColumns({ header }: Pick<EventImport, 'header'>): readonly number[] {
  return (header ?? []).flatMap((column, at) => (column.startsWith(REPORT_PREFIX) ? [] : [at]))
}

/** The header of the report. */
export function reportHeader(found: Pick<EventImport, 'header'>): string {
  return csvLine([...repeatedColumns(found).map((at) => found.header?.[at] ?? ''), ...OWN_COLUMNS])
}

/** A line of the report. */
export function reportLine(found: Pick<EventImport, 'header'>, { line, field, reason, cells }: RefusedLine): string {
  return csvLine([...repeatedColumns(found).map((at) => cells[at] ?? ''), line, field, reason])
}
