// Databases: both.
// `guildhall verify-ledger` over books that someone with access to the database has falsified.
import { type RawBuilder, sql } from 'kysely'
import { beforeAll, expect, test, vi } from 'vitest'
import { uncontrolled } from '#platform/work-control.ts'
import { aMerchant, type TestMerchant } from '#test/support/a-merchant.ts'
import { aSale } from '#test/support/a-sale.ts'
import { bookFaultsOf } from '#test/support/books/invariants.ts'
import { ownDatabase } from '#test/support/database.ts'
import { type TestServer, testServer } from '#test/support/server.ts'
import { verifyLedgerData } from './ledger.ts'

let server: TestServer
let merchant: TestMerchant
let orderId: string
let refundId: string
let entryIds: Readonly<Record<string, string>>

beforeAll(async () => {
  server = await testServer({ database: await ownDatabase() })
  merchant = await aMerchant(server)
  orderId = (await aSale(server, merchant)).orderId
  const body = { order_id: orderId, reason: 'customer_request', amount: 1000 }
  refundId = (await merchant.request('POST', '/v1/refunds/', { body })).json.id
  const { items } = (await merchant.request('GET', '/v1/ledger/entries')).json
  entryIds = Object.fromEntries(items.map(({ kind, id }: { kind: string; id: string }) => [kind, id]))
  return () => server.close()
})

const verify = () =>
  verifyLedgerData({ database: server.platform.database, platform: async () => server.platform as never, control: uncontrolled }, {})

/** Falsifies a row, and afterwards writes what it was. */
async function whileFalsified(change: RawBuilder<unknown>, back: RawBuilder<unknown>, run: () => Promise<void>): Promise<void> {
  const execute = (statement: RawBuilder<unknown>) =>
    server.platform.database.transaction(async (tx) => {
      await sql`select set_config('guildhall.erasing', 'on', true)`.execute(tx)
      await statement.execute(tx)
    })
  await execute(change)
  await run().finally(() => execute(back))
}

test('sound books are verified with the number of entries, orders and refunds', async () => {
  const result = await verify()
  expect([result.exitCode, result.json]).toEqual([0, { checked: 2, orders: 1, refunds: 1, faults: [], isComplete: true }])
  expect(result.lines).toEqual(['The ledger is consistent: 2 entries of 1 orders and 1 refunds.'])
})

const posting = (account: string, kind: string, by: number) => sql`update ledger_postings set amount = amount + ${by}
  where account = ${account} and entry_id = ${entryIds[kind]}`
const column = (table: string, name: string, by: number) => sql`update ${sql.table(table)} set ${sql.ref(name)} = ${sql.ref(name)} + ${by}`

// The database itself holds an order to net = subtotal - discount and total = net + tax.
const totals = (by: number) => sql`update orders set subtotal_amount = subtotal_amount + ${by}, net_amount = net_amount + ${by},
  total_amount = total_amount + ${by}`

const entry = (kind: string) => () => `entry ${entryIds[kind]} of ${merchant.organizationId}: `
const FALSIFIED = [
  ['a posting', () => posting('revenue', 'sale', 1), () => posting('revenue', 'sale', -1), entry('sale'), 'its postings leave 1'],
  ['the total of an order', () => totals(1), () => totals(-1), entry('sale'), 'or 4201 in all'],
  [
    'what an order has refunded',
    () => column('orders', 'refunded_amount', 1),
    () => column('orders', 'refunded_amount', -1),
    entry('sale'),
    '1001 and 0 are refunded',
  ],
  [
    'what an order has lost to disputes',
    () => column('orders', 'disputed_amount', 1),
    () => column('orders', 'disputed_amount', -1),
    entry('sale'),
    'lost disputes of 0 and 0 of tax are posted, 1 and 0 are lost',
  ],
  [
    'what open disputes of an order reclaim',
    () => column('orders', 'pending_dispute_amount', 1),
    () => column('orders', 'pending_dispute_amount', -1),
    entry('sale'),
    'open disputes of 0 are posted, 1 are reclaimed',
  ],
  ['an item', () => column('order_items', 'amount', 1), () => column('order_items', 'amount', -1), entry('sale'), 'its items make 4201'],
  [
    'what a payment captured',
    () => column('payments', 'amount', -1),
    () => column('payments', 'amount', 1),
    entry('sale'),
    '4199 captured',
  ],
  [
    'the fee of a payment',
    () => column('payments', 'fee_amount', 1),
    () => column('payments', 'fee_amount', -1),
    entry('sale'),
    'provider_fees is 152 instead of 153',
  ],
  [
    'a refund',
    () => column('refunds', 'returned_amount', -1),
    () => column('refunds', 'returned_amount', 1),
    entry('refund'),
    'provider_clearing is -1000 instead of -999',
  ],
] as const

test.each(FALSIFIED)('%s that was falsified is found, with its entry', async (_, change, back, at, sentence) => {
  await whileFalsified(change(), back(), async () => {
    const { exitCode, lines } = await verify()
    expect(exitCode).toBe(1)
    expect(lines.join('\n')).toContain(at())
    expect(lines.join('\n')).toContain(sentence)
  })
  expect(await bookFaultsOf(server, merchant)).toEqual([])
})

test('a refund that claims to have failed is found, with its entry', async () => {
  const status = (name: string) => sql`update refunds set status = ${name} where id = ${refundId}`
  await whileFalsified(status('failed'), status('succeeded'), async () => {
    expect((await verify()).lines.join('\n')).toContain(`${entry('refund')()}of refund ${refundId}: it is failed and has an entry`)
  })
})

test('an entry whose order does not exist is found', async () => {
  const other = '019a2f3c-7b5e-7c40-9a51-3f0d8e6b1c22'
  const name = (id: string) => sql`update ledger_entries set order_id = ${id} where id = ${entryIds['sale']}`
  await whileFalsified(name(other), name(orderId), async () => {
    const { lines } = await verify()
    expect(lines.join('\n')).toContain(`${entry('sale')()}its order ${other} does not exist`)
    expect(lines.join('\n')).toContain('it is paid and has no entry')
  })
})

test('credit that a customer did not have is found, with the entry that used it', async () => {
  const move = (from: string, to: string) =>
    sql`update ledger_postings set account = ${to}, customer_id = ${
      to === 'customer_credit' ? sql`(select customer_id from orders limit 1)` : sql`null`
    } where entry_id = ${entryIds['sale']} and account = ${from} and amount > 0`
  await whileFalsified(move('provider_clearing', 'customer_credit'), move('customer_credit', 'provider_clearing'), async () => {
    expect((await verify()).lines.join('\n')).toMatch(new RegExp(`${entry('sale')()}the credit of customer \\S+ is overdrawn by 4200 usd`))
  })
})

test('the check of a day logs what it finds', async () => {
  const error = vi.spyOn(server.platform.log, 'error').mockImplementation(() => undefined)
  const runDaily = async () => {
    error.mockClear()
    server.clock.advance(86_400)
    await server.drain()
    return error.mock.calls.filter(([message]) => message === 'ledger_faults').map(([, details]) => details)
  }
  expect(await runDaily()).toEqual([])
  await whileFalsified(posting('revenue', 'sale', 1), posting('revenue', 'sale', -1), async () => {
    expect(await runDaily()).toMatchObject([{ count: 2, faults: [{ entryId: entryIds['sale'] }, { entryId: entryIds['sale'] }] }])
  })
  error.mockRestore()
})
