import { type Compilable, CompiledQuery, type Insertable, type InsertQueryBuilder, type InsertResult } from 'kysely'
import { assert } from '#kernel/assert.ts'
import type { Database, Tx } from './database.ts'
import type { Tables } from './tables.ts'

/** Reads the rows of a statement whose text never changes, for the given value. */
export type PreparedRead<Row, Value> = (db: Database, value: Value) => Promise<readonly Row[]>

/**
 * A read with one value that nearly every request sends: its text is compiled on the first call and cached. The text must not depend
 * on the value.
 */
export function preparedRead<Row, Value = string>(build: (db: Database, value: Value) => CompiledQuery<Row>): PreparedRead<Row, Value> {
  let text: string | undefined
  return async (db, value) => {
    text ??= build(db, value).sql
    return (await db.executeQuery<Row>(CompiledQuery.raw(text, [value]) as CompiledQuery<Row>)).rows
  }
}

/** Writes one value with a statement whose text never changes. */
export type PreparedWrite<Value> = (tx: Tx, value: Value) => Promise<void>

/** A placeholder for a field of the value while the statement is built. */
class Field {
  readonly name: string

  constructor(name: string) {
    this.name = name
  }
}

function preparedQuery<Row, Value extends object>(build: (db: Database, value: Value) => CompiledQuery<Row>) {
  let prepared: CompiledQuery<Row> | undefined
  return (db: Database, value: Value): CompiledQuery<Row> => {
    prepared ??= build(db, new Proxy({}, { get: (_, name) => new Field(String(name)) }) as Value)
    const parameters = prepared.parameters.map((each) => (each instanceof Field ? value[each.name as keyof Value] : each))
    return CompiledQuery.raw(prepared.sql, parameters) as CompiledQuery<Row>
  }
}

/**
 * A read with several values that many requests send: its text is compiled once, with a placeholder for each field of the value.
 * `build` may only use fields as parameters: it can neither read nor transform one.
 */
export function preparedReadOf<Row, Value extends object>(
  build: (db: Database, value: Value) => CompiledQuery<Row>,
): PreparedRead<Row, Value> {
  const queryOf = preparedQuery(build)
  return async (db, value) => (await db.executeQuery<Row>(queryOf(db, value))).rows
}

/** The same for a statement that writes and returns no rows. */
export function preparedWrite<Value extends object>(build: (tx: Tx, value: Value) => CompiledQuery): PreparedWrite<Value> {
  const queryOf = preparedQuery((db, value: Value) => build(db as Tx, value))
  return async (tx, value) => {
    await tx.executeQuery(queryOf(tx, value))
  }
}

type Insert<Name extends keyof Tables> = InsertQueryBuilder<Tables, Name, InsertResult>

/**
 * The same for inserting a row. The columns are those of the first row; every row must have exactly these. Values of jsonb columns are
 * JSON text. `further` extends the statement (`on conflict`).
 */
export function preparedInsert<Name extends keyof Tables>(
  table: Name,
  extend: (insert: Insert<Name>, row: Insertable<Tables[Name]>) => Compilable = (insert) => insert,
): PreparedWrite<Insertable<Tables[Name]>> {
  let columns: readonly string[] | undefined
  const write = preparedWrite<Insertable<Tables[Name]>>((tx, row) => {
    const values = Object.fromEntries((columns ?? []).map((column) => [column, (row as Record<string, unknown>)[column]]))
    return extend(tx.insertInto(table).values(values as never) as Insert<Name>, row).compile()
  })
  return async (tx, row) => {
    const names = Object.keys(row)
    columns ??= names
    assert(names.length === columns.length, `A row of ${table} has other columns than the first`)
    await write(tx, row)
  }
}
