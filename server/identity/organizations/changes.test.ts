import { afterAll, expect, test } from 'vitest'
import { aMember } from '#test/support/a-member.ts'
import { aMerchant } from '#test/support/a-merchant.ts'
import { aSale } from '#test/support/a-sale.ts'
import { anOrganization, aUser, newSlug } from '#test/support/a-user.ts'
import { sharedServer, testServer } from '#test/support/server.ts'

const server = await sharedServer()
const { database } = server.platform
const BASE = '/api/auth/organization'
const closed = await testServer({ settings: { ORGANIZATION_DELETION_DISABLED: 'true' } })
afterAll(() => closed.close())

test('an owner and an admin update name, slug, logo and metadata; missing fields stay, and null clears', async () => {
  const { owner, id } = await anOrganization(server)
  const admin = await aMember(server, id, 'admin')
  const slug = newSlug()
  const data = { name: 'Acme', slug, logo: 'https://acme.test/a.png', metadata: { tier: 1 } }
  const first = await owner.request('POST', `${BASE}/update`, { body: { data } })
  expect([first.status, first.json]).toEqual([200, { id, createdAt: expect.any(String), ...data }])
  const second = await admin.request('POST', `${BASE}/update`, {
    body: { organizationId: id, data: { logo: null, metadata: { tier: 2 } } },
  })
  expect(second.json).toMatchObject({ name: 'Acme', slug, logo: null, metadata: { tier: 2 } })
  const listed = await owner.request('GET', `${BASE}/list`)
  expect(listed.json).toMatchObject([{ id, name: 'Acme', metadata: '{"tier":2}' }])
  const cleared = await owner.request('POST', `${BASE}/update`, { body: { data: { metadata: null } } })
  expect(cleared.json.metadata).toBeNull()
})

test('the own slug may be sent again; that of another organization and a reserved one are refused', async () => {
  const { owner, slug } = await anOrganization(server)
  const other = await anOrganization(server)
  const changed = async (requested: string) => owner.request('POST', `${BASE}/update`, { body: { data: { slug: requested } } })
  expect((await changed(slug)).status).toBe(200)
  for (const requested of [other.slug, 'admin']) {
    const answer = await changed(requested)
    expect([answer.status, answer.json]).toEqual([400, { code: 'ORGANIZATION_ALREADY_EXISTS', message: 'Organization already exists' }])
  }
  for (const requested of ['a/b', '', 'Acme', '..']) expect((await changed(requested)).json.code).toBe('VALIDATION_ERROR')
})

test('an update without the permission is refused with its reason', async () => {
  const { id } = await anOrganization(server)
  const [member, outsider] = [await aMember(server, id, 'member'), await aUser(server)]
  const body = { organizationId: id, data: { name: 'Mine' } }
  const asMember = await member.request('POST', `${BASE}/update`, { body })
  expect([asMember.status, asMember.json.message]).toEqual([403, 'You are not allowed to update this organization'])
  for (const organizationId of [id, 'nope', crypto.randomUUID()]) {
    const asOutsider = await outsider.request('POST', `${BASE}/update`, { body: { ...body, organizationId } })
    expect([asOutsider.status, asOutsider.json.message]).toEqual([400, 'User is not a member of the organization'])
  }
  const nowhere = await outsider.request('POST', `${BASE}/update`, { body: { data: {} } })
  expect([nowhere.status, nowhere.json.message]).toEqual([400, 'Organization not found'])
  const anonymous = await server.request('POST', `${BASE}/update`, { body })
  expect([anonymous.status, anonymous.json]).toEqual([401, { code: 'USER_NOT_FOUND', message: 'User not found' }])
})

test('an update emits events for the operator and for merchants', async () => {
  const { owner, id } = await anOrganization(server)
  await owner.request('POST', `${BASE}/update`, { body: { data: { name: 'Renamed' } } })
  await server.drain()
  const events = await database.db
    .selectFrom('domain_events')
    .select(['name', 'audience', 'payload'])
    .where('resource_id', '=', id)
    .execute()
  expect(events).toContainEqual({
    name: 'organization.changed',
    audience: 'operator',
    payload: expect.objectContaining({ name: 'Renamed' }),
  })
  expect(events).toContainEqual({
    name: 'organization.updated',
    audience: 'merchant',
    payload: expect.objectContaining({ id, name: 'Renamed', avatar_url: null }),
  })
})

