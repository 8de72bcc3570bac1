import { beforeAll, expect, test } from 'vitest'
import { aCheckout } from '#test/support/a-checkout.ts'
import { aMerchant, aProduct, type TestMerchant } from '#test/support/a-merchant.ts'
import { newSlug } from '#test/support/a-user.ts'
import { sharedServer, type TestServer } from '#test/support/server.ts'

let server: TestServer
let merchant: TestMerchant

beforeAll(async () => {
  server = await sharedServer()
  merchant = await aMerchant(server)
})

const path = '/v1/custom-fields/'
const one = (id: string) => `${path}${id}`
const company = { type: 'text', name: 'Company', properties: { form_label: 'Your company', max_length: 10 } }
const create = (body: object, by = merchant) => by.request('POST', path, { body: { slug: newSlug(), ...body } })
const aField = async (body: object) => (await create({ ...company, ...body })).json

test('a field is created and read back', async () => {
  const slug = newSlug()
  const created = await create({ ...company, slug, metadata: { a: 1 } })
  expect([created.status, created.json]).toEqual([
    201,
    {
      id: expect.any(String),
      created_at: server.clock.now().toISOString(),
      modified_at: null,
      organization_id: merchant.organizationId,
      ...company,
      slug,
      metadata: { a: 1 },
    },
  ])
  expect((await merchant.request('GET', one(created.json.id))).json).toEqual(created.json)
})

test.each([
  ['a slug with capitals', { ...company, slug: 'Company' }, ['slug']],
  ['an unknown type', { ...company, type: 'color' }, ['type']],
  ['no options', { type: 'select', name: 'Size', properties: {} }, ['properties', 'options']],
  ['a maximum below the minimum', { type: 'number', name: 'Seats', properties: { ge: 2, le: 1 } }, ['properties', 'le']],
  [
    'an option twice',
    { type: 'select', name: 'Size', properties: { options: Array(2).fill({ value: 'm', label: 'M' }) } },
    ['properties', 'options'],
  ],
])('%s is refused at its field', async (_, body, loc) => {
  const refused = await create(body)
  expect(refused.status).toBe(422)
  const locs = refused.json.detail.map((each: { loc: string[] }) => each.loc.filter((part) => !['text', 'number', 'select'].includes(part)))
  expect(locs).toContainEqual(['body', ...loc])
})

test('a slug belongs to one field of an organization', async () => {
  const slug = newSlug()
  await create({ ...company, slug })
  const refused = await create({ ...company, slug })
  expect([refused.status, refused.json.detail[0].loc]).toEqual([422, ['body', 'slug']])
  expect((await create({ ...company, slug }, await aMerchant(server))).status).toBe(201)
  const other = await aField({})
  expect((await merchant.request('PATCH', one(other.id), { body: { type: 'text', slug } })).status).toBe(422)
})

test('of many requests for one slug at once exactly one gets it', async () => {
  const slug = newSlug()
  const answers = await Promise.all(Array.from({ length: 8 }, () => create({ ...company, slug })))
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
  expect(answers.filter(({ status }) => status !== 201).map(({ status, json }) => [status, json.detail[0].loc])).toEqual(
    Array(7).fill([422, ['body', 'slug']]),
  )
})

test('a field changes, except for its type; a change of nothing is none', async () => {
  const field = await aField({})
  server.clock.advance(60)
  const body = { type: 'text', name: 'Employer', properties: { min_length: 1 } }
  const changed = await merchant.request('PATCH', one(field.id), { body })
  expect([changed.status, changed.json]).toMatchObject([200, { ...body, slug: field.slug }])
  expect(changed.json.properties).toEqual({ min_length: 1 })
  server.clock.advance(60)
  expect((await merchant.request('PATCH', one(field.id), { body })).json).toEqual(changed.json)
  const refused = await merchant.request('PATCH', one(field.id), { body: { type: 'checkbox' } })
  expect([refused.status, refused.json.detail]).toMatchObject([422, [{ loc: ['body', 'type'] }]])
})

test('fields are listed by slug, by type and by a part of their name', async () => {
  const own = await aMerchant(server)
  await create({ type: 'checkbox', name: 'Terms', slug: 'terms', properties: {} }, own)
  await create({ ...company, slug: 'company' }, own)
  const listed = async (query: string) =>
    (await own.request('GET', `${path}?${query}`)).json.items.map(({ slug }: { slug: string }) => slug)
  expect(await listed('')).toEqual(['company', 'terms'])
  expect(await listed('sorting=-slug')).toEqual(['terms', 'company'])
  expect(await listed('type=checkbox')).toEqual(['terms'])
  expect(await listed('query=OMPA')).toEqual(['company'])
})

