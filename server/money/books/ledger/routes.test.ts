import { beforeAll, expect, test } from 'vitest'
import { aMerchant, type TestMerchant } from '#test/support/a-merchant.ts'
import { aSale, type TestSale } from '#test/support/a-sale.ts'
import { sharedServer } from '#test/support/server.ts'

const server = await sharedServer()

let merchant: TestMerchant
let sale: TestSale

beforeAll(async () => {
  merchant = await aMerchant(server)
  sale = await aSale(server, merchant)
})

test('GET /v1/ledger/entries/export has a row for each posting, whose debits and credits are equal', async () => {
  const answer = await merchant.request('GET', '/v1/ledger/entries/export')
  expect(answer.headers['content-disposition']).toBe('attachment; filename="ledger.csv"')
  const [head = '', ...rows] = answer.text.trim().split('\r\n')
  expect(head).toBe('date,entry_id,kind,source,order_id,account,customer_id,currency,debit,credit')
  const cells = rows.map((row) => row.split(','))
  expect(cells.map((row) => row[5])).toEqual(['provider_clearing', 'revenue', 'provider_fees', 'provider_clearing'])
  expect(cells.map((row) => row[4])).toEqual(Array(4).fill(sale.orderId))
  const [total, fee] = [cells[0]?.[8], cells[2]?.[8]]
  for (const amount of [total, fee]) expect(amount).toMatch(/^\d+(\.\d+)?$/)
  expect(cells.map((row) => row.slice(8))).toEqual([
    [total, ''],
    ['', total],
    [fee, ''],
    ['', fee],
  ])
})

test('the export of the journal is filtered as its list is', async () => {
  const other = await aSale(server, merchant)
  const answer = await merchant.request('GET', `/v1/ledger/entries/export?order_id=${other.orderId}`)
  expect(answer.text).toContain(other.orderId)
  expect(answer.text).not.toContain(sale.orderId)
})

test('GET /v1/organizations/{id}/balances has each account once per currency, and they sum to zero', async () => {
  const path = `/v1/organizations/${merchant.organizationId}/balances`
  const { items } = (await merchant.request('GET', path)).json
  expect(items.map(({ account, currency }: { account: string; currency: string }) => [account, currency])).toEqual([
    ['provider_clearing', 'usd'],
    ['provider_fees', 'usd'],
    ['revenue', 'usd'],
  ])
  const balances: number[] = items.map(({ balance }: { balance: number }) => balance)
  expect(balances[0]).toBeGreaterThan(0)
  expect(balances.reduce((total, each) => total + each, 0)).toBe(0)
  expect((await (await aMerchant(server)).request('GET', path)).status).toBe(404)
})

test('the journal can be narrowed to a kind of entries', async () => {
  const count = async (kind: string) => (await merchant.request('GET', `/v1/ledger/entries?kind=${kind}`)).json.pagination.total_count
  expect([await count('payout'), (await count('sale')) > 0]).toEqual([0, true])
})
