import type { Cell } from '#kernel/csv.ts'
import { CallFailure } from '#web/api.ts'
import { errorText } from '#web/error-text.ts'
import { downloadCsv } from '#web/parts/download.ts'
import { toast } from '#web/ui/overlays/toasts.ts'
import { t } from './messages.ts'

/** Maximum number of rows of a file that the browser writes. */
const maxRows = 10_000

/** A column of a CSV file: its heading, and the value of a row. */
export type CsvColumn<R> = readonly [head: string, value: (row: R) => Cell | undefined]

/** Reads all rows that match and saves them as a CSV file; says so if there are more than fit. */
export async function saveCsv<R>(
  name: string,
  columns: readonly CsvColumn<R>[],
  readAll: (maximum: number) => Promise<readonly R[]>,
): Promise<void> {
  try {
    const rows = await readAll(maxRows + 1)
    const lines = rows.slice(0, maxRows).map((row) => columns.map(([, value]) => value(row) ?? null))
    downloadCsv(`${name}.csv`, [columns.map(([head]) => head), ...lines])
    if (rows.length > maxRows) toast(t('truncated', { count: maxRows }))
  } catch (error) {
    if (!(error instanceof CallFailure)) throw error
    toast(errorText(error.error), { bad: true })
  }
}
