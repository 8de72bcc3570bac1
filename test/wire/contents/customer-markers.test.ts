// The table of what the columns of customers hold is complete: who adds a column decides what it holds.
import { expect, test } from 'vitest'
import { testDatabase } from '#test/support/database.ts'
import { customerColumns } from '#test/support/markers/columns.ts'
import { customerTables, textColumns } from '#test/support/markers/markers.ts'

test('every text and JSON column of the tables of customers is in test/support/markers/columns.ts', async () => {
  const { db } = await testDatabase()
  const [tables, columns] = [await customerTables(db), await textColumns(db)]
  const named = (table: string) => [...(columns.get(table) ?? [])].toSorted().map((column) => `${table}.${column}`)
  const expected = [...tables, 'payments'].toSorted().flatMap(named)
  const listed = Object.entries(customerColumns).flatMap(([table, each]) => Object.keys(each.columns).map((column) => `${table}.${column}`))
  expect(listed.toSorted()).toEqual(expected.toSorted())
})
