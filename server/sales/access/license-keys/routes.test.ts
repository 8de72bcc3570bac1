import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { newId } from '#kernel/id.ts'
import { aMerchant, type TestMerchant } from '#test/support/a-merchant.ts'
import { uniqueEmail } from '#test/support/a-user.ts'
import { aLicenseKey, anActivation, type TestLicenseKey } from '#test/support/license-keys/a-license-key.ts'
import { sharedServer, type TestServer } from '#test/support/server.ts'
import { issueLicenseKey, reissueLicenseKey, renewLicenseKey, revokeLicenseKey } from './index.ts'

const UNKNOWN = '019a2f3c-7b5e-7c40-9a51-3f0d8e6b1c22'
const NOT_FOUND = { error: 'ResourceNotFound', detail: 'Not found' }
const MANY = 50

let server: TestServer
let merchant: TestMerchant
let customerId: string
beforeAll(async () => {
  server = await sharedServer()
  merchant = await aMerchant(server)
  customerId = await aCustomer()
})

const aCustomer = async (by = merchant): Promise<string> => {
  const body = { email: uniqueEmail(), name: 'Mary Jackson', metadata: { note: 'late payer' }, billing_address: { country: 'NL' } }
  return (await by.request('POST', '/v1/customers/', { body })).json.id
}
const aKey = (properties: Parameters<typeof aLicenseKey>[2]['properties'] = {}) => aLicenseKey(server, merchant, { customerId, properties })
const sentBy = ({ key, grant }: TestLicenseKey) => ({ key, organization_id: grant.organizationId })
const validate = (key: TestLicenseKey, body: object = {}) =>
  server.request('POST', '/v1/customer-portal/license-keys/validate', { body: { ...sentBy(key), ...body } })
const activate = (key: TestLicenseKey, body: object = {}) =>
  server.request('POST', '/v1/customer-portal/license-keys/activate', { body: { ...sentBy(key), label: 'Laptop', ...body } })
const deactivate = (key: TestLicenseKey, activation_id: string) =>
  server.request('POST', '/v1/customer-portal/license-keys/deactivate', { body: { ...sentBy(key), activation_id } })
const read = async ({ id }: Pick<TestLicenseKey, 'id'>) => (await merchant.request('GET', `/v1/license-keys/${id}`)).json
const change = ({ id }: TestLicenseKey, body: object, by = merchant) => by.request('PATCH', `/v1/license-keys/${id}`, { body })
const reissue = ({ id }: Pick<TestLicenseKey, 'id'>, by = merchant) => by.request('POST', `/v1/license-keys/${id}/reissue`)
const inTransaction = <Result>(run: (tx: Parameters<typeof issueLicenseKey>[0]) => Promise<Result>) =>
  server.platform.database.transaction(run)
const aSession = async (by: TestMerchant, customer_id: string): Promise<{ readonly authorization: string }> => {
  const { json } = await by.request('POST', '/v1/customer-sessions/', { body: { customer_id } })
  return { authorization: `Bearer ${json.token}` }
}
const countOf = (answers: readonly { readonly status: number }[]) =>
  Object.fromEntries([...Map.groupBy(answers, ({ status }) => status)].map(([status, { length }]) => [status, length]))

test('a key is issued once for its grant, and the database does not hold it in plain', async () => {
  const key = await aKey({ expires: { ttl: 1, timeframe: 'year' }, limit_usage: 9 })
  const created_at = server.clock.now()
  expect(await read(key)).toEqual({
    id: key.id,
    created_at: created_at.toISOString(),
    modified_at: null,
    organization_id: merchant.organizationId,
    customer_id: customerId,
    customer: (await merchant.request('GET', `/v1/customers/${customerId}`)).json,
    benefit_id: key.grant.benefitId,
    key: expect.stringMatching(/^ACME-[0-9A-F]{8}(-[0-9A-F]{4}){3}-[0-9A-F]{12}$/),
    display_key: key.displayKey,
    status: 'granted',
    limit_activations: 3,
    usage: 0,
    limit_usage: 9,
    validations: 0,
    last_validated_at: null,
    expires_at: expect.any(String),
    activations: [],
  })
  const again = await inTransaction((tx) => issueLicenseKey(tx, server.platform, key.grant))
  expect(again).toEqual({ id: key.id, displayKey: key.displayKey })
  const { rows } = await sql`select to_jsonb(k)::text as row from license_keys k where id = ${key.id}`.execute(server.platform.database.db)
  expect(JSON.stringify(rows)).not.toContain(key.key)
})

