// Seals stored values anew with the present AUTH_SECRET, a few at a time, while the server runs.
import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../database/database.ts'
import type { Platform } from '../platform.ts'
import { type SealedColumn, sealedColumns, sealedText, withSealedText } from './sealed-columns.ts'
import type { Secrets } from './secrets.ts'

/** Values of one statement; a value may have some hundred kilobytes. */
const BATCH = 100
/** Pages of the table that one statement searches. */
const PAGES = 32
const PAGE_BYTES = 8192

/** Where a pass over the sealed columns continues: the number of the column, and the last row that was looked at. */
export interface ResealCursor {
  readonly column: number
  /** The physical position of the row, as PostgreSQL writes it: `(page,row)`. */
  readonly at: string
}

/** The result of one step. */
export interface ResealStep {
  /** Null at the end of the pass. */
  readonly next: ResealCursor | null
  readonly resealed: number
}

/** The beginning of a pass. */
export const resealStart: ResealCursor = { column: 0, at: '(0,0)' }

/**
 * One step of a pass: seals the next values that were sealed with an earlier secret. It may be repeated and stopped at any time. A value
 * that was written meanwhile stays as it is, so that only a pass that finds nothing is the last.
 */
export async function resealStep({ database, secrets }: Pick<Platform, 'database' | 'secrets'>, cursor: ResealCursor): Promise<ResealStep> {
  const column = sealedColumns()[cursor.column]
  if (!column) return { next: null, resealed: 0 }
  const { db } = database
  const page = Number(cursor.at.slice(1, cursor.at.indexOf(',')))
  const windowEnd = page + PAGES
  const found = await findPrevious(db, secrets, { column, after: cursor.at, before: `(${windowEnd},0)` })
  const resealed = await replace(db, secrets, { column, found })
  const last = found.length === BATCH ? found.at(-1) : undefined
  if (last) return { next: { column: cursor.column, at: last.at }, resealed }
  if (windowEnd < (await pagesOf(db, column))) return { next: { column: cursor.column, at: `(${windowEnd},0)` }, resealed }
  const isEnd = cursor.column + 1 >= sealedColumns().length
  return { next: isEnd ? null : { column: cursor.column + 1, at: '(0,0)' }, resealed }
}

interface FoundValue {
  readonly at: string
  readonly sealed: string
}

interface SearchRange {
  readonly column: SealedColumn
  readonly after: string
  readonly before: string
}

async function findPrevious(db: Database, { keyIds }: Secrets, { column, after, before }: SearchRange): Promise<readonly FoundValue[]> {
  if (!keyIds.previous.length) return []
  const text = sealedText(column)
  const { rows } = await sql<FoundValue>`
    select target.ctid::text as at, ${text} as sealed from ${sql.table(column.table)} as target
    where target.ctid > ${after}::text::tid and target.ctid < ${before}::text::tid and ${conditionOf(column)}
      and ${isOf(text, keyIds.previous)}
    order by target.ctid limit ${sql.lit(BATCH)}`.execute(db)
  return rows
}

interface Replacement {
  readonly column: SealedColumn
  readonly found: readonly FoundValue[]
}

async function replace(db: Database, secrets: Secrets, { column, found }: Replacement): Promise<number> {
  const readable = found.flatMap(({ at, sealed }) => {
    const plain = secrets.openOrNull(column.purpose, sealed)
    return plain === null ? [] : [{ at, sealed, next: secrets.seal(column.purpose, plain) }]
  })
  if (!readable.length) return 0
  const answer = await sql`
    update ${sql.table(column.table)} as target set ${sql.ref(column.column)} = ${withSealedText(column, sql`renewed.next`)}
    from unnest(${readable.map(({ sealed }) => sealed)}::text[], ${readable.map(({ next }) => next)}::text[]) as renewed (sealed, next)
    where target.ctid = any(${readable.map(({ at }) => at)}::text[]::tid[]) and ${sealedText(column)} = renewed.sealed`.execute(db)
  return Number(answer.numAffectedRows ?? 0n)
}

async function pagesOf(db: Database, { table }: SealedColumn): Promise<number> {
  const { rows } = await sql<{ pages: number }>`
    select ceil(pg_relation_size(${table}::text::regclass) / ${sql.lit(PAGE_BYTES)}::numeric)::int as pages`.execute(db)
  return rows[0]?.pages ?? 0
}

/** The number of stored values that are sealed with each secret. */
export interface SealedCounts {
  /** Under an entry of AUTH_SECRET_PREVIOUS. */
  readonly previous: number
  /** Under a secret that no setting names: they cannot be opened. */
  readonly unknown: number
}

/** Counts the values that are not sealed with the present secret. */
export async function countOutdatedSeals(db: Database, { keyIds }: Secrets): Promise<SealedCounts> {
  const counts = sealedColumns().map((column) => {
    const text = sealedText(column)
    return sql`
      select count(*) filter (where ${isOf(text, keyIds.previous)}) as previous,
        count(*) filter (where not ${isOf(text, [keyIds.current, ...keyIds.previous])}) as unknown
      from ${sql.table(column.table)} as target where ${conditionOf(column)}`
  })
  const { rows } = await sql<SealedCounts>`
    select coalesce(sum(previous), 0)::int as previous, coalesce(sum(unknown), 0)::int as unknown
    from (${sql.join(counts, sql` union all `)}) as counts`.execute(db)
  return rows[0] ?? { previous: 0, unknown: 0 }
}

function conditionOf({ where }: SealedColumn): RawBuilder<boolean> {
  return where ?? sql<boolean>`true`
}

// Sealed text begins with its version and the id of its key. Null where the row holds no sealed text.
function isOf(text: RawBuilder<string | null>, keyIds: readonly string[]): RawBuilder<boolean> {
  return sql<boolean>`split_part(left(${text}, 40), '.', 2) = any(${[...keyIds]}::text[])`
}
