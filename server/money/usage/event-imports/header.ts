// The first line of a file: which columns it names, and what separates them. Pure.

import { nextRecord, startOfRecords } from '#kernel/csv/records.ts'
import type { Problem } from '#kernel/refusal.ts'
import { lengthOf } from '#kernel/text.ts'
import { METADATA_KEY_LENGTH, METADATA_KEYS, PROTOTYPE_KEYS } from '#platform/http/wire-parts.ts'
import type { Separator } from './model.ts'

/** The columns besides those of metadata. */
export const PLAIN_COLUMNS = ['name', 'timestamp', 'customer_id', 'external_customer_id', 'external_id'] as const
export type PlainColumn = (typeof PLAIN_COLUMNS)[number]

/** The prefix of the columns of metadata: `metadata.usage.tokens` is the key `tokens` of the object `usage`. */
export const METADATA_PREFIX = 'metadata.'
/** The prefix of the columns that a report of refused lines adds. They are ignored, so that a mended report can be sent. */
export const REPORT_PREFIX = 'refused.'

const SEPARATORS: readonly Separator[] = [',', ';', '\t']
/** Keys within each other, as events of `POST /v1/events/ingest` have them. */
const PATH_LENGTH = 5
const COLUMNS_MAXIMUM = 100
/** The characters of a column's name that a sentence repeats. */
const SHOWN_LENGTH = 60

/** The header of a file. */
export interface FileHeader {
  readonly columns: readonly string[]
  readonly separator: Separator
  /** Where the first line below it begins, in bytes, and its number. */
  readonly end: number
  readonly nextLine: number
  /** Why the line cannot be read. */
  readonly fault: string | undefined
}

/** The header in the first bytes of a file, which contain all of it: the separator is the one that makes the most columns of it. */
export function headerOf(head: Buffer): FileHeader {
  const start = startOfRecords(head)
  const headers = SEPARATORS.flatMap((separator): FileHeader[] => {
    const record = nextRecord(head, start, { separator, isLast: true })
    if (!record) return []
    const columns = record.cells.map((cell) => cell.trim())
    while (columns.length > 1 && columns.at(-1) === '') columns.pop()
    return [{ columns, separator, end: record.end, nextLine: 1 + record.lineBreaks, fault: record.fault }]
  })
  const most = Math.max(...headers.map(({ columns }) => columns.length))
  return headers.find(({ columns }) => columns.length === most) as FileHeader
}

/**
 * The problems of a header. The type of each says what is wrong, for programs that write their own sentences; `ctx.column` is the name of
 * its column.
 */
export function headerProblems({ columns, fault }: Pick<FileHeader, 'columns' | 'fault'>): Problem[] {
  if (fault !== undefined) return [problem('csv_header', `The header: ${fault}`)]
  return [
    ...columns.slice(0, COLUMNS_MAXIMUM).flatMap((column, at) => columnProblems(column, { at, columns })),
    ...(columns.length > COLUMNS_MAXIMUM
      ? [problem('csv_columns_excess', `The file has ${columns.length} columns. It can have at most ${COLUMNS_MAXIMUM}.`)]
      : []),
    ...(metadataKeys(columns) > METADATA_KEYS
      ? [problem('csv_columns_excess', `The columns of metadata make more than ${METADATA_KEYS} keys.`)]
      : []),
    ...(columns.includes('name') ? [] : [problem('csv_name_missing', 'The column “name” is missing.')]),
    ...(columns.includes('customer_id') || columns.includes('external_customer_id')
      ? []
      : [problem('csv_customer_missing', 'A column “customer_id” or “external_customer_id” is missing.')]),
  ]
}

function problem(type: string, msg: string, column?: string): Problem {
  return { loc: ['body', 'file'], msg, type, ...(column !== undefined && { ctx: { column } }) }
}

interface ColumnPlace {
  /** From 0. */
  readonly at: number
  readonly columns: readonly string[]
}

function columnProblems(column: string, { at, columns }: ColumnPlace): Problem[] {
  const name = column.slice(0, SHOWN_LENGTH)
  const faulty = (type: string, msg: string): Problem[] => [problem(type, msg, name)]
  if (column === '') return [problem('csv_column_unnamed', `Column ${at + 1} has no name.`, String(at + 1))]
  if (columns.indexOf(column) < at) return faulty('csv_column_repeated', `The column “${name}” is there twice.`)
  if (column.startsWith(REPORT_PREFIX) || PLAIN_COLUMNS.includes(column as PlainColumn)) return []
  if (!column.startsWith(METADATA_PREFIX)) {
    const known = `Known are ${PLAIN_COLUMNS.join(', ')}, and those that begin with ${METADATA_PREFIX}`
    return faulty('csv_column_unknown', `The column “${name}” is unknown. ${known}`)
  }
  const path = pathOf(column)
  if (path.length > PATH_LENGTH) return faulty('csv_column_path', `The path of the column “${name}” has more than ${PATH_LENGTH} keys.`)
  if (path.some((key) => key === '' || lengthOf(key) > METADATA_KEY_LENGTH || PROTOTYPE_KEYS.has(key)))
    return faulty('csv_column_path', `A key of the column “${name}” is not allowed. Each has 1 to ${METADATA_KEY_LENGTH} characters.`)
  if (columns.some((other) => other.startsWith(`${column}.`)))
    return faulty('csv_column_path', `The column “${name}” is a value and, by another column, an object.`)
  return []
}

/** The keys to the value of a column of metadata. */
export function pathOf(column: string): readonly string[] {
  return column.slice(METADATA_PREFIX.length).split('.')
}

function metadataKeys(columns: readonly string[]): number {
  const paths = columns.filter((column) => column.startsWith(METADATA_PREFIX)).map(pathOf)
  return new Set(paths.flatMap((path) => path.map((_, at) => path.slice(0, at + 1).join('.')))).size
}
