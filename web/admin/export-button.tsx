import { useState } from 'react'
import type { CallError, Result } from '#client/index.ts'
import { csvOf, download } from '#web/parts/csv.ts'
import { Button } from '#web/ui/acts/button.tsx'
import { toast } from '#web/ui/floating/toasts.ts'
import { DownloadIcon } from '#web/ui/icons/index.ts'
import { refusedText } from './refusal.ts'
import { t } from './words.ts'

/** Rows that one file holds at most. */
const most = 10_000

/** A column of a file: its head, and what a row has in it. */
export type CsvColumn<R> = readonly [head: string, value: (row: R) => string | number | boolean | null | undefined]

/** One page of a list on its way into a file: its rows, and what asks for the next one; null after the last. */
export type Walk<R, C> = (from: C) => Promise<Result<{ readonly rows: readonly R[]; readonly next: C | null }>>

/** Saves the whole list as it is filtered, page by page, as a CSV file. */
export function ExportButton<R, C>(props: { name: string; columns: readonly CsvColumn<R>[]; from: C; walk: Walk<R, C> }) {
  const [busy, setBusy] = useState(false)
  const run = async () => {
    setBusy(true)
    const result = await everything(props.walk, props.from)
    setBusy(false)
    if ('error' in result) return toast(refusedText(result.error), { bad: true })
    const lines = result.rows.map((row) => props.columns.map(([, value]) => String(value(row) ?? '')))
    download(`${props.name}.csv`, csvOf([props.columns.map(([head]) => head), ...lines]))
    if (result.isCut) toast(t('cut', { count: most }))
  }
  return (
    <Button busy={busy} icon={DownloadIcon} onClick={() => void run()}>
      {t('csv')}
    </Button>
  )
}

async function everything<R, C>(walk: Walk<R, C>, first: C): Promise<{ rows: R[]; isCut: boolean } | { error: CallError }> {
  const rows: R[] = []
  let from: C | null = first
  while (from !== null && rows.length < most) {
    const { data, error }: Awaited<ReturnType<Walk<R, C>>> = await walk(from)
    if (error !== null) return { error }
    rows.push(...data.rows)
    from = data.next
  }
  return { rows: rows.slice(0, most), isCut: from !== null || rows.length > most }
}
