import type { ClickHouseStatement } from './statement.ts'

/** A row to insert, by the names of its columns: the values are those of JSON. */
export type InsertedRow = Readonly<Record<string, unknown>>

/** The limits of the time of a call. */
export interface CallLimits {
  /** The server stops at work on a statement a moment before. */
  readonly timeoutMs: number
}

/**
 * A database of ClickHouse, by its HTTP interface. Every call reaches another server, so none is made while a transaction is open. Throws
 * `ClickHouseUnavailable` where a later call may succeed.
 */
export interface ClickHouse {
  /** The rows of a `SELECT` without a format, all of them or none: an answer that ends in an exception is an error. */
  select<Row>(statement: ClickHouseStatement, limits?: CallLimits): Promise<readonly Row[]>
  /** Inserts rows and waits until they are stored. After an error some or all of them may be there. */
  insert(table: string, rows: readonly InsertedRow[]): Promise<void>
  /** Runs a statement without a result. A mutation has ended when it resolves. */
  command(statement: ClickHouseStatement, limits?: CallLimits): Promise<void>
  close(): Promise<void>
}

/** ClickHouse does not answer in time, or cannot work on a statement at present. */
export class ClickHouseUnavailable extends Error {
  override readonly name = 'ClickHouseUnavailable'
}

/** ClickHouse refused a statement. */
export class ClickHouseRefusal extends Error {
  override readonly name = 'ClickHouseRefusal'
  /** The number of the exception: 60 for a table that does not exist. */
  readonly code: number

  constructor(code: number, options?: ErrorOptions) {
    super(`ClickHouse refused a statement with the exception ${code}.`, options)
    this.code = code
  }
}