test('a grant revokes its own key alone, and grants the same key again', async () => {
  const [one, other] = [await aKey(), await aKey()]
  const activation = await anActivation(server, one)
  await inTransaction((tx) => revokeLicenseKey(tx, server.platform, one.grant))
  expect([(await read(one)).status, (await read(other)).status]).toEqual(['revoked', 'granted'])
  expect((await validate(one)).status).toBe(404)
  await inTransaction((tx) => issueLicenseKey(tx, server.platform, one.grant))
  expect((await validate(one, { activation_id: activation })).status).toBe(200)
  await change(one, { status: 'revoked' })
  const next = await inTransaction((tx) => issueLicenseKey(tx, server.platform, one.grant))
  expect(next.id).not.toBe(one.id)
})

test('a renewal extends the key of a subscription', async () => {
  const key = await aKey({ expires: { ttl: 1, timeframe: 'month' } })
  const paidAt = new Date(server.clock.now().getTime() + 86_400_000)
  const before = (await read(key)).expires_at
  for (let time = 0; time < 2; time += 1) await inTransaction((tx) => renewLicenseKey(tx, server.platform, { ...key.grant, paidAt }))
  expect(Date.parse((await read(key)).expires_at) - Date.parse(before)).toBe(86_400_000)
})

test('a validation counts itself and its usage, and does not disclose what the merchant knows of the customer', async () => {
  const key = await aKey({ limit_usage: 10 })
  const answer = await validate(key, { key: ` ${key.key.toLowerCase()} `, increment_usage: 4, customer_id: customerId })
  expect([answer.status, answer.json]).toMatchObject([
    200,
    {
      id: key.id,
      key: key.key,
      usage: 4,
      validations: 1,
      activation: null,
      customer: { metadata: {}, billing_address: null, tax_id: null },
    },
  ])
  const beyond = await validate(key, { increment_usage: 7 })
  expect([beyond.status, beyond.json]).toMatchObject([400, { error: 'BadRequest', remaining: 6 }])
  expect((await validate(key, { increment_usage: -1 })).status).toBe(422)
  expect(await read(key)).toMatchObject({ usage: 4, validations: 1, last_validated_at: server.clock.now().toISOString() })
})

test('a key is activated within its limit, validated with its conditions, and deactivated once', async () => {
  const key = await aKey({ activations: { limit: 1, enable_customer_admin: true } })
  const conditions = { major: 1, edition: 'pro' }
  const activated = await activate(key, { conditions, meta: { os: 'plan9' } })
  const { id, license_key } = activated.json
  expect([activated.status, activated.json]).toMatchObject([200, { label: 'Laptop', meta: { os: 'plan9' }, license_key_id: key.id }])
  expect(license_key.customer.metadata).toEqual({})
  expect([(await activate(key)).status, (await activate(key)).json.error]).toEqual([403, 'NotPermitted'])
  const valid = await validate(key, { activation_id: id, conditions: { edition: 'pro', major: 1 } })
  expect([valid.status, valid.json.activation.id]).toEqual([200, id])
  for (const wrong of [{}, { conditions: { major: 1 } }])
    expect((await validate(key, { activation_id: id, ...wrong })).json).toEqual(NOT_FOUND)
  const found = await merchant.request('GET', `/v1/license-keys/${key.id}/activations/${id}`)
  expect(found.json).toMatchObject({ id, license_key: { id: key.id, customer: { metadata: { note: 'late payer' } } } })
  expect((await read(key)).activations).toMatchObject([{ id }])
  expect([(await deactivate(key, id)).status, (await deactivate(key, id)).status]).toEqual([204, 404])
  expect((await activate(key)).status).toBe(200)
  expect((await activate(await aKey({ activations: null }))).status).toBe(403)
})

