// The rows of a resource, from its columns: the only SQL that names all of them.
import { type InsertQueryBuilder, type InsertResult, type Kysely, type RawBuilder, sql } from 'kysely'
import { type Database, json, type Tx } from '../database/database.ts'
import { anyOf } from '../database/list.ts'
import { sendAhead } from '../database/named-pool.ts'
import type { Tables } from '../database/tables.ts'
import { type Alias, type Columns, columnName, type Model, type Row, type SavedModel, type Storage } from './columns.ts'

/** Any table of tenants. Checking a statement for every table in turn would take half of the type check of the server. */
type AnyTable = Kysely<{ readonly any: { readonly organization_id: string; readonly id: string } }>

/** A row as selected or as the database's JSON: read it with `fromRow` alone. */
export type StoredRow = Readonly<Record<string, unknown>>

// biome-ignore lint/suspicious/noExplicitAny: the columns are checked by the model, not by Kysely
type InsertStatement = InsertQueryBuilder<any, any, InsertResult>

/** The rows of a table with any key. */
export interface Rows<C extends Columns, Name extends string = string> {
  readonly name: keyof Tables & string
  /** Holds for the rows that exist; undefined where all do. */
  readonly existing: RawBuilder<boolean> | undefined
  /** Whether triggers count the rows of each organization (`count_rows`). */
  readonly isCounted: boolean
  /** Every column under its name in the model, for Kysely's `select` and `returning`. */
  readonly aliases: readonly Alias<Name, C>[]
  /** Every column, qualified with `alias` (the table's own name otherwise), to select. */
  selection(alias?: string): RawBuilder<unknown>
  /**
   * The same under its name in the model, after `prefix`. Such a row is the model where no column is `jsonb` with a mapping of its own.
   */
  modelSelection(alias?: string, prefix?: string): RawBuilder<unknown>
  /**
   * The row as one JSON value, for statements that join the table as `alias`. `replaced` are columns with another value than the
   * stored one, such as a text that is cut.
   */
  json(alias?: string, replaced?: Readonly<Record<string, RawBuilder<unknown>>>): RawBuilder<unknown>
  /** The model of a row; further columns of the row are left out. */
  fromRow(row: StoredRow): Model<C>
  /** The statement that selects the rows of `tail` (`where … order by … for update`). */
  statement(tail: RawBuilder<unknown>): RawBuilder<StoredRow>
  /** The rows of that statement. */
  select(db: Database, tail: RawBuilder<unknown>): Promise<Model<C>[]>
  /** The row as it is written. */
  toRow(model: Model<C>): Row<C>
  /** Writes a new row. `further` are columns that the model does not hold, such as the digest of a secret. */
  insert(tx: Tx, model: Model<C>, further?: Readonly<Record<string, unknown>>): Promise<void>
  /** The statement of `insert`, to be sent with others or extended (`onConflict`). */
  inserting(tx: Pick<Tx, 'insertInto'>, models: readonly Model<C>[], further?: Readonly<Record<string, unknown>>): InsertStatement
  /** The columns in which the next model differs, to set: a row that was not locked keeps what others wrote. */
  changes(from: Model<C>, to: Model<C>): Readonly<Record<string, unknown>>
}

/** The parts of a resource's store. Every key is `(organization_id, id)`. */
export interface Table<C extends Columns, Name extends string = string> extends Rows<C, Name> {
  /** A resource of one of the organizations; a deleted one does not exist. */
  find(db: Database, tenants: readonly string[], id: string): Promise<Model<C> | undefined>
  /** The same with its row locked until the transaction ends. */
  lock(tx: Tx, tenants: readonly string[], id: string): Promise<Model<C> | undefined>
  /** The columns that `save` writes, for a statement with conditions of its own. */
  saved(model: SavedModel<C>): Readonly<Record<string, unknown>>
  /** Writes the columns of a locked row that are not fixed. It is sent ahead: the next statement rejects if it fails. */
  save(tx: Tx, model: SavedModel<C>): Promise<void>
  /** The same for an action that handles what the database refuses: it rejects itself. */
  saveAndWait(tx: Tx, model: SavedModel<C>): Promise<void>
}

/** The condition that holds for the rows that exist: of resources that are kept after their deletion, those without `deleted_at`. */
export interface TableOptions {
  readonly existing?: RawBuilder<boolean>
  /** Whether triggers count the rows of each organization, so that a list without a filter need not (decision 42). */
  readonly isCounted?: true
}

