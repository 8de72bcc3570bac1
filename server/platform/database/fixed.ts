import { CompiledQuery } from 'kysely'
import type { Database } from './database.ts'

/** Reads the rows of a statement whose text never changes, for the value at hand. */
export type FixedRead<Row, Value> = (db: Database, value: Value) => Promise<readonly Row[]>

/**
 * A statement with one value that nearly every request sends: its text is built by the first and kept, so that the others send
 * their value and nothing is compiled again. The text may depend on nothing but the code.
 */
export function fixedRead<Row, Value = string>(build: (db: Database, value: Value) => CompiledQuery<Row>): FixedRead<Row, Value> {
  let text: string | undefined
  return async (db, value) => {
    text ??= build(db, value).sql
    return (await db.executeQuery<Row>(CompiledQuery.raw(text, [value]) as CompiledQuery<Row>)).rows
  }
}