test('what is not valid is answered alike: unknown, revoked, disabled, expired, of another customer or organization, or deleted', async () => {
  const [key, stranger] = [await aKey(), await aMerchant(server)]
  const activation = await anActivation(server, key)
  const calls = (of: TestLicenseKey) => [validate(of), activate(of), deactivate(of, activation)]
  const answers = [
    validate(key, { benefit_id: UNKNOWN }),
    validate(key, { customer_id: UNKNOWN }),
    validate(key, { activation_id: UNKNOWN }),
  ]
  answers.push(
    ...calls({ ...key, key: 'ACME-UNKNOWN' }),
    ...calls({ ...key, grant: { ...key.grant, organizationId: stranger.organizationId } }),
  )
  await Promise.all(answers)
  for (const body of [{ status: 'revoked' }, { status: 'disabled' }, { status: 'granted', expires_at: server.clock.now().toISOString() }]) {
    await change(key, body)
    for (const call of calls(key)) answers.push(Promise.resolve(await call))
  }
  for (const answer of answers) expect([(await answer).status, (await answer).json]).toEqual([404, NOT_FOUND])
  const deleted = await aLicenseKey(server, merchant, { customerId: await aCustomer() })
  await merchant.request('DELETE', `/v1/customers/${deleted.grant.customerId}`)
  expect((await validate(deleted)).json).toEqual(NOT_FOUND)
})

test('a merchant validates, activates and deactivates keys of its organization, and sees the whole customer', async () => {
  const [key, stranger] = [await aKey({ limit_usage: 10 }), await aMerchant(server)]
  const call = (path: string, body: object, by = merchant) =>
    by.request('POST', `/v1/license-keys/${path}`, { body: { ...sentBy(key), ...body } })
  const activated = await call('activate', { label: 'Laptop' })
  const customer = { metadata: { note: 'late payer' } }
  expect([activated.status, activated.json]).toMatchObject([200, { label: 'Laptop', license_key: { id: key.id, customer } }])
  const activation_id = activated.json.id
  const valid = await call('validate', { activation_id, increment_usage: 4 })
  expect([valid.status, valid.json]).toMatchObject([200, { id: key.id, usage: 4, activation: { id: activation_id }, customer }])
  expect((await call('validate', { increment_usage: 7 })).json).toMatchObject({ error: 'BadRequest', remaining: 6 })
  const bodies = { validate: {}, activate: { label: 'Laptop' }, deactivate: { activation_id } }
  for (const [path, body] of Object.entries(bodies)) {
    expect((await call(path, body, stranger)).json).toEqual(NOT_FOUND)
    expect((await call(path, { ...body, organization_id: stranger.organizationId }, stranger)).json).toEqual(NOT_FOUND)
    expect((await server.request('POST', `/v1/license-keys/${path}`, { body: { ...sentBy(key), ...body } })).status).toBe(401)
  }
  const removal = () => call('deactivate', { activation_id })
  expect([(await removal()).status, (await removal()).status]).toEqual([204, 404])
  expect(await read(key)).toMatchObject({ usage: 4, validations: 1, activations: [] })
})

test('of fifty concurrent activations as many succeed as the limit allows', async () => {
  const key = await aKey({ activations: { limit: 7, enable_customer_admin: true } })
  expect(countOf(await Promise.all(Array.from({ length: MANY }, () => activate(key))))).toEqual({ 200: 7, 403: MANY - 7 })
  expect((await read(key)).activations).toHaveLength(7)
})

test('of fifty concurrent uses as many succeed as the limit allows, and none is lost', async () => {
  const key = await aKey({ limit_usage: 20 })
  expect(countOf(await Promise.all(Array.from({ length: MANY }, () => validate(key, { increment_usage: 1 }))))).toEqual({
    200: 20,
    400: MANY - 20,
  })
  expect(await read(key)).toMatchObject({ usage: 20, validations: 20 })
})

test('a reissued key takes the place of the old one, with its limits and without its activations', async () => {
  const key = await aKey({ limit_usage: 9 })
  await anActivation(server, key)
  await validate(key, { increment_usage: 2 })
  const answer = await reissue(key)
  expect([answer.status, answer.json]).toMatchObject([
    201,
    { status: 'granted', usage: 2, limit_usage: 9, limit_activations: 3, validations: 0 },
  ])
  expect(answer.json.key).toMatch(/^ACME-/)
  expect([(await read(answer.json)).activations, (await read(key)).status, (await validate(key)).status]).toEqual([[], 'revoked', 404])
  expect([(await reissue(key)).status, (await reissue(key)).json.error]).toEqual([403, 'AlreadyRevokedLicenseKey'])
  const next = await inTransaction((tx) => reissueLicenseKey(tx, server.platform, key.grant))
  expect([(await read(answer.json)).status, (await read(next)).status]).toEqual(['revoked', 'granted'])
  let { id } = next
  for (let time = 0; time < 22; time += 1) ({ id } = (await reissue({ id })).json)
  const { json } = await merchant.request('GET', `/v1/license-keys/?benefit_id=${key.grant.benefitId}`)
  expect(json.pagination.total_count).toBe(20)
})

