// Databases: both.
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { ownDatabase } from '#test/support/database.ts'
import type { OpenDatabase } from '../database.ts'
import { isReplaced } from './baseline.ts'
import { appliedMigrations, migrationTexts } from './migrations.ts'

/** A database as the migrations before the baseline had made it, until the one with this name. */
async function aFormerDatabase(last: string): Promise<OpenDatabase> {
  const database = await ownDatabase()
  const { db } = database
  await sql`alter table orders rename constraint orders_refunds to orders_check1`.execute(db)
  await sql`alter table orders rename constraint orders_whole_period to orders_check2`.execute(db)
  await sql`alter table orders rename constraint orders_period_of_subscription to orders_check3`.execute(db)
  await sql`alter sequence domain_events_position_seq rename to facts_position_seq`.execute(db)
  await sql`delete from kysely_migration`.execute(db)
  const names = ['0001_platform', '0002_people', last]
  await sql`insert into kysely_migration (name, timestamp) select unnest(${names}::text[]), '2026-11-01T00:00:00Z'`.execute(db)
  return database
}

const constraintsOf = async ({ db }: OpenDatabase) => {
  const { rows } = await sql<{ name: string }>`
    select conname as name from pg_constraint where conrelid = 'orders'::regclass and contype = 'c' order by 1`.execute(db)
  return rows.map(({ name }) => name)
}

test('a database at the last migration before the baseline is up to date, and goes on as one that began with it', async () => {
  const database = await aFormerDatabase('0121_ascii_email_domains')
  expect(await database.pendingMigrations()).toEqual([])
  expect(await database.migrate()).toEqual([])
  expect(await appliedMigrations(database.db)).toEqual(Object.keys(migrationTexts()))
  const fresh = await ownDatabase()
  expect(await constraintsOf(database)).toEqual(await constraintsOf(fresh))
  expect(await database.migrate()).toEqual([])
  await database.close()
  await fresh.close()
})

test('new migrations have numbers that none of the replaced ones had', () => {
  expect(Object.keys(migrationTexts()).filter(isReplaced)).toEqual([])
})

test('a database that stopped before it is not touched, and the refusal names its last migration', async () => {
  const database = await aFormerDatabase('0093_invoices')
  await expect(database.migrate()).rejects.toThrow('A version before the first release wrote this database (0093_invoices).')
  expect(await appliedMigrations(database.db)).toEqual(['0001_platform', '0002_people', '0093_invoices'])
  expect(await database.pendingMigrations()).toEqual(Object.keys(migrationTexts()))
  await database.close()
})
