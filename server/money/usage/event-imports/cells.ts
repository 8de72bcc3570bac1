// The cells of a line, as the body of an event. Pure.
import { withoutFormulaGuard } from '#kernel/csv.ts'
import { METADATA_PREFIX, PLAIN_COLUMNS, type PlainColumn, pathOf } from './header.ts'
import type { Separator } from './model.ts'

/** A value of metadata. */
export type CellValue = string | number | boolean

const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d{1,3})?$/
const DECIMAL_COMMA = /^-?(?:0|[1-9]\d*),\d+$/
/** Digits that a number keeps exactly. */
const DIGITS = 15

/** The object that a path of keys leads into. */
interface Tree {
  [key: string]: CellValue | Tree
}

/**
 * The value of a cell of metadata, without spaces around it. `true` and `false` (`TRUE`, `FALSE`) are booleans. A number as JSON writes it, with at
 * most 15 digits, is a number; in a file separated by semicolons it may have a decimal comma. All else is text: also `007` and `1.000,50`.
 */
export function cellValue(cell: string, separator: Separator): CellValue {
  const text = withoutFormulaGuard(cell.trim()).trim()
  if (text === 'true' || text === 'TRUE') return true
  if (text === 'false' || text === 'FALSE') return false
  const written = separator === ';' && DECIMAL_COMMA.test(text) ? text.replace(',', '.') : text
  if (!NUMBER.test(written) || significantDigits(written) > DIGITS) return text
  const number = Number(written)
  return Number.isFinite(number) ? number : text
}

function significantDigits(number: string): number {
  return number
    .replace(/[eE].*/, '')
    .replace(/[-.]/g, '')
    .replace(/^0+/, '').length
}

/** A file whose lines are read. */
export interface LineFormat {
  readonly columns: readonly string[]
  readonly separator: Separator
}

/** The body of the event that a line describes, as `POST /v1/events/ingest` takes it. Empty cells are left out. */
export function eventBody(cells: readonly string[], { columns, separator }: LineFormat): Readonly<Record<string, unknown>> {
  const body: Record<string, unknown> = {}
  const metadata: Tree = {}
  for (const [at, column] of columns.entries()) {
    const cell = cells[at]?.trim() ?? ''
    if (cell === '') continue
    if (PLAIN_COLUMNS.includes(column as PlainColumn)) body[column] = withoutFormulaGuard(cell)
    else if (column.startsWith(METADATA_PREFIX)) place(metadata, pathOf(column), cellValue(cell, separator))
  }
  return { ...body, metadata }
}

function place(tree: Tree, path: readonly string[], value: CellValue): void {
  const [key = '', ...rest] = path
  if (rest.length === 0) {
    tree[key] = value
    return
  }
  const inner = tree[key]
  const next: Tree = typeof inner === 'object' ? inner : {}
  tree[key] = next
  place(next, rest, value)
}

/** The sentence about a line with content beyond the last column; undefined where there is none. */
export function excessFault(cells: readonly string[], { columns }: Pick<LineFormat, 'columns'>): string | undefined {
  if (cells.slice(columns.length).every((cell) => cell.trim() === '')) return undefined
  return `The line has ${cells.length} cells, and the header ${columns.length}.`
}
