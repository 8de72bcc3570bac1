import { beforeAll, expect, test } from 'vitest'
import { newId } from '#kernel/id.ts'
import { aMerchant, aProduct, type TestMerchant } from '#test/support/a-merchant.ts'
import { sharedServer, type TestServer } from '#test/support/server.ts'
import { livePrices } from './model.ts'
import { findPrice, findProduct, findProducts } from './store.ts'

let server: TestServer
let shop: TestMerchant

beforeAll(async () => {
  server = await sharedServer()
  shop = await aMerchant(server)
})

const reprice = (id: string, price_amount: number) =>
  shop.request('PATCH', `/v1/products/${id}`, { body: { prices: [{ amount_type: 'fixed', price_amount }] } })

test('an archived price is still found by its id, in its own organization only', async () => {
  const { db } = server.platform.database
  const made = await aProduct(shop)
  const { id } = made.prices[0]
  await reprice(made.id, 4900)
  expect(await findPrice(db, [shop.organizationId], id)).toMatchObject({
    amount: 4200,
    currency: 'usd',
    isArchived: true,
    productId: made.id,
  })
  expect(await findPrice(db, [newId(server.clock.now())], id)).toBeUndefined()
})

test('products are found by their ids, those of other organizations left out', async () => {
  const { db } = server.platform.database
  const [first, second] = [await aProduct(shop), await aProduct(shop)]
  const foreign = await aProduct(await aMerchant(server))
  const found = await findProducts(db, [shop.organizationId], [first.id, second.id, foreign.id])
  expect(found.map((product) => product.id).sort()).toEqual([first.id, second.id].sort())
})

test('of eight price changes at once each follows another, and one live price is left', async () => {
  const made = await aProduct(shop)
  const answers = await Promise.all(Array.from({ length: 8 }, (_, index) => reprice(made.id, 5000 + index)))
  expect(answers.map((answer) => answer.status)).toEqual(Array(8).fill(200))
  const product = await findProduct(server.platform.database.db, [shop.organizationId], made.id)
  expect(product && livePrices(product)).toHaveLength(1)
  const rows = await server.platform.database.db
    .selectFrom('product_prices')
    .select(['position', 'is_archived'])
    .where('product_id', '=', made.id)
    .orderBy('position')
    .execute()
  expect(rows.map((row) => row.position)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8])
})

test('making a product costs one look-up, one transaction and four statements in it', async () => {
  const body = { name: 'Counted', recurring_interval: null, prices: [{ amount_type: 'fixed', price_amount: 4200 }] }
  const made = await shop.request('POST', '/v1/products/', { body })
  expect([made.status, made.messages]).toEqual([201, 7])
})

test('reading a product costs the look-up of the caller and one statement', async () => {
  const made = await aProduct(shop)
  expect((await shop.request('GET', `/v1/products/${made.id}`)).messages).toBe(2)
})