test('one of concurrent updates to the same slug succeeds', async () => {
  const organizations = await Promise.all(Array.from({ length: 5 }, () => anOrganization(server)))
  const slug = newSlug()
  const answers = await Promise.all(organizations.map(({ owner }) => owner.request('POST', `${BASE}/update`, { body: { data: { slug } } })))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400, 400])
})

test('delete answers the organization and removes it from all lists and sessions', async () => {
  const { owner, id, slug, name } = await anOrganization(server)
  const member = await aMember(server, id, 'member')
  await member.request('POST', `${BASE}/set-active`, { body: { organizationId: id } })
  const seen = async () => (await member.request('GET', '/api/auth/get-session')).json.session.activeOrganizationId
  expect(await seen()).toBe(id)
  const answer = await owner.request('POST', `${BASE}/delete`, { body: { organizationId: id } })
  expect([answer.status, answer.json]).toEqual([200, { id, slug, name, logo: null, metadata: null, createdAt: expect.any(String) }])
  expect(await seen()).toBeNull()
  for (const user of [owner, member]) {
    expect((await user.request('GET', `${BASE}/list`)).text).toBe('[]')
    expect((await user.request('GET', `${BASE}/get-full-organization`)).text).toBe('null')
    expect((await user.request('GET', `${BASE}/get-full-organization?organizationId=${id}`)).status).toBe(403)
  }
  expect((await owner.request('POST', `${BASE}/check-slug`, { body: { slug } })).status).toBe(200)
  const again = await owner.request('POST', `${BASE}/delete`, { body: { organizationId: id } })
  expect([again.status, again.json.message]).toEqual([400, 'User is not a member of the organization'])
})

test('only an owner can delete an organization', async () => {
  const { id } = await anOrganization(server)
  const [admin, outsider] = [await aMember(server, id, 'admin'), await aUser(server)]
  const refused = await admin.request('POST', `${BASE}/delete`, { body: { organizationId: id } })
  expect([refused.status, refused.json.message]).toEqual([403, 'You are not allowed to delete this organization'])
  const foreign = await outsider.request('POST', `${BASE}/delete`, { body: { organizationId: id } })
  expect([foreign.status, foreign.json.message]).toEqual([400, 'User is not a member of the organization'])
})

test('with ORGANIZATION_DELETION_DISABLED an owner gets a 403 without a body', async () => {
  const { owner, id } = await anOrganization(closed)
  const answer = await owner.request('POST', `${BASE}/delete`, { body: { organizationId: id } })
  expect([answer.status, answer.text]).toEqual([403, ''])
})

test('an organization is deleted with its sales, even if events of it are not relayed yet', async () => {
  const merchant = await aMerchant(server)
  const sale = await aSale(server, merchant)
  const { organizationId: id } = merchant
  await database.transaction((tx) => tx.updateTable('domain_events').set({ relayed_at: null }).where('organization_id', '=', id).execute())
  const headers = { cookie: merchant.cookie, origin: server.settings.BASE_URL }
  const answer = await server.request('POST', `${BASE}/delete`, { headers, body: { organizationId: id } })
  expect(answer.status).toBe(200)
  await server.drain()
  const tables = ['customers', 'products', 'orders', 'checkouts', 'payments', 'ledger_entries', 'webhook_endpoints', 'teams'] as const
  for (const table of tables) {
    const left = await database.db
      .selectFrom(table as 'customers')
      .select('id')
      .where('organization_id', '=', id)
      .execute()
    expect(left).toEqual([])
  }
  expect((await server.request('GET', `/v1/orders/${sale.orderId}`, { headers: merchant.headers })).status).toBe(401)
  const emitted = database.db
    .selectFrom('domain_events')
    .select('name')
    .where('organization_id', '=', id)
    .where('name', '=', 'organization.deleted')
  expect(await emitted.execute()).toHaveLength(1)
  const entries = database.db.selectFrom('audit_entries').select('action').where('organization_id', '=', id)
  expect((await entries.execute()).map(({ action }) => action)).toContain('organization.deleted')
  // A job repeats an event that a listener failed to handle.
  const again = await database.db.selectFrom('jobs').select('last_error').where('kind', 'like', '%hear%').execute()
  expect(again).toEqual([])
})
