import { expect, test } from 'vitest'
import { aCheckout, eventsOf } from '#test/support/a-checkout.ts'
import { aMerchant } from '#test/support/a-merchant.ts'
import { sharedServer } from '#test/support/server.ts'

const server = await sharedServer()
const address = { line1: 'Dam 1', line2: null, postal_code: '1012 JS', city: 'Amsterdam', state: null, country: 'NL' }

test('the buyer of an invoice is updated, with an event, and refused where the address is none', async () => {
  const seller = await aMerchant(server)
  const checkout = await aCheckout(server, seller)
  await checkout.confirm()
  const [order] = (await seller.request('GET', '/v1/orders/')).json.items
  const body = { billing_name: 'Visser Bouw BV', billing_address: { ...address, country: 'nl' } }
  const updated = await seller.request('PATCH', `/v1/orders/${order.id}`, { body })
  expect([updated.status, updated.json]).toEqual([
    200,
    { ...order, billing_name: 'Visser Bouw BV', billing_address: address, modified_at: expect.any(String) },
  ])
  expect((await seller.request('GET', `/v1/orders/${order.id}`)).json).toEqual(updated.json)
  const refused = await seller.request('PATCH', `/v1/orders/${order.id}`, { body: { billing_address: { country: 'ZZ' } } })
  expect([refused.status, refused.json.detail[0].loc]).toEqual([422, ['body', 'billing_address', 'country']])
  expect((await eventsOf(server, seller.organizationId)).at(-1)).toMatchObject({ name: 'order.updated', payload: updated.json })
})
