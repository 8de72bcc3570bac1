import { expect, test } from 'vitest'
import { aCheckout, cards } from '#test/support/a-checkout.ts'
import { aMerchant, aProduct } from '#test/support/a-merchant.ts'
import { sharedServer } from '#test/support/server.ts'

const server = await sharedServer()
const CHARGES = '/v1/sandbox/charges/'

test("the sandbox's own record lists every requested charge, newest first", async () => {
  const merchant = await aMerchant(server)
  const { id } = await aProduct(merchant)
  for (const card of [cards.good, cards.declined]) {
    await (await aCheckout(server, merchant, { products: [id] })).confirm(card)
    server.clock.advance(1)
  }
  const { items, pagination } = (await merchant.request('GET', CHARGES)).json
  expect(pagination).toEqual({ total_count: 2, max_page: 1 })
  expect(items[0]).toMatchObject({ status: 'declined', decline_code: 'card_declined', brand: 'visa', last4: '0002' })
  expect(items[1]).toEqual({
    created_at: expect.any(String),
    id: expect.any(String),
    organization_id: merchant.organizationId,
    key: expect.any(String),
    reference: `sandbox_ch_${items[1].id}`,
    status: 'succeeded',
    amount: 4200,
    currency: 'usd',
    decline_code: null,
    brand: 'visa',
    last4: '4242',
    fee_amount: expect.any(Number),
    refunded_amount: 0,
    dispute_status: null,
  })
  const second = (await merchant.request('GET', `${CHARGES}?limit=1&page=2`)).json
  expect(second.items).toEqual([items[1]])
})

test("another merchant cannot read a merchant's charges, and reading them requires the scope to read orders", async () => {
  const merchant = await aMerchant(server)
  await (await aCheckout(server, merchant)).confirm()
  const stranger = await aMerchant(server)
  expect((await stranger.request('GET', `${CHARGES}?organization_id=${merchant.organizationId}`)).json.items).toEqual([])
  const writer = await aMerchant(server, { scopes: ['orders:write'] })
  const answer = await writer.request('GET', CHARGES)
  expect([answer.status, answer.json.error]).toEqual([403, 'insufficient_scope'])
})
