// Where sealed values are stored: each place is declared once, beside the statements that write it.
import { type RawBuilder, sql } from 'kysely'
import type { Tables } from '../database/tables.ts'

/** A column that stores values sealed for one purpose. */
export interface SealedColumn {
  readonly purpose: string
  readonly table: keyof Tables & string
  readonly column: string
  /** Where the value is in a column of type `jsonb`: the names of its keys, none where the value is the whole. */
  readonly path?: readonly string[]
  /** The rows that hold values of this purpose, where the column has others. */
  readonly where?: RawBuilder<boolean>
}

const declared: SealedColumn[] = []

/** Declares the columns of a purpose; `guildhall secret rotate` and `doctor` find them by this. */
export function declareSealed(purpose: string, ...columns: readonly Omit<SealedColumn, 'purpose'>[]): void {
  declared.push(...columns.map((column) => ({ ...column, purpose })))
}

/** The columns that were declared by the modules that are loaded. */
export function sealedColumns(): readonly SealedColumn[] {
  return declared
}

/** The sealed text of a row. */
export function sealedText({ column, path }: SealedColumn): RawBuilder<string | null> {
  if (path === undefined) return sql`target.${sql.ref(column)}`
  return sql`target.${sql.ref(column)} #>> ${sql.lit(`{${path.join(',')}}`)}::text[]`
}

/** The value of the column with another sealed text, given as an expression. */
export function withSealedText({ column, path }: SealedColumn, text: RawBuilder<unknown>): RawBuilder<unknown> {
  if (path === undefined) return text
  if (path.length === 0) return sql`to_jsonb(${text})`
  return sql`jsonb_set(target.${sql.ref(column)}, ${sql.lit(`{${path.join(',')}}`)}::text[], to_jsonb(${text}))`
}
