// Credit that was given without payment is found in rows that a former version has written.
import { readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { beforeAll, expect, test, vi } from 'vitest'
import { uncontrolled } from '#platform/work-control.ts'
import { verifyLedgerData } from '#server/cli/verify/ledger.ts'
import { ownDatabase } from '#test/support/database.ts'
import { testServer } from '#test/support/server.ts'
import { verifyCredits } from './verify-credits.ts'

const ROWS = readFileSync('test/support/books/credit-without-payment.sql', 'utf8')

/** Received, given back and too much, in minor units, by the email of the customer. The others have given nothing that was not received. */
const TOO_MUCH = {
  'waiting-bill': [1000, 26_000, 25_000],
  'refunded-at-once': [10_000, 20_000, 10_000],
  'refunded-after-credit': [100_000, 198_351, 98_351],
  disputed: [100_000, 198_340, 98_340],
  'renewed-after-refund': [50_000, 93_998, 43_998],
} as const

const server = await testServer({ database: await ownDatabase() })
/** The names of the customers, by the ids of their subscriptions. */
let names: ReadonlyMap<string, string>

beforeAll(async () => {
  const { db } = server.platform.database
  await sql.raw(ROWS).execute(db)
  const { rows } = await sql<{ id: string; name: string }>`
    select subscriptions.id, customers.name from subscriptions join customers on
      customers.organization_id = subscriptions.organization_id and customers.id = subscriptions.customer_id`.execute(db)
  names = new Map(rows.map(({ id, name }) => [id, name]))
  return () => server.close()
})

const verify = () =>
  verifyLedgerData({ database: server.platform.database, platform: async () => server.platform as never, control: uncontrolled }, {})

const sentenceOf = ([id, name]: [string, string]): string[] => {
  const amounts = TOO_MUCH[name as keyof typeof TOO_MUCH]
  if (!amounts) return []
  const [received, returned, tooMuch] = amounts
  return [`of subscription ${id}: ${received} usd was received and ${returned} given back, ${tooMuch} too much`]
}

/** The names of the customers of the subscriptions that are at fault after a change of rows, which is taken back. */
async function namesAfter(change: string): Promise<(string | undefined)[]> {
  const { transaction } = server.platform.database
  const back = new Error('taken back')
  let found: (string | undefined)[] = []
  await transaction(async (tx) => {
    await sql`select set_config('guildhall.erasing', 'on', true)`.execute(tx)
    await sql.raw(change).execute(tx)
    const { faults } = await verifyCredits(tx)
    found = faults.map(({ subscriptionId }) => names.get(subscriptionId ?? ''))
    throw back
  }).catch((reason: unknown) => {
    if (reason !== back) throw reason
  })
  return found.toSorted()
}

/** The rows of every table, as text. */
async function dump(): Promise<unknown> {
  const { db } = server.platform.database
  const tables = [
    'orders',
    'payments',
    'refunds',
    'disputes',
    'customer_credits',
    'credit_balances',
    'ledger_entries',
    'ledger_postings',
    'invoices',
    'subscriptions',
  ]
  const rows = []
  for (const table of tables)
    rows.push((await sql`select ${sql.table(table)}::text as row from ${sql.table(table)} order by 1`.execute(db)).rows)
  return rows
}

test('the subscriptions that have given back too much are named with their amounts, and no other, and nothing is changed', async () => {
  const before = await dump()
  const { exitCode, lines } = await verify()
  expect(exitCode).toBe(1)
  const subscriptions = lines.filter((line) => line.includes('of subscription'))
  expect(subscriptions.map((line) => line.replace(/^ {2}organization \S+ /, '')).toSorted()).toEqual(
    [...names].flatMap(sentenceOf).toSorted(),
  )
  expect(lines.filter((line) => line.includes('its credit notes state'))).toHaveLength(4)
  expect(lines).toHaveLength(1 + 5 + 4)
  expect(await dump()).toEqual(before)
})

test('the check of a day logs them, and changes nothing', async () => {
  const error = vi.spyOn(server.platform.log, 'error').mockImplementation(() => undefined)
  server.clock.advance(86_400)
  await server.drain()
  const logged = error.mock.calls.filter(([message]) => message === 'ledger_faults').map(([, details]) => details)
  error.mockRestore()
  expect(logged).toMatchObject([
    { count: 9, faults: expect.arrayContaining([expect.objectContaining({ subscriptionId: expect.any(String) })]) },
  ])
})

const all = Object.keys(TOO_MUCH).toSorted()
const without = (name: keyof typeof TOO_MUCH) => all.filter((each) => each !== name)
const ofName = (name: string) => `customer_id = (select id from customers where email = '${name}@shop.example')`
const ENTRIES_OF_LOSS = `select id from ledger_entries where kind = 'dispute_lost'`
const CHANGES: readonly (readonly [title: string, change: string, expected: readonly string[]])[] = [
  ['as they are', 'select 1', all],
  [
    'a refund that failed does not count',
    `update refunds set status = 'failed' where ${ofName('refunded-at-once')}`,
    without('refunded-at-once'),
  ],
  ['a refund that is pending counts', `update refunds set status = 'pending' where ${ofName('refunded-at-once')}`, all],
  [
    'the refund of a second payment does not count',
    `update refunds set is_duplicate_payment = true where ${ofName('refunded-after-credit')}`,
    without('refunded-after-credit'),
  ],
  [
    'a dispute that was won does not count',
    `delete from ledger_postings where entry_id in (${ENTRIES_OF_LOSS}); delete from ledger_entries where kind = 'dispute_lost'`,
    without('disputed'),
  ],
  [
    'a dispute that is open counts',
    `delete from ledger_postings where entry_id in (select id from ledger_entries where kind in ('dispute_lost', 'dispute_resolved'));
     delete from ledger_entries where kind in ('dispute_lost', 'dispute_resolved')`,
    all,
  ],
  [
    'a refund by us instead of one at the processor is at fault after credit',
    `update refunds set idempotency_key = 'ours' where ${ofName('refunded-at-the-processor')}`,
    [...all, 'refunded-at-the-processor'].toSorted(),
  ],
  [
    'credit that was taken back does not count',
    `update customer_credits set reversed_amount = 98351 where ${ofName('refunded-after-credit')}`,
    without('refunded-after-credit'),
  ],
  [
    'credit is at fault that exceeds the order that it names, also of a subscription that has received enough',
    `update customer_credits set order_id = (select id from orders where total_amount = 1000 and ${ofName('year-to-month')}) where ${ofName('year-to-month')}`,
    [...all, 'year-to-month'].toSorted(),
  ],
  [
    'credit of the order that has paid for it is no fault',
    `update customer_credits set order_id = (select id from orders where total_amount = 100000 and ${ofName('year-to-month')}) where ${ofName('year-to-month')}`,
    all,
  ],
  [
    'what was written off was not received',
    `update orders set written_off_amount = 60000 where ${ofName('year-to-month')} and total_amount = 100000`,
    [...all, 'year-to-month'].toSorted(),
  ],
  [
    'an order that is not paid was not received',
    `update orders set status = 'pending', paid_at = null where ${ofName('year-to-month')}`,
    [...all, 'year-to-month'].toSorted(),
  ],
]

test.each(CHANGES)('%s', async (_, change, expected) => {
  expect(await namesAfter(change)).toEqual(expected)
})

test('it goes on over many customers, and ends after a batch when it is to end', async () => {
  const copies = 450
  const { transaction, db } = server.platform.database
  await transaction((tx) =>
    sql`with template as (select subscriptions.* from subscriptions join customers using (organization_id) where customers.id = subscriptions.customer_id
        and customers.name = 'year-to-month'),
      copied as (select gen_random_uuid() as id, gen_random_uuid() as customer_id from generate_series(1, ${copies})),
      owners as (insert into customers (organization_id, id, email, metadata, created_at, is_tax_exempt, is_email_verified)
        select template.organization_id, copied.customer_id, copied.customer_id || '@shop.example', '{}', template.created_at, false, false
        from template, copied returning id)
      insert into customer_credits (organization_id, id, customer_id, kind, source, amount, tax_amount, currency, created_at)
      select template.organization_id, copied.id, copied.customer_id, 'downgrade', 'subscription:' || template.id || ':' || copied.id, 1, 0, 'usd', template.created_at
      from template, copied`.execute(tx),
  )
  const seen: number[] = []
  const stop = new AbortController()
  const onProgress = ({ done }: { readonly done: number }) => seen.push(done)
  expect((await verifyCredits(db, { signal: stop.signal, onProgress })).isComplete).toBe(true)
  expect(seen.length).toBeGreaterThan(1)
  stop.abort()
  expect((await verifyCredits(db, { signal: stop.signal, onProgress })).isComplete).toBe(false)
})
