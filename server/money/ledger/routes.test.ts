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
