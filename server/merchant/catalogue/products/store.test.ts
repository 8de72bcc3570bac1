import { beforeAll, expect, test } from 'vitest'
import { newId } from '#kernel/id.ts'
import { aMerchant, aProduct, type TestMerchant } from '#test/support/a-merchant.ts'
import { sharedServer, type TestServer } from '#test/support/server.ts'
import { livePrices } from './model.ts'
import { findPrice, findProduct, findProducts } from './store.ts'

let server: TestServer
let merchant: TestMerchant

beforeAll(async () => {
  server = await sharedServer()
  merchant = await aMerchant(server)
})

const reprice = (id: string, price_amount: number) =>
  merchant.request('PATCH', `/v1/products/${id}`, { body: { prices: [{ amount_type: 'fixed', price_amount }] } })

test('an archived price is found by its id, in its own organization only', async () => {
  const { db } = server.platform.database
  const created = await aProduct(merchant)
  const { id } = created.prices[0]
  await reprice(created.id, 4900)
  expect(await findPrice(db, [merchant.organizationId], id)).toMatchObject({
    amount: 4200,
    currency: 'usd',
    isArchived: true,
    productId: created.id,
  })
  expect(await findPrice(db, [newId(server.clock.now())], id)).toBeUndefined()
})

test('products are found by their ids, except those of other organizations', async () => {
  const { db } = server.platform.database
  const [first, second] = [await aProduct(merchant), await aProduct(merchant)]
  const foreign = await aProduct(await aMerchant(server))
  const found = await findProducts(db, [merchant.organizationId], [first.id, second.id, foreign.id])
  expect(found.map((product) => product.id).sort()).toEqual([first.id, second.id].sort())
})

test('eight concurrent price changes are serialized and leave one live price', async () => {
  const created = await aProduct(merchant)
  const answers = await Promise.all(Array.from({ length: 8 }, (_, index) => reprice(created.id, 5000 + index)))
  expect(answers.map((answer) => answer.status)).toEqual(Array(8).fill(200))
  const product = await findProduct(server.platform.database.db, [merchant.organizationId], created.id)
  expect(product && livePrices(product)).toHaveLength(1)
  const rows = await server.platform.database.db
    .selectFrom('product_prices')
    .select(['position', 'is_archived'])
    .where('product_id', '=', created.id)
    .orderBy('position')
    .execute()
  expect(rows.map((row) => row.position)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8])
})

test('creating a product takes the lookup of the caller and three round trips of one transaction', async () => {
  const body = { name: 'Counted', recurring_interval: null, prices: [{ amount_type: 'fixed', price_amount: 4200 }] }
  const created = await merchant.request('POST', '/v1/products/', { body })
  expect([created.status, created.roundTrips]).toEqual([201, 4])
})

test('reading a product takes the lookup of the caller and one statement', async () => {
  const created = await aProduct(merchant)
  expect((await merchant.request('GET', `/v1/products/${created.id}`)).roundTrips).toBe(2)
})
