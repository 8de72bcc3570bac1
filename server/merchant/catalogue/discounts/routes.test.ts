import { beforeAll, expect, test } from 'vitest'
import { newId } from '#kernel/id.ts'
import { newCode } from '#test/support/a-discount.ts'
import { aMerchant, aProduct, type TestMerchant } from '#test/support/a-merchant.ts'
import { START, sharedServer, type TestServer } from '#test/support/server.ts'

let server: TestServer
let merchant: TestMerchant

beforeAll(async () => {
  server = await sharedServer()
  merchant = await aMerchant(server)
})

const path = '/v1/discounts/'
const one = (id: string) => `${path}${id}`
const percentage = { type: 'percentage', basis_points: 1000, duration: 'once', name: 'Spring' }
const fixed = { type: 'fixed', amount: 500, currency: 'eur', duration: 'forever', name: 'For partners' }
const create = (body: object, by = merchant) => by.request('POST', path, { body })

test('a percentage discount is created and read back', async () => {
  const code = newCode()
  const created = await create({ ...percentage, code, max_redemptions: 10, metadata: { campaign: 'may' } })
  expect([created.status, created.json]).toEqual([
    201,
    {
      id: expect.any(String),
      created_at: server.clock.now().toISOString(),
      modified_at: null,
      organization_id: merchant.organizationId,
      ...percentage,
      code,
      starts_at: null,
      ends_at: null,
      max_redemptions: 10,
      redemptions_count: 0,
      status: 'active',
      products: [],
      metadata: { campaign: 'may' },
    },
  ])
  expect((await merchant.request('GET', one(created.json.id))).json).toEqual(created.json)
})

test('a fixed discount for products is created; without a currency it takes that of the merchant', async () => {
  const product = await aProduct(merchant, { name: 'Handbook' })
  const created = await create({ ...fixed, products: [product.id, product.id] })
  expect([created.status, created.json]).toMatchObject([
    201,
    { ...fixed, amounts: { eur: 500 }, code: null, products: [{ id: product.id, name: 'Handbook' }] },
  ])
  expect((await create({ ...fixed, currency: undefined })).json).toMatchObject({ amount: 500, currency: 'usd' })
})

test('a repeating discount says for how many months', async () => {
  const created = await create({ ...percentage, duration: 'repeating', duration_in_months: 3 })
  expect([created.status, created.json]).toMatchObject([201, { duration: 'repeating', duration_in_months: 3 }])
  expect((await create({ ...percentage, duration_in_months: 3 })).json).not.toHaveProperty('duration_in_months')
})

test.each([
  ['no months of a repeating one', { ...percentage, duration: 'repeating' }, ['duration_in_months']],
  ['no percentage', { ...percentage, basis_points: undefined }, ['basis_points']],
  ['a percentage above the whole', { ...percentage, basis_points: 10_001 }, ['basis_points']],
  ['a percentage of zero', { ...percentage, basis_points: 0 }, ['basis_points']],
  ['no amount', { ...fixed, amount: null }, ['amount']],
  ['a negative amount', { ...fixed, amount: -1 }, ['amount']],
  ['an unknown currency', { ...fixed, currency: 'EUR' }, ['currency']],
  ['a code with a hyphen', { ...percentage, code: 'SAVE-20' }, ['code']],
  ['a code of two letters', { ...percentage, code: 'ab' }, ['code']],
  ['an unknown type', { ...percentage, type: 'gift' }, ['type']],
  ['an empty name', { ...percentage, name: ' ' }, ['name']],
  ['an end before the start', { ...percentage, starts_at: '2026-05-02T00:00:00Z', ends_at: '2026-05-01T00:00:00Z' }, ['ends_at']],
  ['an unknown product', { ...percentage, products: ['0195894c-7a10-7000-8000-000000000001'] }, ['products', 0]],
  ['a limit of zero', { ...percentage, max_redemptions: 0 }, ['max_redemptions']],
])('%s is refused at its field', async (_, body, loc) => {
  const refused = await create(body)
  expect(refused.status).toBe(422)
  expect(refused.json.detail.map((each: { loc: unknown }) => each.loc)).toContainEqual(['body', ...loc])
})

test('a code belongs to one discount of an organization, without regard to case; deletion frees it', async () => {
  const code = newCode()
  const { json: first } = await create({ ...percentage, code: code.toLowerCase() })
  const refused = await create({ ...fixed, code: code.toUpperCase() })
  expect([refused.status, refused.json.detail[0].loc]).toEqual([422, ['body', 'code']])
  expect((await create({ ...fixed, code }, await aMerchant(server))).status).toBe(201)
  const same = await merchant.request('PATCH', one(first.id), { body: { code: code.toUpperCase() } })
  expect([same.status, same.json.code]).toEqual([200, code.toUpperCase()])
  expect((await merchant.request('DELETE', one(first.id))).status).toBe(204)
  expect((await create({ ...fixed, code })).status).toBe(201)
})