test('a merchant changes a key within its bounds, and each change is in the audit log', async () => {
  const key = await aKey()
  const changes = { status: 'disabled', usage: 3, limit_activations: 1000, limit_usage: 10, expires_at: '2030-01-01T00:00:00.000Z' }
  expect((await change(key, changes)).json).toMatchObject(changes)
  expect((await change(key, { limit_activations: null, limit_usage: null, expires_at: null, status: null })).json).toMatchObject({
    status: 'disabled',
    limit_activations: null,
    limit_usage: null,
    expires_at: null,
  })
  for (const wrong of [{ limit_activations: 1001 }, { limit_usage: 0 }, { usage: -1 }, { status: 'lost' }, { expires_at: 'never' }])
    expect([(await change(key, wrong)).status, (await change(key, wrong)).json.detail[0].loc]).toEqual([
      422,
      ['body', Object.keys(wrong)[0]],
    ])
  const { rows } = await sql<{ action: string }>`select action from audit_entries
    where organization_id = ${merchant.organizationId} and target ->> 'id' = ${key.id}`.execute(server.platform.database.db)
  expect(rows.map(({ action }) => action)).toEqual(['license_key.updated', 'license_key.updated'])
})

test('the list is narrowed by benefit, customer, status and text', async () => {
  const own = await aMerchant(server)
  const [mary, ada] = [await aCustomer(own), await aCustomer(own)]
  const first = await aLicenseKey(server, own, { customerId: mary })
  const second = await aLicenseKey(server, own, { customerId: ada })
  await change(second, { status: 'disabled' }, own)
  const found = async (query: string) => {
    const { json } = await own.request('GET', `/v1/license-keys/?${query}`)
    return json.items.map(({ id }: { id: string }) => id)
  }
  expect(await found('')).toHaveLength(2)
  for (const query of [
    `benefit_id=${first.grant.benefitId}`,
    `customer_id=${mary}`,
    'status=granted',
    `query=${first.displayKey.slice(-6).toLowerCase()}`,
    `query=${first.key}`,
  ])
    expect(await found(query)).toEqual([first.id])
  expect(await found('query=mary')).toHaveLength(2)
  expect(await found(`organization_id=${merchant.organizationId}`)).toEqual([])
})

test('a customer sees the own keys of the organization of the session, without the notes of the merchant', async () => {
  const [key, other] = [await aKey(), await aLicenseKey(server, merchant, { customerId: await aCustomer() })]
  const headers = await aSession(merchant, customerId)
  const listed = async (query = '') =>
    (await server.request('GET', `/v1/customer-portal/license-keys/?limit=100${query}`, { headers })).json
  const { items } = await listed()
  expect(new Set(items.map((each: { customer_id: string }) => each.customer_id))).toEqual(new Set([customerId]))
  expect(items[0]).toMatchObject({ id: key.id, key: key.key, customer: { metadata: {}, billing_address: { country: 'NL' } } })
  expect((await listed(`&benefit_id=${key.grant.benefitId}`)).items).toHaveLength(1)
  expect((await listed(`&organization_id=${UNKNOWN}`)).items).toEqual([])
  const get = (id: string) => server.request('GET', `/v1/customer-portal/license-keys/${id}`, { headers })
  expect((await get(key.id)).json).toMatchObject({ id: key.id, activations: [] })
  for (const id of [other.id, UNKNOWN]) expect((await get(id)).json).toEqual(NOT_FOUND)
})

test('another organization finds and changes nothing', async () => {
  const [key, stranger] = [await aKey(), await aMerchant(server)]
  const activation = await anActivation(server, key)
  for (const path of [`/v1/license-keys/${key.id}`, `/v1/license-keys/${key.id}/activations/${activation}`])
    expect((await stranger.request('GET', path)).json).toEqual(NOT_FOUND)
  expect([(await change(key, { status: 'revoked' }, stranger)).status, (await reissue(key, stranger)).status]).toEqual([404, 404])
  expect((await stranger.request('GET', '/v1/license-keys/')).json.items).toEqual([])
  expect((await read(key)).status).toBe('granted')
  const unknown = { ...key.grant, grantId: newId(server.clock.now()) }
  await inTransaction((tx) => revokeLicenseKey(tx, server.platform, { ...unknown, organizationId: stranger.organizationId }))
  expect((await read(key)).status).toBe('granted')
})
