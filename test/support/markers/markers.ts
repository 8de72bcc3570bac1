// Marks every column in which a customer's rows hold what a person has entered: each with a value of its own, that is found again in any
// text. Only for tests, and only on a database of their own.
import { sql } from 'kysely'
import type { Database } from '#platform/database/database.ts'
import { customerColumns } from './columns.ts'

/** The markers of one customer. */
export interface Markers {
  /** `table.column` of each marker that a text contains, in order, each once. */
  foundIn(text: string): readonly string[]
  /** `table.column` of all columns that hold a marker. */
  readonly columns: readonly string[]
  /** The marker of `table.column`. */
  markerOf(column: string): string
}

/** Whose rows are marked. */
export interface MarkedCustomer {
  readonly organizationId: string
  readonly customerId: string
  /** A condition by table on the rows that are left alone. */
  readonly except?: Readonly<Record<string, string>>
  /** Further columns that are marked in all rows of the organization, by table: text, or JSON objects. */
  readonly merchantColumns?: Readonly<Record<string, readonly string[]>>
}

/** Marks the rows of a customer. A column that no row has is no column of the result. */
export async function markCustomer(
  db: Database,
  { organizationId, customerId, except = {}, merchantColumns = {} }: MarkedCustomer,
): Promise<Markers> {
  const names = new Map<string, string>()
  const mark = async (column: readonly [table: string, name: string], build: (marker: string) => unknown, condition: string) => {
    const [table, name] = column
    const marker = `zq${names.size + 100}qz`
    const { rows } = await sql`update ${sql.table(table)} set ${sql.ref(name)} = ${build(marker)}
      where organization_id = ${organizationId} and ${sql.raw(condition)} returning 1`.execute(db)
    if (rows.length > 0) names.set(marker, column.join('.'))
  }
  for (const [table, { rows, columns }] of Object.entries(customerColumns)) {
    const exception = except[table] === undefined ? '' : ` and not (${except[table]})`
    const condition = `${rows}${exception}`.replaceAll('$customer', `'${customerId}'`)
    for (const [name, build] of Object.entries(columns)) if (typeof build === 'function') await mark([table, name], build, condition)
  }
  for (const [table, columns] of Object.entries(merchantColumns))
    for (const name of columns)
      await mark([table, name], (marker) => (name === 'metadata' ? JSON.stringify({ note: marker }) : marker), 'true')
  return {
    columns: [...names.values()],
    markerOf: (column) => [...names].find(([, name]) => name === column)?.[0] ?? '',
    foundIn: (text) => {
      const found = new Set([...text.toLowerCase().matchAll(/zq\d+qz/g)].map(([marker]) => names.get(marker) ?? marker))
      return [...found].toSorted()
    },
  }
}

/** The tables whose rows belong to a customer: those that name one, and those whose rows go with theirs. */
export async function customerTables(db: Database): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ readonly name: string; readonly parents: readonly string[]; readonly has_customer: boolean }>`
    select class.relname as name,
      exists (select from pg_attribute a where a.attrelid = class.oid and a.attname = 'customer_id' and not a.attisdropped) as has_customer,
      array(select target.relname::text from pg_constraint c join pg_class target on target.oid = c.confrelid
        where c.conrelid = class.oid and c.contype = 'f') as parents
    from pg_class class join pg_namespace space on space.oid = class.relnamespace
    where space.nspname = 'public' and class.relkind in ('r', 'p') and not class.relispartition`.execute(db)
  const found = new Set(rows.filter((row) => row.has_customer || row.name === 'customers').map(({ name }) => name))
  for (let size = 0; size !== found.size; ) {
    size = found.size
    for (const { name, parents } of rows) if (parents.some((parent) => found.has(parent))) found.add(name)
  }
  return found
}

/** The text and JSON columns of each table: `orders` → `billing_name`, … */
export async function textColumns(db: Database): Promise<ReadonlyMap<string, readonly string[]>> {
  const { rows } = await sql<{ readonly name: string; readonly columns: readonly string[] }>`
    select class.relname as name, array_agg(a.attname::text order by a.attname) as columns
    from pg_class class join pg_namespace space on space.oid = class.relnamespace
    join pg_attribute a on a.attrelid = class.oid and a.attnum > 0 and not a.attisdropped
    where space.nspname = 'public' and class.relkind in ('r', 'p') and not class.relispartition
      and a.atttypid::regtype::text in ('text', 'text[]', 'json', 'jsonb', 'bytea', 'inet')
    group by class.relname`.execute(db)
  return new Map(rows.map(({ name, columns }) => [name, columns]))
}

/** `table.column` of every value of the database that contains the text, in order. */
export async function columnsWith(db: Database, text: string): Promise<readonly string[]> {
  const found: string[] = []
  for (const [table, columns] of await textColumns(db)) {
    const { rows } = await sql<Readonly<Record<string, boolean>>>`
      select ${sql.join(columns.map((column) => sql`coalesce(bool_or(${sql.ref(column)}::text ilike ${`%${text}%`}), false) as ${sql.ref(column)}`))}
      from ${sql.table(table)}`.execute(db)
    found.push(...columns.filter((column) => rows[0]?.[column]).map((column) => `${table}.${column}`))
  }
  return found.toSorted()
}
