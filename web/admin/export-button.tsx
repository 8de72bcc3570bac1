import { useState } from 'react'
import type { CallError, Result } from '#client/index.ts'
import { csvOf, download } from '#web/parts/csv.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { DownloadIcon } from '#web/ui/icons/index.ts'
import { toast } from '#web/ui/overlays/toasts.ts'
import type { ReadPage } from './listing.tsx'
import { t } from './messages.ts'
import { refusedText } from './refusal.ts'
import type { ReadStream } from './stream.tsx'

/** Rows that one file holds at most, and that are asked for at once. */
const most = 10_000
const atOnce = 100

/** A column of a file: its head, and what a row has in it. */
export type CsvColumn<R> = readonly [head: string, value: (row: R) => string | number | boolean | null | undefined]

/** One page of a list on its way into a file: its rows, and what asks for the next one; null after the last. */
type Walk<R, C> = (from: C) => Promise<Result<{ readonly rows: readonly R[]; readonly next: C | null }>>

interface File<R> {
  name: string
  columns: readonly CsvColumn<R>[]
}

/** Saves a whole stream as it is filtered. */
export function StreamExport<R>({ read, ...file }: File<R> & { read: ReadStream<R> }) {
  return <Export {...file} from={undefined as string | undefined} walk={(before: string | undefined) => read({ before, limit: atOnce })} />
}

/** Saves all pages of a list as it is filtered. */
export function PagesExport<R>({ read, ...file }: File<R> & { read: ReadPage<R> }) {
  const walk = async (offset: number): ReturnType<Walk<R, number>> => {
    const { data, error } = await read({ limit: atOnce, offset })
    if (error !== null) return { data, error }
    const next = offset + data.rows.length
    return { data: { rows: data.rows, next: next < data.total && data.rows.length > 0 ? next : null }, error }
  }
  return <Export {...file} from={0} walk={walk} />
}

/** Saves a list, page by page, as a CSV file. */
function Export<R, C>(props: File<R> & { from: C; walk: Walk<R, C> }) {
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
