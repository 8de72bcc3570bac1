import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { type Kysely, sql } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'
import type { MigrationWatch } from '../database.ts'
import type { Tables } from '../tables.ts'
import { adoptBaseline, baselineAdvice, stoppedBeforeBaseline, withBaseline } from './baseline.ts'

/** The folder also contains schema.sql, which is not a migration. */
const NUMBERED = /^\d{4}_.*\.sql$/
const FOLDER = fileURLToPath(new URL('../../../migrations/', import.meta.url))

/** The texts of the numbered SQL files, in order; the name of a migration is its file name without the extension. */
export function migrationTexts(): Record<string, string> {
  const files = readdirSync(FOLDER).filter((file) => NUMBERED.test(file))
  return Object.fromEntries(files.sort().map((file) => [file.slice(0, -'.sql'.length), readFileSync(`${FOLDER}${file}`, 'utf8')]))
}

function readMigrations(onApplied: () => void = () => undefined): Record<string, Migration> {
  return Object.fromEntries(
    Object.entries(migrationTexts()).map(([name, text]) => [
      name,
      { up: async (db: Kysely<unknown>) => void (await sql.raw(text).execute(db).then(onApplied)) },
    ]),
  )
}

function migratorOf(db: Kysely<Tables>, onApplied?: () => void): Migrator {
  return new Migrator({ db, provider: { getMigrations: async () => readMigrations(onApplied) } })
}

/**
 * Applies pending migrations under the migrator's lock; resolves to the names of those it applied. Rejects with the name and cause of
 * one that failed.
 */
export async function migrate(db: Kysely<Tables>, { onProgress }: MigrationWatch = {}): Promise<readonly string[]> {
  const applied = await appliedMigrations(db)
  const last = stoppedBeforeBaseline(applied)
  if (last !== undefined) throw new Error(baselineAdvice(last))
  refuseNewer(applied)
  if (withBaseline(applied) !== applied) await adoptBaseline(db)
  // Without pending migrations nothing is written, so that a start on a full disk succeeds.
  const { length } = await pendingMigrations(db)
  if (length === 0) return []
  let done = 0
  onProgress?.({ done, noun: 'migrations', share: 0 })
  const onApplied = (): void => {
    done += 1
    onProgress?.({ done, noun: 'migrations', share: done / length })
  }
  const { error, results } = await migratorOf(db, onApplied).migrateToLatest()
  if (error) {
    const failed = results?.find((result) => result.status === 'Error')?.migrationName
    throw new Error(failed ? `Migration ${failed} failed.` : 'The migrations could not be applied.', { cause: error })
  }
  return (results ?? []).map((result) => result.migrationName)
}

// The migrator would call the database corrupted, although it is only newer than this version.
function refuseNewer(applied: readonly string[]): void {
  const unknown = unknownMigrations(applied)
  if (unknown.length) throw new Error(`A newer Guildhall wrote this database (${unknown.join(', ')}). Start that version, or a newer one.`)
}

/** The names of the migrations that the database has recorded, in order. */
export async function appliedMigrations(db: Kysely<Tables>): Promise<readonly string[]> {
  const table = await sql<{ exists: boolean }>`select to_regclass('kysely_migration') is not null as exists`.execute(db)
  if (!table.rows[0]?.exists) return []
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db)
  return rows.map(({ name }) => name)
}

/** Those of applied migrations that this version does not know: a newer one applied them. */
export function unknownMigrations(applied: readonly string[]): readonly string[] {
  const known = new Set(Object.keys(migrationTexts()))
  return stoppedBeforeBaseline(applied) === undefined ? withBaseline(applied).filter((name) => !known.has(name)) : []
}

/** The names of migrations that are not applied yet. */
export async function pendingMigrations(db: Kysely<Tables>): Promise<readonly string[]> {
  const applied = withBaseline(await appliedMigrations(db))
  return Object.keys(migrationTexts()).filter((name) => !applied.includes(name))
}
