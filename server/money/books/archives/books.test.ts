import { expect, test } from 'vitest'
import { aCheckout } from '#test/support/a-checkout.ts'
import { aMerchant } from '#test/support/a-merchant.ts'
import { sharedServer } from '#test/support/server.ts'
import { booksByCurrency, monthRange } from './rules.ts'

const server = await sharedServer()

test('a month begins and ends at midnight in the zone of the organization', () => {
  expect(monthRange('2026-03', 'Europe/Berlin')).toEqual({
    start: new Date('2026-02-28T23:00:00.000Z'),
    end: new Date('2026-03-31T22:00:00.000Z'),
  })
})

test('what a release moves is no income, and a payout is none either', () => {
  const of = (account: 'org_held' | 'org_payable' | 'payouts', debit: number, credit: number) => ({
    account,
    currency: 'usd',
    debit,
    credit,
  })
  const [books] = booksByCurrency([of('org_held', 900, 900), of('org_payable', 900, 900), of('payouts', 0, 900)], [])
  expect(books).toMatchObject({ operatorSales: 900, payouts: 900, result: 900 })
})

test('the books of a month have its sales, refunds and taxes by country, and nothing of another month or organization', async () => {
  const [merchant, other] = [await aMerchant(server), await aMerchant(server)]
  await merchant.request('PATCH', `/v1/organizations/${merchant.organizationId}`, { body: { billing_timezone: 'UTC' } })
  const checkout = await aCheckout(server, merchant)
  await checkout.confirm()
  const [order] = (await merchant.request('GET', `/v1/orders/?checkout_id=${checkout.id}`)).json.items
  await merchant.request('POST', '/v1/refunds/', { body: { order_id: order.id, reason: 'other', amount: 200 } })
  const month = order.created_at.slice(0, 7)
  const read = (named: string) => merchant.request('GET', `/v1/organizations/${merchant.organizationId}/books?month=${named}`)
  const { json } = await read(month)
  expect(json).toMatchObject({
    month,
    time_zone: 'UTC',
    items: [
      {
        currency: 'usd',
        revenue_amount: 4200,
        refunded_amount: 200,
        tax_amount: 0,
        taxes: [{ country: 'FR', net_amount: 4000, tax_amount: 0 }],
      },
    ],
  })
  const [
    { revenue_amount: revenue, refunded_amount: refunded, provider_fee_amount: fees, written_off_amount: lost, result_amount: result },
  ] = json.items
  expect(result).toBe(revenue - refunded - fees - lost)
  expect((await read('2001-01')).json.items).toEqual([])
  expect((await read('2026-13')).status).toBe(422)
  expect((await other.request('GET', `/v1/organizations/${merchant.organizationId}/books?month=${month}`)).status).toBe(404)
})
