import { beforeAll, expect, test } from 'vitest'
import { aMerchant, type TestMerchant } from '#test/support/a-merchant.ts'
import { sharedServer, type TestServer } from '#test/support/server.ts'

let server: TestServer
let merchant: TestMerchant

beforeAll(async () => {
  server = await sharedServer()
  merchant = await aMerchant(server)
})

const body = { type: 'custom', description: 'Answers within a day', properties: { note: 'Write to us.' } }
const create = (more: object = {}, by = merchant) => by.request('POST', '/v1/benefits/', { body: { ...body, ...more } })
const change = (id: string, more: object, by = merchant) => by.request('PATCH', `/v1/benefits/${id}`, { body: { type: 'custom', ...more } })
const remove = (id: string, by = merchant) => by.request('DELETE', `/v1/benefits/${id}`)
const find = (id: string, by = merchant) => by.request('GET', `/v1/benefits/${id}`)
const aMeter = async (by = merchant) => {
  const meter = { name: 'Calls', filter: { conjunction: 'and', clauses: [] }, aggregation: { func: 'count' } }
  return (await by.request('POST', '/v1/meters/', { body: meter })).json.id as string
}

const db = () => server.platform.database.db
const eventsOf = async (id: string) =>
  (
    await db()
      .selectFrom('domain_events')
      .select('name')
      .where('organization_id', '=', merchant.organizationId)
      .where('resource_id', '=', id)
      .orderBy('id')
      .execute()
  ).map(({ name }) => name)

test('a benefit is created, read, changed and deleted, with an event for each change', async () => {
  const created = await create({ metadata: { shelf: 'upper' } })
  expect([created.status, created.json]).toEqual([
    201,
    {
      id: expect.any(String),
      created_at: server.clock.now().toISOString(),
      modified_at: null,
      organization_id: merchant.organizationId,
      ...body,
      selectable: true,
      deletable: true,
      is_deleted: false,
      visibility: 'public',
      visibility_configurable: false,
      metadata: { shelf: 'upper' },
    },
  ])
  const { id } = created.json
  expect((await find(id)).json).toEqual(created.json)
  server.clock.advance(60)
  const changed = await change(id, { description: 'Answers within an hour', properties: { note: null } })
  const modified_at = server.clock.now().toISOString()
  const next = { ...created.json, description: 'Answers within an hour', properties: { note: null }, modified_at }
  expect(changed.json).toEqual(next)
  expect((await change(id, { description: 'Answers within an hour' })).json).toEqual(next)
  expect((await remove(id)).status).toBe(204)
  expect([(await find(id)).status, (await change(id, {})).status, (await remove(id)).status]).toEqual([404, 404, 404])
  expect((await merchant.request('GET', '/v1/benefits/')).json.items).not.toContainEqual(expect.objectContaining({ id }))
  expect(await eventsOf(id)).toEqual(['benefit.created', 'benefit.updated', 'benefit.deleted'])
})

test.each([
  ['a description of two letters', { description: ' ab ' }, ['body', 'custom', 'description']],
  ['a description of 43 letters', { description: 'a'.repeat(43) }, ['body', 'custom', 'description']],
  ['another type', { type: 'feature_flag' }, ['body', 'type']],
  ['no properties', { properties: null }, ['body', 'custom', 'properties']],
  ['a note that is too long', { properties: { note: 'a'.repeat(2001) } }, ['body', 'custom', 'properties', 'note']],
  ['a visibility that is not available', { visibility: 'private' }, ['body', 'custom', 'visibility']],
  [
    'an activation limit of 1001',
    { type: 'license_keys', properties: { activations: { limit: 1001, enable_customer_admin: true } } },
    ['body', 'license_keys', 'properties', 'activations', 'limit'],
  ],
  [
    'an expiry of zero days',
    { type: 'license_keys', properties: { expires: { ttl: 0, timeframe: 'day' } } },
    ['body', 'license_keys', 'properties', 'expires', 'ttl'],
  ],
  [
    'a license of 101 years',
    { type: 'license_keys', properties: { expires: { ttl: 101, timeframe: 'year' } } },
    ['body', 'properties', 'expires', 'ttl'],
  ],
  [
    'a Discord role where the server has no bot',
    { type: 'discord', properties: { guild_token: 'a', role_id: '1' } },
    ['body', 'properties', 'guild_token'],
  ],
  [
    'a GitHub repository where the server has no app',
    { type: 'github_repository', properties: { repository_owner: 'a', repository_name: 'b', permission: 'pull' } },
    ['body', 'properties', 'repository_name'],
  ],
  [
    'a file that does not exist',
    { type: 'downloadables', properties: { files: ['019a2f3c-7b5e-7c40-9a51-3f0d8e6b1c22'] } },
    ['body', 'properties', 'files', 0],
  ],
])('a benefit with %s is refused at its field', async (_, more, loc) => {
  const refused = await create(more)
  expect([refused.status, refused.json.error]).toEqual([422, 'RequestValidationError'])
  expect(refused.json.detail.map((problem: { loc: unknown[] }) => problem.loc)).toContainEqual(loc)
})

test('a meter credit names a meter of its own organization', async () => {
  const credit = (meter_id: string) => ({ type: 'meter_credit', properties: { units: 100, rollover: false, meter_id } })
  const created = await create(credit(await aMeter()))
  expect([created.status, created.json.type, created.json.properties.units]).toEqual([201, 'meter_credit', 100])
  const foreign = await aMeter(await aMerchant(server))
  const refused = [
    await create(credit(foreign)),
    await change(created.json.id, { type: 'meter_credit', properties: credit(foreign).properties }),
  ]
  expect(refused.map(({ status, json }) => [status, json.detail[0].loc])).toEqual([
    [422, ['body', 'properties', 'meter_id']],
    [422, ['body', 'properties', 'meter_id']],
  ])
})

test('the type of a benefit cannot change', async () => {
  const { id } = (await create()).json
  const refused = await change(id, { type: 'license_keys', properties: {} })
  expect([refused.status, refused.json.detail[0].loc]).toEqual([422, ['body', 'type']])
})

test('a benefit that is not deletable stays', async () => {
  const { id } = (await create()).json
  await db().updateTable('benefits').set({ deletable: false }).where('id', '=', id).execute()
  const refused = await remove(id)
  expect([refused.status, refused.json.error]).toEqual([403, 'NotPermitted'])
  expect((await find(id)).status).toBe(200)
})

test('benefits are listed newest first, by type, by a part of their description and by metadata', async () => {
  const owner = await aMerchant(server)
  for (const description of ['beta support', 'Alpha key', 'Gamma']) {
    const type = description === 'Alpha key' ? { type: 'license_keys', properties: {} } : {}
    await create({ ...type, description, metadata: { kind: description.slice(0, 2) } }, owner)
    server.clock.advance(1)
  }
  const found = async (query: string) =>
    (await owner.request('GET', `/v1/benefits/?${query}`)).json.items.map((item: { description: string }) => item.description)
  expect(await found('')).toEqual(['Gamma', 'Alpha key', 'beta support'])
  expect(await found('sorting=description')).toEqual(['Alpha key', 'beta support', 'Gamma'])
  expect(await found('type=license_keys')).toEqual(['Alpha key'])
  expect(await found('type=custom&query=SUPPORT')).toEqual(['beta support'])
  expect(await found('metadata[kind]=Ga')).toEqual(['Gamma'])
})
