// The benefits of a product: replaced as a whole, in an order, on products, in checkouts and in lists.
import { beforeAll, expect, test } from 'vitest'
import { newId } from '#kernel/id.ts'
import { aCheckout } from '#test/support/a-checkout.ts'
import { aMerchant, aProduct, type TestMerchant } from '#test/support/a-merchant.ts'
import { sharedServer, type TestServer } from '#test/support/server.ts'

let server: TestServer
let merchant: TestMerchant

beforeAll(async () => {
  server = await sharedServer()
  merchant = await aMerchant(server)
})

const aBenefit = async (description: string, by = merchant): Promise<string> => {
  const body = { type: 'custom', description, properties: { note: 'Write to us.' }, metadata: { shelf: 'upper' } }
  return (await by.request('POST', '/v1/benefits/', { body })).json.id
}
const replace = (id: string, benefits: readonly unknown[], by = merchant) =>
  by.request('POST', `/v1/products/${id}/benefits`, { body: { benefits } })
const idsOf = (benefits: readonly { readonly id: string }[]) => benefits.map(({ id }) => id)
const find = async (id: string) => (await merchant.request('GET', `/v1/products/${id}`)).json
const updatesOf = async (id: string) => {
  const { db } = server.platform.database
  const events = db.selectFrom('domain_events').select('name').where('organization_id', '=', merchant.organizationId)
  return (await events.where('resource_id', '=', id).where('name', '=', 'product.updated').execute()).length
}

test('the benefits of a product are replaced as a whole, in the order of the body, with one event', async () => {
  const { id } = await aProduct(merchant)
  const [first = '', second = '', third = ''] = await Promise.all(['First', 'Second', 'Third'].map((each) => aBenefit(each)))
  const replaced = await replace(id, [second, first, second])
  expect([replaced.status, idsOf(replaced.json.benefits)]).toEqual([200, [second, first]])
  expect(replaced.json.benefits[0]).toEqual((await merchant.request('GET', `/v1/benefits/${second}`)).json)
  expect(await find(id)).toEqual(replaced.json)
  expect(await updatesOf(id)).toBe(1)
  expect((await replace(id, [second, first])).json).toEqual(replaced.json)
  expect(await updatesOf(id)).toBe(1)
  expect(idsOf((await replace(id, [third, second])).json.benefits)).toEqual([third, second])
  expect((await replace(id, [])).json.benefits).toEqual([])
  expect(await updatesOf(id)).toBe(3)
})

test('another change of a product keeps its benefits', async () => {
  const { id } = await aProduct(merchant)
  const benefit = await aBenefit('Retained')
  await replace(id, [benefit])
  const { json } = await merchant.request('PATCH', `/v1/products/${id}`, { body: { name: 'Another name' } })
  expect([json.name, idsOf(json.benefits)]).toEqual(['Another name', [benefit]])
})

test('a buyer sees the benefits without their properties and metadata', async () => {
  const { id } = await aProduct(merchant)
  const benefit = await aBenefit('Seen by buyers')
  await replace(id, [benefit])
  const checkout = await aCheckout(server, merchant, { products: [id] })
  const { product } = (await checkout.view()).json
  expect(product.benefits).toEqual([
    {
      id: benefit,
      created_at: expect.any(String),
      modified_at: null,
      organization_id: merchant.organizationId,
      type: 'custom',
      description: 'Seen by buyers',
      selectable: true,
      deletable: true,
      is_deleted: false,
    },
  ])
})

test('the product of a checkout link shows the benefits as buyers see them', async () => {
  const { id } = await aProduct(merchant)
  const benefit = await aBenefit('Seen in a link')
  await replace(id, [benefit])
  const link = await merchant.request('POST', '/v1/checkout-links/', { body: { payment_processor: 'stripe', products: [id] } })
  const found = await merchant.request('GET', `/v1/checkout-links/${link.json.id}`)
  expect([link.json.products, found.json.products]).toMatchObject([
    [{ id, benefits: [{ id: benefit }] }],
    [{ id, benefits: [{ id: benefit }] }],
  ])
  expect(found.json.products[0].benefits[0]).not.toHaveProperty('properties')
})

test('benefits that do not exist, are deleted or belong to another organization are refused at their place, and nothing changes', async () => {
  const { id } = await aProduct(merchant)
  const [known, deleted] = [await aBenefit('Known'), await aBenefit('Deleted')]
  await merchant.request('DELETE', `/v1/benefits/${deleted}`)
  const foreign = await aBenefit('Foreign', await aMerchant(server))
  const refused = await replace(id, [known, deleted, foreign, newId(server.clock.now())])
  expect([refused.status, refused.json.detail.map((problem: { loc: unknown[] }) => problem.loc)]).toEqual([
    422,
    [1, 2, 3].map((index) => ['body', 'benefits', index]),
  ])
  expect((await find(id)).benefits).toEqual([])
})

test('more than 50 benefits are refused', async () => {
  const { id } = await aProduct(merchant)
  const refused = await replace(id, Array(51).fill(await aBenefit('One of many')))
  expect([refused.status, refused.json.detail[0].loc]).toEqual([422, ['body', 'benefits']])
})

test('a benefit that is not selectable is never added, but stays where it is', async () => {
  const [{ id }, other] = [await aProduct(merchant), await aProduct(merchant)]
  const [system, further] = [await aBenefit('By the server'), await aBenefit('Further')]
  await replace(id, [system])
  const { db } = server.platform.database
  await db.updateTable('benefits').set({ selectable: false }).where('id', '=', system).execute()
  const refused = await replace(other.id, [system])
  expect([refused.status, refused.json.error]).toEqual([403, 'NotPermitted'])
  expect(idsOf((await replace(id, [further, system])).json.benefits)).toEqual([further, system])
})

test('a deleted benefit is taken from its products', async () => {
  const { id } = await aProduct(merchant)
  const [first, second] = [await aBenefit('Deleted soon'), await aBenefit('Left')]
  await replace(id, [first, second])
  await merchant.request('DELETE', `/v1/benefits/${first}`)
  expect(idsOf((await find(id)).benefits)).toEqual([second])
})

test("the benefits of another organization's product cannot be replaced", async () => {
  const { id } = await aProduct(await aMerchant(server))
  expect((await replace(id, [])).status).toBe(404)
})
