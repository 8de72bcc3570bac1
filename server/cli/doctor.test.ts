// Databases: both.
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { uncontrolled } from '#platform/work-control.ts'
import { ownDatabase } from '#test/support/database.ts'
import { examineData } from './doctor.ts'

const database = await ownDatabase()
afterAll(() => database.close())
const context = { database, platform: () => Promise.reject(new Error('It would migrate the database.')), control: uncontrolled }

test('a database that a newer version has migrated is a fault, and nothing else is examined in it', async () => {
  await sql`insert into kysely_migration (name, timestamp) values ('9999_from_the_future', '')`.execute(database.db)
  const { json } = await examineData(context, {})
  expect((json as { name: string; state: string }[]).map(({ name, state }) => [name, state])).toEqual([
    ['database', 'well'],
    ['migrations', 'fault'],
    ['clock', 'well'],
  ])
  expect(json).toContainEqual(expect.objectContaining({ sentence: expect.stringContaining('A newer Guildhall wrote this database') }))
})
