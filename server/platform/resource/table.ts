// The rows of a resource, from its columns: the only SQL that names all of them.
import { type InsertQueryBuilder, type InsertResult, type RawBuilder, sql } from 'kysely'
import { type Database, json, type Tx } from '../database/database.ts'
import { anyOf } from '../database/list.ts'
import type { Tables } from '../database/tables.ts'
import { type Columns, columnName, type Model, type SavedModel } from './columns.ts'

/** A row as selected or as the database's JSON: read it with `fromRow` alone. */
export type StoredRow = Readonly<Record<string, unknown>>

/** What a resource's store is made of. Every key is `(organization_id, id)`. */
export interface Table<C extends Columns> {
  readonly name: keyof Tables & string
  /** Holds for the rows that exist; undefined where all do. */
  readonly existing: RawBuilder<boolean> | undefined
  /** Every column, qualified with `alias` (the table's own name otherwise), to select. */
  selection(alias?: string): RawBuilder<unknown>
  /** The row as one JSON value, for statements that join the table as `alias`. */
  json(alias?: string): RawBuilder<unknown>
  /** The model of a row; further columns of the row are left out. */
  fromRow(row: StoredRow): Model<C>
  /** The statement that selects the rows of `tail` (`where … order by … for update`). */
  statement(tail: RawBuilder<unknown>): RawBuilder<StoredRow>
  /** The rows of that statement. */
  select(db: Database, tail: RawBuilder<unknown>): Promise<Model<C>[]>
  /** A resource of one of the organizations; a deleted one does not exist. */
  find(db: Database, tenants: readonly string[], id: string): Promise<Model<C> | undefined>
  /** The same with its row locked until the transaction ends. */
  lock(tx: Tx, tenants: readonly string[], id: string): Promise<Model<C> | undefined>
  /** Writes a new row. `further` are columns that the model does not hold, such as the digest of a secret. */
  insert(tx: Tx, model: Model<C>, further?: Readonly<Record<string, unknown>>): Promise<void>
  /** The statement of `insert`, to be sent with others or extended (`onConflict`). */
  inserting(tx: Pick<Tx, 'insertInto'>, models: readonly Model<C>[], further?: Readonly<Record<string, unknown>>): InsertStatement
  /** Writes the columns of a locked row that are not fixed. */
  save(tx: Tx, model: SavedModel<C>): Promise<void>
}

// biome-ignore lint/suspicious/noExplicitAny: the columns are checked by the model, not by Kysely
type InsertStatement = InsertQueryBuilder<any, any, InsertResult>

/** What holds for the rows that exist: of resources that are kept after their deletion, those without `deleted_at`. */
export interface TableOptions {
  readonly existing?: RawBuilder<boolean>
}

/** The table of a resource. */
export function table<const C extends Columns>(name: keyof Tables & string, columns: C, { existing }: TableOptions = {}): Table<C> {
  const all = Object.entries(columns).map(([property, column]) => ({
    property,
    column: columnName(property),
    fromRow: column.codec.fromRow,
    storage: column.storage,
    isFixed: column.isFixed,
  }))
  const stored = (storage: string, value: unknown): unknown =>
    value === null ? null : storage === 'json' ? json(value) : storage === 'array' ? [...(value as readonly unknown[])] : value
  const rowOf = (model: SavedModel<C>, isNew: boolean): Record<string, unknown> =>
    Object.fromEntries(
      all.flatMap(({ property, column, storage, isFixed }) =>
        isNew || !isFixed ? [[column, stored(storage, (model as unknown as Model<C>)[property])] as const] : [],
      ),
    )
  const selection = (alias: string = name) => sql.join(all.map(({ column }) => sql.ref(`${alias}.${column}`)))
  const fromRow = (row: StoredRow): Model<C> => {
    const model: Record<string, unknown> = {}
    for (const { property, column, fromRow: read } of all) model[property] = read(row[column])
    return model as Model<C>
  }
  const statement = (tail: RawBuilder<unknown>) => sql<StoredRow>`select ${selection()} from ${sql.table(name)} ${tail}`
  const select = async (db: Database, tail: RawBuilder<unknown>): Promise<Model<C>[]> => {
    const { rows } = await statement(tail).execute(db)
    return rows.map(fromRow)
  }
  const ofTenants = (tenants: readonly string[], id: string): RawBuilder<unknown> =>
    sql`where organization_id = ${anyOf(tenants)} and id = ${id}${existing ? sql` and ${existing}` : sql``}`
  const inserting: Table<C>['inserting'] = (tx, models, further = {}) =>
    tx
      .insertInto(name)
      .values(models.map((model) => ({ ...rowOf(model as unknown as SavedModel<C>, true), ...further })) as never) as InsertStatement
  return {
    name,
    existing,
    selection,
    json: (alias: string = name) =>
      sql`json_build_object(${sql.join(all.flatMap(({ column }) => [sql.lit(column), sql.ref(`${alias}.${column}`)]))})`,
    fromRow,
    statement,
    select,
    find: async (db, tenants, id) => (await select(db, ofTenants(tenants, id)))[0],
    lock: async (tx, tenants, id) => (await select(tx, sql`${ofTenants(tenants, id)} for update`))[0],
    inserting,
    insert: async (tx, model, further) => {
      await inserting(tx, [model], further).execute()
    },
    save: async (tx, model) => {
      await tx
        .updateTable(name)
        .set(rowOf(model, false) as never)
        .where('organization_id' as never, '=', model.organizationId as never)
        .where('id' as never, '=', model.id as never)
        .execute()
    },
  }
}
