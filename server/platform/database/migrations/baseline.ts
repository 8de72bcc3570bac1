// The first migration is the schema that the numbered migrations before the first release had made together. A database at the last of them
// has that schema, and goes on from it.
import { type Kysely, sql } from 'kysely'
import type { Tables } from '../tables.ts'

const BASELINE = '0001_baseline'
/** The last migration that the baseline replaces. */
const LAST_REPLACED = '0121_ascii_email_domains'

/** Names that followed from the history of a table: later migrations find those of the baseline. */
const RENAMES = [
  'alter table orders rename constraint orders_check1 to orders_refunds',
  'alter table orders rename constraint orders_check2 to orders_whole_period',
  'alter table orders rename constraint orders_check3 to orders_period_of_subscription',
  'alter sequence facts_position_seq rename to domain_events_position_seq',
]

/** Whether the baseline replaces a migration. New ones have higher numbers. */
export const isReplaced = (name: string): boolean => name !== BASELINE && name <= LAST_REPLACED

/** The migrations of a database, with the baseline in place of those that it replaces where all of them were applied. */
export function withBaseline(applied: readonly string[]): readonly string[] {
  return applied.includes(LAST_REPLACED) ? [BASELINE, ...applied.filter((name) => !isReplaced(name))] : applied
}

/** The last applied migration of a database that stopped before the baseline; undefined where it did not. */
export function stoppedBeforeBaseline(applied: readonly string[]): string | undefined {
  return withBaseline(applied).filter(isReplaced).toSorted().at(-1)
}

/** The advice for such a database; `last` is its last migration. */
export function baselineAdvice(last: string): string {
  return `A version before the first release wrote this database (${last}). Bring it up to date as docs/guides/upgrade.md says, then start this one.`
}

/** Records the baseline in a database that has its schema by the migrations that it replaces. Of several processes one does it. */
export function adoptBaseline(db: Kysely<Tables>): Promise<void> {
  return db.transaction().execute(async (tx) => {
    await sql`lock table kysely_migration in exclusive mode`.execute(tx)
    const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(tx)
    if (!rows.some(({ name }) => name === LAST_REPLACED)) return
    for (const rename of RENAMES) await sql.raw(rename).execute(tx)
    await sql`update kysely_migration set name = ${BASELINE} where name = ${LAST_REPLACED}`.execute(tx)
    await sql`delete from kysely_migration where name <> ${BASELINE} and name < ${LAST_REPLACED}`.execute(tx)
  })
}
