// Reads the tables from the SQL of the migrations, as far as the rule of composite keys needs them.
import { globSync, readFileSync } from 'node:fs'

/** A table with its primary key, its unique keys and its foreign keys, each as an ordered list of columns. */
export interface Table {
  readonly name: string
  readonly primaryKey: readonly string[]
  readonly uniques: readonly (readonly string[])[]
  readonly foreignKeys: readonly { readonly columns: readonly string[]; readonly to: string; readonly toColumns: readonly string[] }[]
}

const FOREIGN = /foreign key \(([^)]*)\) references (\w+)(?: \(([^)]*)\))?/
const REFERENCES = /^"?(\w+)"?.* references (\w+)(?: \(([^)]*)\))?/

/** Reads all migrations in their order. */
export function readSchema(): Table[] {
  const sql = globSync('server/migrations/[0-9]*.sql')
    .sort()
    .map((file) => readFileSync(file, 'utf8'))
  return tablesOf(sql.join('\n'))
}

/** The tables that `sql` creates with `create table`, `create unique index` and `alter table … add`. */
export function tablesOf(sql: string): Table[] {
  const flat = sql
    .replace(/--[^\n]*/g, '')
    .replace(/\$(\w*)\$[\s\S]*?\$\1\$/g, '')
    .replace(/\s+/g, ' ')
    .toLowerCase()
  const statements = flat.split(';').flatMap((statement) => statementOf(statement.trim()) ?? [])
  return [...Map.groupBy(statements, ({ table }) => table)].map(([name, own]) => {
    const parts = own.flatMap((statement) => statement.parts)
    return tableOf(
      name,
      parts.map((part) => part.replace(/^constraint \w+ |^column /, '')),
    )
  })
}

/** The columns and constraints that a statement adds to a table. A unique index is returned as the equivalent constraint. */
function statementOf(statement: string): { table: string; parts: string[] } | undefined {
  const [, created, body] = /^create table (?:if not exists )?(\w+) ?(\(.*)/.exec(statement) ?? []
  if (created && body) return { table: created, parts: topLevel(between(body)) }
  const [, indexed, keys] =
    /^create unique index (?:concurrently )?(?:if not exists )?\w+ on (\w+)(?: using \w+)? ?(\(.*)/.exec(statement) ?? []
  if (indexed && keys) {
    const columnNames = topLevel(between(keys)).map((key) => key.replace(/\W+/g, ' ').trim())
    return { table: indexed, parts: [`unique (${columnNames.join(', ')})`] }
  }
  const [, altered, changes] = /^alter table (?:only )?(\w+) (.*)/.exec(statement) ?? []
  if (!altered || !changes) return undefined
  return { table: altered, parts: topLevel(changes).flatMap((change) => (change.startsWith('add ') ? [change.slice(4)] : [])) }
}

function tableOf(name: string, parts: readonly string[]): Table {
  const keys = (keyword: string) =>
    parts.flatMap((part) => {
      const whole = new RegExp(`^${keyword} (?:nulls not distinct )?\\(([^)]*)\\)`).exec(part)?.[1]
      if (whole !== undefined) return [columns(whole)]
      const single = new RegExp(`^"?(\\w+)"? .*\\b${keyword}\\b`).exec(part)?.[1]
      return single && !/^(unique|primary|foreign|check|exclude)$/.test(single) ? [[single]] : []
    })
  const foreignKeys = parts.flatMap((part) => {
    const [, own, to, toColumns] = FOREIGN.exec(part) ?? REFERENCES.exec(part) ?? []
    return to ? [{ columns: columns(own ?? ''), to, toColumns: columns(toColumns ?? 'id') }] : []
  })
  return { name, primaryKey: keys('primary key')[0] ?? [], uniques: keys('unique'), foreignKeys }
}

const columns = (list: string) => list.split(',').map((column) => column.trim().replaceAll('"', ''))

/** The text between the first parenthesis and its closing one. */
function between(text: string): string {
  let depth = 0
  const end = [...text].findIndex((character) => (character === '(' ? ++depth : character === ')' ? --depth : depth) === 0)
  return text.slice(1, end)
}

function topLevel(list: string): string[] {
  let depth = 0
  const marked = [...list].map((character) => {
    if (character === '(') depth++
    if (character === ')') depth--
    return character === ',' && depth === 0 ? '\n' : character
  })
  return marked
    .join('')
    .split('\n')
    .map((part) => part.trim())
}

const ORGANIZATION = 'organization_id'

/**
 * The violations of the rule of composite keys. A table belongs to merchants when its primary key contains the organization: then
 * each of its unique keys must begin with it, and each reference to another such table must contain it.
 */
export function keyFaults(tables: readonly Table[]): string[] {
  const merchants = tables.filter(({ primaryKey }) => primaryKey.includes(ORGANIZATION))
  return merchants.flatMap(({ name, primaryKey, uniques, foreignKeys }) => {
    const loose = foreignKeys.filter(({ columns: own, to, toColumns }) => {
      const crosses = merchants.some((table) => table.name === to)
      return crosses && !(own.includes(ORGANIZATION) && own.indexOf(ORGANIZATION) === toColumns.indexOf(ORGANIZATION))
    })
    return [
      ...[primaryKey, ...uniques]
        .filter(([first]) => first !== ORGANIZATION)
        .map((key) => `${name}: the unique key (${key.join(', ')}) does not begin with ${ORGANIZATION}`),
      ...loose.map(({ columns: own, to }) => `${name}: the reference (${own.join(', ')}) to ${to} does not contain ${ORGANIZATION}`),
    ]
  })
}
