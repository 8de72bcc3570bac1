// Databases: both.
// External ids that earlier versions let a purchase with a typed address adopt: the merchant finds them, keeps them or removes them.
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { aMerchant, type TestMerchant } from '#test/support/a-merchant.ts'
import { uniqueEmail } from '#test/support/a-user.ts'
import { ownDatabase } from '#test/support/database.ts'
import { aPortal } from '#test/support/portal/a-portal.ts'
import { testServer } from '#test/support/server.ts'

const server = await testServer({ database: await ownDatabase() })
afterAll(() => server.close())
const { db } = server.platform.database

/** A customer who has got an external id by a purchase with a typed address. */
async function aDoubtfulCustomer(merchant: TestMerchant) {
  const body = { email: uniqueEmail(), external_id: `user-${uniqueEmail()}` }
  const { json } = await merchant.request('POST', '/v1/customers/', { body })
  await sql`update customers set is_external_id_doubtful = true where id = ${json.id}::uuid`.execute(db)
  return { id: json.id as string, ...body }
}

const doubtful = async (merchant: TestMerchant, is = true) =>
  (await merchant.request('GET', `/v1/customers/?is_external_id_doubtful=${is}`)).json.items.map(({ id }: { id: string }) => id)

test('the list of customers finds the external ids in doubt, and an id that the merchant states again is in doubt no longer', async () => {
  const merchant = await aMerchant(server)
  const customer = await aDoubtfulCustomer(merchant)
  const other = (await merchant.request('POST', '/v1/customers/', { body: { email: uniqueEmail(), external_id: 'sure' } })).json.id
  expect([await doubtful(merchant), await doubtful(merchant, false)]).toEqual([[customer.id], [other]])
  // A change that does not state it leaves it in doubt.
  await merchant.request('PATCH', `/v1/customers/${customer.id}`, { body: { name: 'Ada' } })
  expect(await doubtful(merchant)).toEqual([customer.id])
  const confirmed = await merchant.request('PATCH', `/v1/customers/${customer.id}`, { body: { external_id: customer.external_id } })
  expect([confirmed.json.external_id, await doubtful(merchant)]).toEqual([customer.external_id, []])
})

test('DELETE /v1/customers/{id}/external-id removes an id in doubt, ends the sessions that it opened, and frees it', async () => {
  const merchant = await aMerchant(server)
  const customer = await aDoubtfulCustomer(merchant)
  const portal = await aPortal(server, merchant, customer.id)
  const removed = await merchant.request('DELETE', `/v1/customers/${customer.id}/external-id`)
  expect([removed.status, removed.json.external_id, removed.json.email]).toEqual([200, null, customer.email])
  await server.drain()
  expect((await portal.request('GET', '/customers/me')).status).toBe(401)
  const free = { email: uniqueEmail(), external_id: customer.external_id }
  expect((await merchant.request('POST', '/v1/customers/', { body: free })).status).toBe(201)
  expect((await merchant.request('DELETE', `/v1/customers/${customer.id}/external-id`)).status).toBe(422)
})

test('an external id that is not in doubt cannot be removed, nor can one of another organization', async () => {
  const [merchant, stranger] = [await aMerchant(server), await aMerchant(server)]
  const { json } = await merchant.request('POST', '/v1/customers/', { body: { email: uniqueEmail(), external_id: 'sure' } })
  const refused = await merchant.request('DELETE', `/v1/customers/${json.id}/external-id`)
  expect([refused.status, refused.json.detail[0].loc]).toEqual([422, ['path', 'id']])
  const customer = await aDoubtfulCustomer(merchant)
  expect((await stranger.request('DELETE', `/v1/customers/${customer.id}/external-id`)).status).toBe(404)
})