test('a product has its fields in order; a deleted one is detached', async () => {
  const [first, second] = [await aField({}), await aField({})]
  const attached = [
    { custom_field_id: second.id, required: true },
    { custom_field_id: first.id, required: false },
  ]
  const product = await aProduct(merchant, { attached_custom_fields: attached })
  expect(product.attached_custom_fields).toEqual([
    { custom_field_id: second.id, custom_field: second, order: 0, required: true },
    { custom_field_id: first.id, custom_field: first, order: 1, required: false },
  ])
  const update = (attached_custom_fields: object[]) =>
    merchant.request('PATCH', `/v1/products/${product.id}`, { body: { attached_custom_fields } })
  const same = await update(attached)
  expect([same.json.modified_at, same.json.attached_custom_fields]).toEqual([null, product.attached_custom_fields])
  const swapped = await update([...attached].reverse())
  expect(swapped.json.attached_custom_fields).toMatchObject([
    { custom_field_id: first.id, order: 0 },
    { custom_field_id: second.id, order: 1 },
  ])
  expect((await merchant.request('DELETE', one(first.id))).status).toBe(204)
  const read = await merchant.request('GET', `/v1/products/${product.id}`)
  expect(read.json.attached_custom_fields).toMatchObject([{ custom_field_id: second.id, order: 0 }])
  expect((await merchant.request('GET', one(first.id))).status).toBe(404)
})

test("an unknown field and another organization's are refused on a product", async () => {
  const theirs = (await create(company, await aMerchant(server))).json
  const product = await aProduct(merchant)
  const body = { attached_custom_fields: [{ custom_field_id: theirs.id, required: true }] }
  const refused = await merchant.request('PATCH', `/v1/products/${product.id}`, { body })
  expect([refused.status, refused.json.detail[0].loc]).toEqual([422, ['body', 'attached_custom_fields', 0, 'custom_field_id']])
})

test('a checkout takes the values of its fields, leaves out others, and gives them to the order', async () => {
  const [name, terms] = [await aField({}), (await create({ type: 'checkbox', name: 'Terms', properties: {} })).json]
  const attached_custom_fields = [
    { custom_field_id: name.id, required: true },
    { custom_field_id: terms.id, required: true },
  ]
  const product = await aProduct(merchant, { attached_custom_fields })
  const custom_field_data = { [name.slug]: 'Acme', other: 1 }
  const checkout = await aCheckout(server, merchant, { products: [product.id], custom_field_data })
  expect(checkout.created).toMatchObject({
    attached_custom_fields: [{ custom_field_id: name.id }, { custom_field_id: terms.id }],
    custom_field_data: { [name.slug]: 'Acme' },
  })
  const long = await checkout.update({ custom_field_data: { [name.slug]: 'x'.repeat(11) } })
  expect([long.status, long.json.detail]).toMatchObject([422, [{ loc: ['body', 'custom_field_data', name.slug], type: 'string_too_long' }]])
  const missing = await checkout.confirm(undefined, { body: { custom_field_data: { [terms.slug]: false } } })
  expect(missing.status).toBe(422)
  expect(missing.json.detail).toMatchObject([
    { loc: ['body', 'custom_field_data', name.slug], type: 'missing' },
    { loc: ['body', 'custom_field_data', terms.slug], type: 'missing' },
  ])
  const data = { [name.slug]: 'Acme', [terms.slug]: true }
  expect((await checkout.confirm(undefined, { body: { custom_field_data: data } })).status).toBe(200)
  const { items } = (await merchant.request('GET', `/v1/orders/?product_id=${product.id}`)).json
  expect(items).toMatchObject([{ custom_field_data: data }])
})

test('switching to another product leaves out the values of fields that it does not have', async () => {
  const field = await aField({})
  const [labelled, plain] = [
    await aProduct(merchant, { attached_custom_fields: [{ custom_field_id: field.id, required: false }] }),
    await aProduct(merchant),
  ]
  const custom_field_data = { [field.slug]: 'Acme' }
  const checkout = await aCheckout(server, merchant, { products: [labelled.id, plain.id], custom_field_data })
  expect((await checkout.update({ product_id: plain.id })).json).toMatchObject({ attached_custom_fields: [], custom_field_data: {} })
})
