import { useState } from 'react'
import type { CallError, Result } from '#client/index.ts'
import { downloadCsv } from '#web/parts/download.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { DownloadIcon } from '#web/ui/icons/index.ts'
import { toast } from '#web/ui/overlays/toasts.ts'
import type { ReadPage } from './listing.tsx'
import { t } from './messages.ts'
import { refusedText } from './refusal.ts'
import type { ReadStream } from './stream.tsx'

/** Maximum rows of one file, and rows per request. */
const maxRows = 10_000
const batchSize = 100

/** A CSV column: its header, and the value of a row. */
export type CsvColumn<R> = readonly [head: string, value: (row: R) => string | number | boolean | null | undefined]

/** Reads one batch of rows for a file; `next` is the position of the next batch, null after the last. */
type ReadBatch<R, C> = (from: C) => Promise<Result<{ readonly rows: readonly R[]; readonly next: C | null }>>

interface CsvFile<R> {
  name: string
  columns: readonly CsvColumn<R>[]
}

/** Exports all rows of a filtered stream. */
export function StreamExport<R>({ read, ...file }: CsvFile<R> & { read: ReadStream<R> }) {
  return (
    <Export
      {...file}
      from={undefined as string | undefined}
      readBatch={(before: string | undefined) => read({ before, limit: batchSize })}
    />
  )
}

/** Exports all pages of a filtered list. */
export function PagesExport<R>({ read, ...file }: CsvFile<R> & { read: ReadPage<R> }) {
  const readBatch = async (offset: number): ReturnType<ReadBatch<R, number>> => {
    const { data, error } = await read({ limit: batchSize, offset })
    if (error !== null) return { data, error }
    const next = offset + data.rows.length
    return { data: { rows: data.rows, next: next < data.total && data.rows.length > 0 ? next : null }, error }
  }
  return <Export {...file} from={0} readBatch={readBatch} />
}

/** Reads all batches and saves a CSV file. */
function Export<R, C>(props: CsvFile<R> & { from: C; readBatch: ReadBatch<R, C> }) {
  const [busy, setBusy] = useState(false)
  const run = async () => {
    setBusy(true)
    const result = await readAll(props.readBatch, props.from)
    setBusy(false)
    if ('error' in result) return toast(refusedText(result.error), { bad: true })
    const lines = result.rows.map((row) => props.columns.map(([, value]) => value(row) ?? null))
    downloadCsv(`${props.name}.csv`, [props.columns.map(([head]) => head), ...lines])
    if (result.isTruncated) toast(t('truncated', { count: maxRows }))
  }
  return (
    <Button busy={busy} icon={DownloadIcon} onClick={() => void run()}>
      {t('csv')}
    </Button>
  )
}

async function readAll<R, C>(readBatch: ReadBatch<R, C>, first: C): Promise<{ rows: R[]; isTruncated: boolean } | { error: CallError }> {
  const rows: R[] = []
  let from: C | null = first
  while (from !== null && rows.length < maxRows) {
    const { data, error }: Awaited<ReturnType<ReadBatch<R, C>>> = await readBatch(from)
    if (error !== null) return { error }
    rows.push(...data.rows)
    from = data.next
  }
  return { rows: rows.slice(0, maxRows), isTruncated: from !== null || rows.length > maxRows }
}
