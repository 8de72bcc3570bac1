// Databases: both.
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { aMerchant } from '#test/support/a-merchant.ts'
import { sharedServer, type TestServer } from '#test/support/server.ts'
import { byName } from './by-name.ts'

let server: TestServer
beforeAll(async () => {
  server = await sharedServer()
})

const NAMES = ['Z', 'É', 'a', 'Ä', 'B', 'ä']
const SORTED = ['a', 'ä', 'Ä', 'B', 'É', 'Z']

test('names are sorted by the rules of all languages', async () => {
  const { rows } = await sql<{ name: string }>`
    select name from unnest(${NAMES}::text[]) as given (name) order by ${byName('name')}`.execute(server.platform.database.db)
  expect(rows.map(({ name }) => name)).toEqual(SORTED)
})

test('the pages of a list by name follow each other in this order', async () => {
  const merchant = await aMerchant(server)
  for (const [at, name] of NAMES.entries())
    await merchant.request('POST', '/v1/customers/', { body: { email: `customer-${at}@example.com`, name } })
  const namesOf = async (query: string) =>
    (await merchant.request('GET', `/v1/customers/?${query}`)).json.items.map(({ name }: { name: string }) => name)
  expect(await namesOf('sorting=name')).toEqual(SORTED)
  expect(await namesOf('sorting=-name')).toEqual(SORTED.toReversed())
  const pages = await Promise.all([1, 2, 3].map((page) => namesOf(`sorting=name&limit=2&page=${page}`)))
  expect(pages.flat()).toEqual(SORTED)
})

test('meters are listed by name from an index', async () => {
  const { rows } = await server.platform.database.transaction(async (tx) => {
    await sql`set local enable_seqscan = off`.execute(tx)
    await sql`set local enable_sort = off`.execute(tx)
    await sql`set local enable_bitmapscan = off`.execute(tx)
    return sql<{ 'QUERY PLAN': string }>`
      explain select id from meters where organization_id = '018f0000-0000-7000-8000-000000000000' order by ${byName('meters.name')}, id limit 10`.execute(
      tx,
    )
  })
  expect(rows.map((row) => row['QUERY PLAN']).join('\n')).toMatch(/Index (Only )?Scan using meters_name/)
})
