// The values that each row of a list brings along from other tables, in the same statement.
import { type RawBuilder, sql } from 'kysely'
import type { Platform } from '../platform.ts'
import type { Columns, Model } from './columns.ts'
import type { StoredRow, Table } from './table.ts'

/** Opens what is sealed. */
export type SealingDeps = Pick<Platform, 'secrets'>

/** One thing that each row brings along: a value of the same statement, and how it is read. */
export interface Embedded<Value> {
  readonly select: RawBuilder<unknown>
  /** The join that it needs: `left join customers on …`. One that a statement does not read costs nothing. */
  readonly join?: RawBuilder<unknown>
  read(value: unknown, sealing: SealingDeps): Value
}

/** The same where nothing is sealed. */
export interface PlainEmbedded<Value> extends Embedded<Value> {
  read(value: unknown): Value
}

/** The embedded values of a row, by the names of the item's properties. */
// biome-ignore lint/suspicious/noExplicitAny: embedded values of every type
export type Embeddeds = Readonly<Record<string, Embedded<any>>>

/** The values of what a row brings along. */
export type Values<E extends Embeddeds> = { readonly [K in keyof E]: E[K] extends Embedded<infer Value> ? Value : never }

/** All that a row brings along, for a statement over the list's table. */
export interface EmbeddedColumns<E extends Embeddeds> {
  readonly columns: readonly RawBuilder<unknown>[]
  readonly joins: readonly RawBuilder<unknown>[]
  read(row: StoredRow, sealing: SealingDeps): Values<E>
}

/** The row of another table that each row names by `column`. */
export function joined<C extends Columns>(
  other: Table<C>,
  { from, column }: { readonly from: string; readonly column: string },
): PlainEmbedded<Model<C>> {
  const organization = sql`${sql.ref(`${other.name}.organization_id`)} = ${sql.ref(`${from}.organization_id`)}`
  return {
    select: other.json(),
    join: sql`left join ${sql.table(other.name)} on ${organization} and ${sql.ref(`${other.name}.id`)} = ${sql.ref(`${from}.${column}`)}`,
    read: (value) => other.fromRow(value as StoredRow),
  }
}

/** The rows of another table that belong to each row by `column`, in the order of `orderBy`. */
export function children<C extends Columns>(
  other: Table<C>,
  { of, column, orderBy }: { readonly of: string; readonly column: string; readonly orderBy: string },
): PlainEmbedded<readonly Model<C>[]> {
  const own = sql`${sql.ref(`${other.name}.organization_id`)} = ${sql.ref(`${of}.organization_id`)} and ${sql.ref(`${other.name}.${column}`)} = ${sql.ref(`${of}.id`)}`
  return {
    select: sql`(select coalesce(json_agg(${other.json()} order by ${sql.ref(`${other.name}.${orderBy}`)}), '[]') from ${sql.table(other.name)} where ${own})`,
    read: (value) => (value as readonly StoredRow[]).map(other.fromRow),
  }
}

/** A value of any other kind: an expression over the row, and how it is read. */
export function value<Value>(
  select: RawBuilder<unknown>,
  read: (value: unknown, sealing: SealingDeps) => Value = (stored) => stored as Value,
): Embedded<Value> {
  return { select, read }
}

/** Puts together what a row brings along. */
export function embeddedColumns<E extends Embeddeds>(embeddeds: E): EmbeddedColumns<E> {
  const all = Object.entries(embeddeds).map(([name, embedded]) => ({ name, column: `with_${name}`, ...embedded }))
  return {
    columns: all.map(({ select, column }) => sql`${select} as ${sql.id(column)}`),
    joins: all.flatMap(({ join }) => join ?? []),
    read: (row, sealing) => {
      const values: Record<string, unknown> = {}
      for (const { name, column, read } of all) values[name] = read(row[column], sealing)
      return values as Values<E>
    },
  }
}