/** The rows of a table that no organization owns, such as users. Its store writes their keys. */
export function rows<const C extends Columns, const Name extends keyof Tables & string>(
  name: Name,
  columns: C,
  { existing, isCounted }: TableOptions = {},
): Rows<C, Name> {
  const all = storedColumns(columns)
  const fromRow = (row: StoredRow): Model<C> => {
    const model: Record<string, unknown> = {}
    for (const { property, column, fromRow: read } of all) model[property] = read(row[column])
    return model as Model<C>
  }
  const selection = (alias: string = name) => sql.join(all.map(({ column }) => sql.ref(`${alias}.${column}`)))
  const statement = (tail: RawBuilder<unknown>) => sql<StoredRow>`select ${selection()} from ${sql.table(name)} ${tail}`
  const inserting: Rows<C>['inserting'] = (tx, models, further = {}) =>
    tx.insertInto(name).values(models.map((model) => ({ ...rowOf(all, model), ...further })) as never) as InsertStatement
  return {
    name,
    existing,
    isCounted: isCounted === true,
    aliases: all.map(({ property, column }) => `${name}.${column} as ${property}`) as unknown as readonly Alias<Name, C>[],
    selection,
    modelSelection: (alias: string = name, prefix = '') =>
      sql.join(all.map(({ property, column }) => sql`${sql.ref(`${alias}.${column}`)} as ${sql.id(prefix + property)}`)),
    json: (alias: string = name, replaced = {}) => {
      const shown = (column: string) => replaced[column] ?? sql.ref(`${alias}.${column}`)
      return sql`json_build_object(${sql.join(all.flatMap(({ column }) => [sql.lit(column), shown(column)]))})`
    },
    fromRow,
    toRow: (model) => rowOf(all, model) as Row<C>,
    statement,
    select: async (db, tail) => (await statement(tail).execute(db)).rows.map(fromRow),
    inserting,
    insert: async (tx, model, further) => {
      await inserting(tx, [model], further).execute()
    },
    changes: (from, to) => rowOf(all, to, ({ property }) => from[property] !== to[property]),
  }
}

/** The table of a resource of an organization, with the key `(organization_id, id)`. */
export function table<const C extends Columns, const Name extends keyof Tables & string>(
  name: Name,
  columns: C,
  options: TableOptions = {},
): Table<C, Name> {
  const all = rows(name, columns, options)
  const { existing, select } = all
  const saved = storedColumns(columns).filter(({ isFixed }) => !isFixed)
  const ofTenants = (tenants: readonly string[], id: string): RawBuilder<unknown> =>
    sql`where organization_id = ${anyOf(tenants)} and id = ${id}${existing ? sql` and ${existing}` : sql``}`
  const saveAndWait = async (tx: Tx, model: SavedModel<C>): Promise<void> => {
    await (tx as unknown as AnyTable)
      .updateTable(name as 'any')
      .set(rowOf(saved, model))
      .where('organization_id', '=', model.organizationId)
      .where('id', '=', model.id)
      .execute()
  }
  return {
    ...all,
    find: async (db, tenants, id) => (await select(db, ofTenants(tenants, id)))[0],
    lock: async (tx, tenants, id) => (await select(tx, sql`${ofTenants(tenants, id)} for update`))[0],
    saved: (model) => rowOf(saved, model),
    save: (tx, model) => sendAhead(() => saveAndWait(tx, model)),
    saveAndWait,
  }
}

/** The properties of each column that reading and writing need. */
function storedColumns(columns: Columns) {
  return Object.entries(columns).map(([property, each]) => ({
    property,
    column: columnName(property, each),
    fromRow: each.codec.fromRow,
    storage: each.storage,
    isFixed: each.isFixed,
  }))
}

type StoredColumn = ReturnType<typeof storedColumns>[number]

/** The columns of a model as they are written: all, or some. */
function rowOf(
  columns: readonly StoredColumn[],
  model: Readonly<Record<string, unknown>>,
  isWritten: (column: StoredColumn) => boolean = () => true,
): Record<string, unknown> {
  const row: Record<string, unknown> = {}
  for (const each of columns) if (isWritten(each)) row[each.column] = toStored(each.storage, model[each.property])
  return row
}

function toStored(storage: Storage, value: unknown): unknown {
  if (value === null) return null
  return storage === 'json' ? json(value) : storage === 'array' ? [...(value as readonly unknown[])] : value
}
