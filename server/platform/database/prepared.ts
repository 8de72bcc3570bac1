import { type Compilable, CompiledQuery, type Insertable, type InsertQueryBuilder, type InsertResult } from 'kysely'
import { assert } from '#kernel/assert.ts'
import type { Database, Tx } from './database.ts'
import type { Tables } from './tables.ts'

/** Reads the rows of a statement whose text never changes, for the value at hand. */
export type PreparedRead<Row, Value> = (db: Database, value: Value) => Promise<readonly Row[]>

/**
 * A statement with one value that nearly every request sends: its text is built by the first and kept, so that the others send
 * their value and nothing is compiled again. The text may depend on nothing but the code.
 */
export function preparedRead<Row, Value = string>(build: (db: Database, value: Value) => CompiledQuery<Row>): PreparedRead<Row, Value> {
  let text: string | undefined
  return async (db, value) => {
    text ??= build(db, value).sql
    return (await db.executeQuery<Row>(CompiledQuery.raw(text, [value]) as CompiledQuery<Row>)).rows
  }
}

/** Writes one value by a statement whose text never changes. */
export type PreparedWrite<Value> = (tx: Tx, value: Value) => Promise<void>

/** Stands for a field of the value while the statement is built. */
class Field {
  readonly name: string

  constructor(name: string) {
    this.name = name
  }
}

function filling<Row, Value extends object>(build: (db: Database, value: Value) => CompiledQuery<Row>) {
  let fixed: CompiledQuery<Row> | undefined
  return (db: Database, value: Value): CompiledQuery<Row> => {
    fixed ??= build(db, new Proxy({}, { get: (_, name) => new Field(String(name)) }) as Value)
    const parameters = fixed.parameters.map((each) => (each instanceof Field ? value[each.name as keyof Value] : each))
    return CompiledQuery.raw(fixed.sql, parameters) as CompiledQuery<Row>
  }
}

/**
 * A statement that many requests send, each for the fields of a value of its own: its text is built once, with every field
 * standing where it belongs, and the others send their fields. `build` may only put fields where parameters go: it can neither
 * look at one nor make something of it.
 */
export function preparedReadOf<Row, Value extends object>(
  build: (db: Database, value: Value) => CompiledQuery<Row>,
): PreparedRead<Row, Value> {
  const filled = filling(build)
  return async (db, value) => (await db.executeQuery<Row>(filled(db, value))).rows
}

/** The same for a statement that writes and gives no rows. */
export function preparedWrite<Value extends object>(build: (tx: Tx, value: Value) => CompiledQuery): PreparedWrite<Value> {
  const filled = filling((db, value: Value) => build(db as Tx, value))
  return async (tx, value) => {
    await tx.executeQuery(filled(tx, value))
  }
}

type Inserting<Name extends keyof Tables> = InsertQueryBuilder<Tables, Name, InsertResult>

/**
 * The same for a new row of a table, whose columns are those of the first row that is written: every row must have just
 * these. Values of jsonb columns are given as JSON text. `further` says what else belongs to the statement (`on conflict`).
 */
export function preparedInsert<Name extends keyof Tables>(
  table: Name,
  further: (insert: Inserting<Name>, row: Insertable<Tables[Name]>) => Compilable = (insert) => insert,
): PreparedWrite<Insertable<Tables[Name]>> {
  let columns: readonly string[] | undefined
  const write = preparedWrite<Insertable<Tables[Name]>>((tx, row) => {
    const values = Object.fromEntries((columns ?? []).map((column) => [column, (row as Record<string, unknown>)[column]]))
    return further(tx.insertInto(table).values(values as never) as Inserting<Name>, row).compile()
  })
  return async (tx, row) => {
    const names = Object.keys(row)
    columns ??= names
    assert(names.length === columns.length, `A row of ${table} has other columns than the first`)
    await write(tx, row)
  }
}
