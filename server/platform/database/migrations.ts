import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { type Kysely, sql } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'
import type { Tables } from './tables.ts'

const FOLDER = fileURLToPath(new URL('../../migrations/', import.meta.url))

/** The numbered SQL files, in order; a migration is known by its file name without the ending. */
function readMigrations(): Record<string, Migration> {
  const files = readdirSync(FOLDER).filter((file) => file.endsWith('.sql'))
  return Object.fromEntries(
    files.sort().map((file) => {
      const text = readFileSync(`${FOLDER}${file}`, 'utf8')
      return [file.slice(0, -'.sql'.length), { up: async (db: Kysely<unknown>) => void (await sql.raw(text).execute(db)) }]
    }),
  )
}

function migratorOf(db: Kysely<Tables>): Migrator {
  return new Migrator({ db, provider: { getMigrations: async () => readMigrations() } })
}

/** Applies what is missing, under the migrator's lock; gives the names it applied. Throws what made one fail, naming it. */
export async function migrate(db: Kysely<Tables>): Promise<readonly string[]> {
  const { error, results } = await migratorOf(db).migrateToLatest()
  if (error) {
    const failed = results?.find((result) => result.status === 'Error')?.migrationName
    throw new Error(failed ? `Migration ${failed} failed.` : 'The migrations could not be applied.', { cause: error })
  }
  return (results ?? []).map((result) => result.migrationName)
}

/** The names of migrations that are not applied yet. */
export async function pendingMigrations(db: Kysely<Tables>): Promise<readonly string[]> {
  const all = await migratorOf(db).getMigrations()
  return all.filter((migration) => !migration.executedAt).map((migration) => migration.name)
}