test('of many requests for one code at once exactly one gets it', async () => {
  const code = newCode()
  const answers = await Promise.all(Array.from({ length: 8 }, () => create({ ...percentage, code })))
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
  expect(answers.filter(({ status }) => status !== 201).map(({ status, json }) => [status, json.detail[0].loc])).toEqual(
    Array(7).fill([422, ['body', 'code']]),
  )
})

test("another organization's product is refused like one that does not exist", async () => {
  const theirs = await aProduct(await aMerchant(server))
  const refused = await create({ ...percentage, products: [theirs.id] })
  expect([refused.status, refused.json.detail[0].loc]).toEqual([422, ['body', 'products', 0]])
})

test('a discount changes; null clears code, times and limit; a change of nothing is none', async () => {
  const product = await aProduct(merchant)
  const { json: discount } = await create({
    ...percentage,
    code: newCode(),
    starts_at: '2026-01-01T00:00:00Z',
    ends_at: '2026-12-31T00:00:00Z',
    max_redemptions: 5,
    products: [product.id],
  })
  server.clock.advance(60)
  const body = { name: 'Later', code: null, starts_at: null, ends_at: null, max_redemptions: null, products: [], basis_points: 2000 }
  const changed = await merchant.request('PATCH', one(discount.id), { body })
  expect([changed.status, changed.json]).toMatchObject([200, { ...body, modified_at: server.clock.now().toISOString() }])
  server.clock.advance(60)
  expect((await merchant.request('PATCH', one(discount.id), { body: { ...body, type: 'percentage', duration: 'once' } })).json).toEqual(
    changed.json,
  )
})

test.each([
  ['type', { type: 'fixed' }],
  ['duration', { duration: 'forever' }],
  ['duration_in_months', { duration_in_months: 3 }],
])('the %s of a discount cannot change', async (field, body) => {
  const { json: discount } = await create(percentage)
  const refused = await merchant.request('PATCH', one(discount.id), { body })
  expect([refused.status, refused.json.detail]).toMatchObject([422, [{ loc: ['body', field] }]])
})

test('discounts are listed newest first, by name, by code and by redemptions', async () => {
  const own = await aMerchant(server)
  for (const [name, code] of [
    ['Spring', 'bloom26'],
    ['autumn', 'LEAVES'],
    ['Winter', null],
  ]) {
    server.clock.advance(1)
    await create({ ...percentage, name, code }, own)
  }
  const listed = async (query: string) =>
    (await own.request('GET', `${path}?${query}`)).json.items.map(({ name }: { name: string }) => name)
  expect(await listed('')).toEqual(['Winter', 'autumn', 'Spring'])
  expect(await listed('sorting=name')).toEqual(['autumn', 'Spring', 'Winter'])
  expect(await listed('sorting=code')).toEqual(['Spring', 'autumn', 'Winter'])
  expect(await listed('query=LOOM')).toEqual(['Spring'])
  expect(await listed('sorting=redemptions_count&sorting=-name')).toEqual(['Winter', 'Spring', 'autumn'])
})

test('a deleted discount is not found', async () => {
  const { json: discount } = await create(percentage)
  expect((await merchant.request('DELETE', one(discount.id))).status).toBe(204)
  const answers = [
    await merchant.request('GET', one(discount.id)),
    await merchant.request('PATCH', one(discount.id), { body: { name: 'Back' } }),
    await merchant.request('DELETE', one(discount.id)),
    await merchant.request('GET', one(newId(START))),
  ]
  expect(answers.map(({ status, json }) => [status, json.error])).toEqual(Array(4).fill([404, 'ResourceNotFound']))
})

test('the status of a discount follows the time of its merchant, which a test merchant moves, and filters the list', async () => {
  const shop = await aMerchant(server)
  const at = (seconds: number) => new Date(server.clock.now().getTime() + seconds * 1000).toISOString()
  const named = async (name: string, changes: object) => (await create({ ...percentage, name, ...changes }, shop)).json
  const { id } = await named('Later', { starts_at: at(3600) })
  const all = [
    await named('Always', {}),
    await named('Over', { starts_at: at(-7200), ends_at: at(-3600) }),
    await shop.request('GET', one(id)).then(({ json }) => json),
  ]
  expect(all.map(({ status }) => status)).toEqual(['active', 'ended', 'scheduled'])
  const listed = async (status: string) => {
    const { json } = await shop.request('GET', `${path}?status=${status}&sorting=name`)
    return json.items.map(({ name }: { name: string }) => name)
  }
  expect([await listed('active'), await listed('ended'), await listed('scheduled'), await listed('used_up')]).toEqual([
    ['Always'],
    ['Over'],
    ['Later'],
    [],
  ])
  server.clock.advanceMerchant(shop.organizationId, 7200)
  expect((await shop.request('GET', one(id))).json.status).toBe('active')
  expect(await listed('active')).toEqual(['Always', 'Later'])
  await server.platform.database.db
    .updateTable('discounts')
    .set({ max_redemptions: 1, redemptions_count: 1 })
    .where('id', '=', id)
    .execute()
  expect(await listed('used_up')).toEqual(['Later'])
})
