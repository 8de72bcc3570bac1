import { beforeAll, expect, test } from 'vitest'
import { newId } from '#kernel/id.ts'
import { aMerchant, aProduct, type TestMerchant } from '#test/support/a-merchant.ts'
import { sharedServer, type TestServer } from '#test/support/server.ts'

let server: TestServer
let merchant: TestMerchant
const ids: Record<string, string> = {}

beforeAll(async () => {
  server = await sharedServer()
  merchant = await aMerchant(server)
  const goods: readonly [name: string, amount: number, metadata: object][] = [
    ['Écriture 100%', 900, { tier: 'gold', seats: 2 }],
    ['Big brushes_v2', 300, { tier: 'silver', beta: true }],
    ['brushes v3', 300, { tier: 'gold' }],
    ['Courses', 5000, {}],
  ]
  for (const [name, price_amount, metadata] of goods) {
    server.clock.advance(1)
    const created = await aProduct(merchant, { name, metadata, prices: [{ amount_type: 'fixed', price_amount }] })
    ids[name] = created.id
  }
  const benefit = { type: 'custom', description: 'Answers within a day', properties: {} }
  ids['benefit'] = (await merchant.request('POST', '/v1/benefits/', { body: benefit })).json.id
  for (const name of ['Courses', 'Big brushes_v2'])
    await merchant.request('POST', `/v1/products/${ids[name]}/benefits`, { body: { benefits: [ids['benefit']] } })
  await merchant.request('PATCH', `/v1/products/${ids['Courses']}`, { body: { is_archived: true } })
  await aProduct(await aMerchant(server), { name: 'Courses elsewhere' })
})

const namesOf = (answer: { json: { items: { name: string }[] } }) => answer.json.items.map((each) => each.name)
const list = (query: string) => merchant.request('GET', `/v1/products/?${query}`)
const every = ['Courses', 'brushes v3', 'Big brushes_v2', 'Écriture 100%']

test('products are listed newest first, in one statement beside the one that authenticates the caller', async () => {
  const listed = await merchant.request('GET', '/v1/products/')
  expect(namesOf(listed)).toEqual(every)
  expect(listed.json.pagination).toEqual({ total_count: 4, max_page: 1 })
  expect(listed.statements).toHaveLength(2)
  expect(listed.roundTrips).toBe(2)
})

test.each([
  ['sorting=created_at', [...every].reverse()],
  ['sorting=name', ['Big brushes_v2', 'brushes v3', 'Courses', 'Écriture 100%']],
  ['sorting=-name', ['Écriture 100%', 'Courses', 'brushes v3', 'Big brushes_v2']],
  ['sorting=price_amount&sorting=-created_at', ['brushes v3', 'Big brushes_v2', 'Écriture 100%', 'Courses']],
  ['sorting=-price_amount&sorting=created_at', ['Courses', 'Écriture 100%', 'Big brushes_v2', 'brushes v3']],
  ['sorting=price_amount_type&sorting=-created_at', every],
  ['query=BRUSHES', ['brushes v3', 'Big brushes_v2']],
  ['query=%C3%A9criture', ['Écriture 100%']],
  ['query=100%25', ['Écriture 100%']],
  ['query=%25', ['Écriture 100%']],
  ['query=_', ['Big brushes_v2']],
  ['query=%5C', []],
  ['is_archived=true', ['Courses']],
  ['is_archived=false', every.slice(1)],
  ['amount_min=900', ['Courses', 'Écriture 100%']],
  ['amount_min=300&amount_max=900', every.slice(1)],
  ['is_recurring=true', []],
  ['is_recurring=false', every],
  ['metadata[tier]=gold', ['brushes v3', 'Écriture 100%']],
  ['metadata[tier]=gold&metadata[tier]=silver', every.slice(1)],
  ['metadata[tier]=gold&metadata[seats]=2', ['Écriture 100%']],
  ['metadata[beta]=true', ['Big brushes_v2']],
  ["metadata[x'%20or%201%3D1]=1", []],
  ['benefit_id=0195894c-7a10-7000-8000-000000000001', []],
])('%s lists %j', async (query, names) => {
  const listed = await list(query)
  expect([listed.status, namesOf(listed)]).toEqual([200, names])
  expect(listed.json.pagination.total_count).toBe(names.length)
})

test('products are listed by their benefits', async () => {
  const unknown = newId(server.clock.now())
  expect(namesOf(await list(`benefit_id=${unknown}&benefit_id=${ids['benefit']}`))).toEqual(['Courses', 'Big brushes_v2'])
  expect(namesOf(await list(`benefit_id=${unknown}`))).toEqual([])
})

test('products are listed by id', async () => {
  expect(namesOf(await list(`id=${ids['Courses']}`))).toEqual(['Courses'])
  expect(namesOf(await list(`id=${ids['Courses']}&id=${ids['Big brushes_v2']}`))).toEqual(['Courses', 'Big brushes_v2'])
  expect(namesOf(await list(`id=${newId(server.clock.now())}`))).toEqual([])
})

test('products are listed by the time in which they were created', async () => {
  const { created_at: at } = (await list('query=Big')).json.items[0]
  expect(namesOf(await list(`created_after=${at}`))).toEqual(every.slice(0, 3))
  expect(namesOf(await list(`created_before=${at}`))).toEqual(['Écriture 100%'])
  expect(namesOf(await list(`created_after=0001-01-01T00:00:00Z&created_before=9999-12-31T23:59:59Z`))).toEqual(every)
})

test('pages have no gaps, and a page beyond the end is empty with the right total', async () => {
  const pages = [await list('limit=3'), await list('limit=3&page=2'), await list('limit=3&page=3')]
  expect(pages.map(namesOf)).toEqual([every.slice(0, 3), every.slice(3), []])
  expect(pages.map((each) => each.json.pagination)).toEqual(Array(3).fill({ total_count: 4, max_page: 2 }))
  const far = await list('page=999999999999999&limit=100000')
  expect([far.status, namesOf(far), far.json.pagination]).toEqual([200, [], { total_count: 4, max_page: 1 }])
})

test("another organization's id in the filter lists nothing", async () => {
  const other = await aMerchant(server)
  expect(namesOf(await list(`organization_id=${other.organizationId}`))).toEqual([])
  expect(namesOf(await list(`organization_id=${other.organizationId}&organization_id=${merchant.organizationId}`))).toEqual(every)
})

test('a user lists the products of the active organization', async () => {
  expect(namesOf(await merchant.owner.request('GET', '/v1/products/'))).toEqual(every)
})

test.each([
  ['sorting=price', ['query', 'sorting']],
  ['sorting=name;drop', ['query', 'sorting']],
  ['page=0', ['query', 'page']],
  ['limit=0', ['query', 'limit']],
  ['limit=ten', ['query', 'limit']],
  ['is_archived=perhaps', ['query', 'is_archived']],
  ['id=none', ['query', 'id', 0]],
])('%s is refused at %j', async (query, loc) => {
  const refused = await list(query)
  expect([refused.status, refused.json.error, refused.json.detail[0].loc]).toEqual([422, 'RequestValidationError', loc])
})
