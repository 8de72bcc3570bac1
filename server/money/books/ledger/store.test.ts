// Databases: both.
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { newId } from '#kernel/id.ts'
import { sqlState, type Tx } from '#platform/database/database.ts'
import { testDatabase } from '#test/support/database.ts'
import { balanceOf, entriesOfOrders, entryOf, postEntry, verifyEntries } from './index.ts'
import type { EntryDraft } from './model.ts'
import { insertEntry } from './store.ts'

const now = new Date('2026-03-01T12:00:00.000Z')
const { transaction, db } = await testDatabase()

async function anOrganization(): Promise<string> {
  const id = newId(now)
  await transaction((tx) => sql`insert into organizations (id, name, slug, created_at) values (${id}, 'Acme', ${id}, ${now})`.execute(tx))
  return id
}

async function aSale(amount = 1190): Promise<EntryDraft> {
  const organizationId = await anOrganization()
  const orderId = newId(now)
  const context = { organizationId, source: `order:${orderId}`, orderId, customerId: null, currency: 'usd', now }
  return entryOf('sale', { captured: amount, credit: 0, writtenOff: 0, net: amount - 190, tax: 190, providerFee: 0 }, context)
}

const asRead = (posting: EntryDraft['postings'][number]) => ({ customerId: null, currency: 'usd', ...posting })

const stateOfFailure = async (run: (tx: Tx) => Promise<unknown>) => sqlState(await transaction(run).catch((error: unknown) => error))

test('an entry is read back with its postings as it was posted', async () => {
  const entry = await aSale()
  expect(await transaction((tx) => postEntry(tx, entry))).toBe(true)
  expect(await entriesOfOrders(db, [entry.organizationId], [entry.orderId ?? ''])).toMatchObject([
    { ...entry, postings: entry.postings.map(asRead) },
  ])
  const query = { organizationId: entry.organizationId, currency: 'usd' }
  expect(await balanceOf(db, { ...query, account: 'provider_clearing' })).toBe(1190)
  expect(await balanceOf(db, { ...query, account: 'tax_payable' })).toBe(-190)
  expect(await balanceOf(db, { ...query, account: 'revenue', currency: 'eur' })).toBe(0)
})

test('a replay of the same source posts nothing', async () => {
  const entry = await aSale()
  await transaction((tx) => postEntry(tx, entry))
  expect(await transaction((tx) => postEntry(tx, entry))).toBe(false)
  expect(await balanceOf(db, { organizationId: entry.organizationId, account: 'revenue', currency: 'usd' })).toBe(-1000)
})

test('the database refuses an entry that does not sum to zero', async () => {
  const entry = await aSale()
  const lopsided = {
    ...entry,
    postings: [...entry.postings.slice(0, 2), { account: 'tax_payable' as const, customerId: null, amount: -189 }],
  }
  expect(await stateOfFailure((tx) => insertEntry(tx, newId(now), lopsided))).toBe('23514')
})

test('the database refuses an entry with one posting or none', async () => {
  const entry = await aSale()
  expect(
    await stateOfFailure((tx) =>
      insertEntry(tx, newId(now), { ...entry, postings: [{ account: 'revenue', customerId: null, amount: 0 }] }),
    ),
  ).toBe('23514')
  expect(await stateOfFailure((tx) => insertEntry(tx, newId(now), { ...entry, postings: [] }))).toBe('23514')
})

test.for([[-1], [-100, 100]])('the database refuses postings that are added to an entry later, balanced or not: %s', async (amounts) => {
  const entry = await aSale()
  await transaction((tx) => postEntry(tx, entry))
  const added = (tx: Tx) =>
    sql`
    insert into ledger_postings (organization_id, entry_id, position, account, amount, currency)
    select organization_id, id, 8 + position, 'revenue', amount, 'usd'
    from ledger_entries, unnest(${amounts}::int8[]) with ordinality as more (amount, position)
    where source = ${entry.source}`.execute(tx)
  expect(await stateOfFailure(added)).toBe('23514')
})

test.for(['update ledger_entries set source = source', 'delete from ledger_postings', 'truncate ledger_postings, ledger_entries'])(
  'posted entries are immutable: %s',
  async (change) => {
    const entry = await aSale()
    await transaction((tx) => postEntry(tx, entry))
    expect(await stateOfFailure((tx) => sql.raw(change).execute(tx))).toBe('23001')
  },
)

test('erasing an organization erases its journal', async () => {
  const { organizationId, ...rest } = await aSale()
  await transaction((tx) => postEntry(tx, { organizationId, ...rest }))
  await transaction(async (tx) => {
    await sql`select set_config('guildhall.erasing', 'on', true)`.execute(tx)
    await sql`delete from organizations where id = ${organizationId}`.execute(tx)
  })
  expect(await entriesOfOrders(db, [organizationId], [rest.orderId ?? ''])).toEqual([])
})

test('verification names the entry that was tampered with', async () => {
  const sale = await aSale()
  await transaction((tx) => postEntry(tx, sale))
  const sound = await verifyEntries(db)
  expect(sound.faults.filter((fault) => fault.organizationId === sale.organizationId)).toEqual([])
  await transaction(async (tx) => {
    await sql`select set_config('guildhall.erasing', 'on', true)`.execute(tx)
    await sql`update ledger_postings set amount = amount + 1 where organization_id = ${sale.organizationId} and account = 'revenue'`.execute(
      tx,
    )
  })
  const { checked, faults } = await verifyEntries(db)
  expect(checked).toBe(sound.checked)
  expect(faults.filter((fault) => fault.organizationId === sale.organizationId)).toEqual([
    { organizationId: sale.organizationId, entryId: expect.any(String), orderId: null, sentence: 'its postings leave 1' },
  ])
  await transaction(async (tx) => {
    await sql`select set_config('guildhall.erasing', 'on', true)`.execute(tx)
    await sql`delete from organizations where id = ${sale.organizationId}`.execute(tx)
  })
})
