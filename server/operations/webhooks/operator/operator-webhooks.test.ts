// The operator's webhooks, as their receiver and the administrators of the platform see them.
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { accountEventTypes } from '#contract/webhook-events.ts'
import { PLATFORM_ID } from '#kernel/id.ts'
import { aMember } from '#test/support/a-member.ts'
import { aMerchant, aProduct } from '#test/support/a-merchant.ts'
import { aReceiver, type ReceivedWebhook, type Receiver } from '#test/support/a-receiver.ts'
import { anAdministrator, anOrganization, aUser, cookieHeader, PASSWORD, type TestUser, uniqueEmail } from '#test/support/a-user.ts'
import { ownDatabase } from '#test/support/database.ts'
import { emailTo, linkTo } from '#test/support/emails.ts'
import { type TestServer, testServer } from '#test/support/server.ts'
import { attemptOffsets } from '../schedule.ts'
import { verify } from '../signature.ts'

const SECRET = 'whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8='
const UNKNOWN = '019a2f3c-7b5e-7c40-9a51-3f0d8e6b1c22'

let server: TestServer
let administrator: TestUser
let receiver: Receiver

beforeAll(async () => {
  // A database of its own: the operator's endpoints get the events of all users.
  server = await testServer({ database: await ownDatabase() })
  administrator = await anAdministrator(server)
})
afterAll(() => server.close())
beforeEach(async () => {
  await server.drain()
  receiver = await aReceiver()
  return async () => {
    const { endpoints } = await read('list-endpoints?limit=100')
    for (const { id } of endpoints) await post('delete-endpoint', { id })
    await receiver.close()
  }
})

const send = (call: string, body: object, by: TestUser = administrator) => by.request('POST', `/api/auth/admin/webhooks/${call}`, { body })
const read = async (call: string) => (await administrator.request('GET', `/api/auth/admin/webhooks/${call}`)).json

async function post(call: string, body: object) {
  const answer = await send(call, body)
  expect([answer.status, answer.json]).toEqual([200, expect.anything()])
  return answer.json
}

const anEndpoint = (events: readonly string[] = accountEventTypes, more: object = {}) =>
  post('create-endpoint', { url: receiver.url, secret: SECRET, events, ...more })

interface Body {
  readonly type: string
  readonly timestamp: string
  readonly sequence: number
  readonly data: Readonly<Record<string, unknown>>
}
const bodyOf = ({ body }: ReceivedWebhook): Body => JSON.parse(body)
const requestOf = ({ headers, body }: ReceivedWebhook) => ({ headers: headers as Record<string, string>, body })

/** The types that the receiver got about a resource, in the order in which they came. */
const typesOf = (id: string) => receiver.received.map(bodyOf).flatMap(({ type, data }) => (data['id'] === id ? [type] : []))

test('the life of an account arrives in order, signed, numbered without gaps, and without a secret', async () => {
  await anEndpoint()
  const user = await aUser(server)
  await user.request('POST', '/api/auth/send-verification-email', { body: { email: user.email } })
  await server.request('GET', await linkTo(server, user.email, 'verification'))
  await user.request('POST', '/api/auth/update-user', { body: { name: 'Ada Lovelace' } })
  const admin = (call: string) => administrator.request('POST', `/api/auth/admin/${call}`, { body: { userId: user.id } })
  for (const call of ['ban-user', 'unban-user', 'remove-user']) expect((await admin(call)).status).toBe(200)
  await server.drain()
  expect(typesOf(user.id)).toEqual([
    'user.created',
    ...['user.updated', 'user.email_verified', 'user.updated'],
    ...['user.updated', 'user.banned', 'user.updated', 'user.unbanned', 'user.deleted'],
  ])
  const bodies = receiver.received.map(bodyOf)
  const sequences = bodies.map(({ sequence }) => sequence).toSorted((a, b) => a - b)
  expect(sequences).toEqual(sequences.map((_, at) => (sequences[0] ?? 0) + at))
  expect(bodies.find(({ type }) => type === 'user.created')).toEqual({
    type: 'user.created',
    timestamp: server.clock.now().toISOString(),
    sequence: expect.any(Number),
    data: expect.objectContaining({ id: user.id, email: user.email, emailVerified: false, name: 'Ada Byron' }),
  })
  const seconds = server.clock.now().getTime() / 1000
  expect(new Set(receiver.received.map((one) => verify(SECRET, requestOf(one), seconds)))).toEqual(new Set(['ok']))
  expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(bodies.length)
  const session = bodies.find(({ type }) => type === 'session.created')
  expect(session?.data).toMatchObject({ userId: user.id })
  const texts = receiver.received.map(({ body }) => body).join('\n')
  for (const secret of [user.token, PASSWORD, '"token"', '"password"']) expect(texts).not.toContain(secret)
})

test('an organization, its members, teams and invitations arrive in order', async () => {
  await anEndpoint()
  const { owner, id: organizationId } = await anOrganization(server)
  const call = async (path: string, body: object) => (await owner.request('POST', `/api/auth/organization/${path}`, { body })).json
  await call('update', { organizationId, data: { name: 'Byron and Sons' } })
  const { id: teamId } = await call('create-team', { organizationId, name: 'Sales' })
  const { id: invitationId } = await call('invite-member', { organizationId, email: uniqueEmail(), role: 'member' })
  await call('cancel-invitation', { invitationId })
  await aMember(server, organizationId, 'member')
  const { members } = (await owner.request('GET', `/api/auth/organization/list-members?organizationId=${organizationId}`)).json
  const memberId = members.find(({ role }: { role: string }) => role === 'member').id
  await call('update-member-role', { organizationId, memberId, role: 'admin' })
  await call('remove-member', { organizationId, memberIdOrEmail: memberId })
  await call('delete', { organizationId, password: PASSWORD })
  await server.drain()
  expect(typesOf(organizationId)).toEqual(['organization.created', 'organization.changed', 'organization.deleted'])
  expect(typesOf(memberId)).toEqual(['member.updated', 'member.removed'])
  expect(typesOf(teamId)).toEqual(['team.created'])
  expect(typesOf(invitationId)).toEqual(['invitation.created', 'invitation.canceled'])
  const texts = receiver.received.map(({ body }) => body).join('\n')
  expect(texts).not.toContain('secret')
})

test('an endpoint gets only what it names, and nothing that happened before it was created', async () => {
  await aUser(server)
  await server.drain()
  server.clock.advance(1)
  await anEndpoint(['user.created'])
  const user = await aUser(server)
  await anOrganization(server, user)
  await server.drain()
  expect(receiver.types()).toEqual(['user.created'])
  expect(typesOf(user.id)).toEqual(['user.created'])
})

test('a merchant gets no event about accounts, and the operator none of a merchant', async () => {
  const merchant = await aMerchant(server)
  const path = '/v1/webhooks/endpoints'
  const body = { url: receiver.url, format: 'raw', secret: SECRET, events: ['product.created'] }
  for (const name of ['user.created', 'member.added', 'organization.created'])
    for (const field of ['events', 'additional_events'])
      expect((await merchant.request('POST', path, { body: { ...body, [field]: [name] } })).status).toBe(422)
  const operators = await aReceiver()
  const { id } = await anEndpoint(accountEventTypes, { url: operators.url })
  expect((await merchant.request('POST', path, { body })).status).toBe(201)
  // Even a row that names such events, past every check.
  await sql`update webhook_endpoints set additional_events = ${[...accountEventTypes]}::text[]
    where organization_id = ${merchant.organizationId}`.execute(server.platform.database.db)
  await aMember(server, merchant.organizationId, 'member')
  await merchant.owner.request('POST', '/api/auth/organization/create-team', {
    body: { organizationId: merchant.organizationId, name: 'Sales' },
  })
  await aProduct(merchant)
  await server.drain()
  expect(receiver.types()).toEqual(['product.created'])
  expect(operators.types()).toContain('team.created')
  expect(operators.types().filter((type) => !accountEventTypes.some((name) => name === type))).toEqual([])
  await operators.close()

  const listed = await Promise.all(
    ['endpoints', 'deliveries', 'events'].map((list) => merchant.request('GET', `/v1/webhooks/${list}?organization_id=${PLATFORM_ID}`)),
  )
  expect(listed.map(({ json }) => json.items)).toEqual([[], [], []])
  const { events } = await read(`list-events?endpointId=${id}`)
  for (const [method, url] of [
    ['GET', `${path}/${id}`],
    ['PATCH', `${path}/${id}`],
    ['PATCH', `${path}/${id}/secret`],
    ['DELETE', `${path}/${id}`],
    ['POST', `${path}/${id}/sample`],
    ['POST', `${path}/${id}/redeliver`],
    ['POST', `/v1/webhooks/events/${events[0].id}/redeliver`],
  ] as const) {
    const more = method === 'GET' ? {} : { body: { type: 'order.paid', since: '2026-01-01T00:00:00Z' } }
    expect([url, (await merchant.request(method, url, more)).status]).toEqual([url, 404])
  }
  const refused = await merchant.owner.request('POST', path, { body: { ...body, organization_id: PLATFORM_ID } })
  expect(refused.status).toBeGreaterThanOrEqual(400)
  const own = (await merchant.request('GET', path)).json.items
  for (const call of ['update-endpoint', 'reset-secret', 'delete-endpoint']) expect((await send(call, { id: own[0].id })).status).toBe(404)
})

test("a secret of the operator's endpoint has the form that one of a merchant has", async () => {
  const { id } = await anEndpoint(['user.created'])
  for (const secret of ['whsec_xyz!', 'whsec_', 'whsec_AAAA', 'short']) {
    const answers = [
      await send('create-endpoint', { url: receiver.url, secret, events: ['user.created'] }),
      await send('update-endpoint', { id, secret }),
    ]
    for (const { status, json } of answers) expect([status, json.errors?.[0]?.path]).toEqual([400, 'secret'])
  }
})

test('no organization can have the id of the platform', async () => {
  const insert = sql`insert into organizations (id, name, slug, created_at) values (${PLATFORM_ID}, 'Acme', 'acme', now())`
  await expect(insert.execute(server.platform.database.db)).rejects.toThrow('organizations_not_the_platform')
})

test('an endpoint is listed, updated, disabled, enabled and deleted, and each change is in the audit log of the platform', async () => {
  const created = await anEndpoint(['user.created', 'user.created', 'user.deleted'])
  expect(created).toMatchObject({ events: ['user.created', 'user.deleted'], format: 'raw', isEnabled: true, secret: '', modifiedAt: null })
  const { id } = created
  expect(await read('list-endpoints')).toEqual({ endpoints: [created], total: 1 })
  expect(await post('update-endpoint', { id, events: ['session.created'], isEnabled: false })).toMatchObject({
    events: ['session.created'],
    isEnabled: false,
    disabledReason: 'merchant',
  })
  const { secret } = await post('reset-secret', { id })
  expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
  expect(await read(`get-endpoint?id=${id}`)).toMatchObject({ id, secret: '', previousSecretUntil: expect.any(String) })
  await post('update-endpoint', { id, isEnabled: true })
  await post('send-sample', { id, type: 'user.created' })
  await post('redeliver-since', { id, since: '2026-01-01T00:00:00Z' })
  await post('delete-endpoint', { id })
  expect((await send('update-endpoint', { id })).json).toEqual({ code: 'NOT_FOUND', message: 'Not found' })
  const { entries } = (await administrator.request('GET', '/api/auth/admin/list-audit-entries?limit=7')).json
  const log = entries.map(({ action, organizationId, target }: Record<string, unknown>) => [action, organizationId, target])
  expect(log.toReversed()).toEqual(
    ['created', 'updated', 'secret_rotated', 'updated', 'sample_sent', 'redelivery_requested', 'deleted'].map((action) => [
      `webhook_endpoint.${action}`,
      null,
      { type: 'webhook_endpoint', id },
    ]),
  )
})

test('a failed event is tried again on the schedule, redelivered, and sent again since a time', async () => {
  const { id } = await anEndpoint(['user.created'])
  receiver.answer(500)
  const startedAt = server.clock.now()
  const user = await aUser(server)
  await server.drain()
  server.clock.advance(attemptOffsets()[1] ?? 0)
  await server.drain()
  const { deliveries, total } = await read(`list-deliveries?endpointId=${id}`)
  expect([total, deliveries.map(({ attempt, httpCode }: Record<string, unknown>) => [attempt, httpCode])]).toEqual([
    2,
    [
      [2, 500],
      [1, 500],
    ],
  ])
  const event = deliveries[0].webhookEvent
  expect(event).toMatchObject({ type: 'user.created', resourceId: user.id, status: 'pending', payload: receiver.received[0]?.body })
  expect((await read(`list-deliveries?endpointId=${id}&eventStatus=delivered`)).total).toBe(0)
  expect((await read(`list-deliveries?endpointId=${id}&isLatest=true&succeeded=false`)).total).toBe(1)
  receiver.answer(204)
  await post('redeliver-event', { id: event.id })
  await server.drain()
  expect((await read(`list-events?status=delivered&endpointId=${id}`)).events).toMatchObject([{ id: event.id, attempts: 3 }])
  await post('redeliver-since', { id, since: startedAt.toISOString(), includeDelivered: true })
  await server.drain()
  expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id']))).toEqual(new Set([event.id]))
  expect(receiver.received).toHaveLength(4)
})

test('a sample has the shape of the event, is marked, and is sent in the format of the endpoint', async () => {
  const { id } = await anEndpoint([])
  for (const type of accountEventTypes) await post('send-sample', { id, type })
  await server.drain()
  expect(receiver.types().toSorted()).toEqual(accountEventTypes.toSorted())
  for (const one of receiver.received.map((each) => JSON.parse(each.body))) {
    expect(one).toEqual({ type: one.type, timestamp: expect.any(String), data: expect.any(Object), sequence: 0, is_sample: true })
    expect(Object.keys(one.data)).toContain('id')
  }
  expect((await send('send-sample', { id, type: 'order.paid' })).status).toBe(400)
  await post('update-endpoint', { id, format: 'slack', events: ['user.created'] })
  const user = await aUser(server)
  await server.drain()
  expect(JSON.parse(receiver.received.at(-1)?.body ?? '')).toEqual({ text: `user.created · ${user.id}` })
})

test('an endpoint that answers 410 is disabled, the health of the platform names it, and administrators get an email', async () => {
  const { id } = await anEndpoint(['user.created'])
  receiver.answer(410)
  await aUser(server)
  await server.drain()
  expect(await read(`get-endpoint?id=${id}`)).toMatchObject({ isEnabled: false, disabledReason: 'gone' })
  expect((await send('redeliver-since', { id, since: '2026-01-01T00:00:00Z' })).status).toBe(409)
  const { text } = await emailTo(server, administrator.email, 'operator-webhook-disabled')
  expect(text).toContain(`/admin/webhooks/${id}`)
  const health = (await administrator.request('GET', '/api/auth/admin/health')).json
  expect(health.webhooks.failing).toMatchObject([{ id, organizationId: null, organizationName: null, organizationSlug: null }])
})

test('forbidden URLs, unknown events and too many endpoints are refused', async () => {
  const refusal = await send('create-endpoint', { url: 'http://169.254.169.254/latest', events: [] })
  expect([refusal.status, refusal.json.errors]).toEqual([400, [{ path: 'url', message: expect.any(String) }]])
  for (const events of [['order.paid'], ['user.renamed'], ['*']])
    expect((await send('create-endpoint', { url: receiver.url, events })).status).toBe(400)
  const { id } = await anEndpoint([])
  expect((await send('update-endpoint', { id, url: 'http://10.0.0.1/' })).status).toBe(400)
  const limit = server.settings.WEBHOOK_ENDPOINT_LIMIT
  for (let count = 1; count < limit; count += 1) await anEndpoint([])
  const tooMany = await send('create-endpoint', { url: receiver.url, events: [] })
  expect([tooMany.status, tooMany.json.code]).toEqual([403, 'YOU_HAVE_REACHED_THE_MAXIMUM_NUMBER_OF_WEBHOOK_ENDPOINTS'])
  const merchant = await aMerchant(server)
  const own = { url: receiver.url, format: 'raw', events: [] }
  expect((await merchant.request('POST', '/v1/webhooks/endpoints', { body: own })).status).toBe(201)
})

test.for([
  ['GET', '/api/auth/admin/webhooks/list-endpoints'],
  ['GET', `/api/auth/admin/webhooks/get-endpoint?id=${UNKNOWN}`],
  ['POST', '/api/auth/admin/webhooks/create-endpoint', { url: 'https://crm.example/', events: [] }],
  ['POST', '/api/auth/admin/webhooks/update-endpoint', { id: UNKNOWN }],
  ['POST', '/api/auth/admin/webhooks/reset-secret', { id: UNKNOWN }],
  ['POST', '/api/auth/admin/webhooks/delete-endpoint', { id: UNKNOWN }],
  ['POST', '/api/auth/admin/webhooks/send-sample', { id: UNKNOWN, type: 'user.created' }],
  ['POST', '/api/auth/admin/webhooks/redeliver-since', { id: UNKNOWN, since: '2026-01-01T00:00:00Z' }],
  ['GET', '/api/auth/admin/webhooks/list-events'],
  ['GET', '/api/auth/admin/webhooks/list-deliveries'],
  ['POST', '/api/auth/admin/webhooks/redeliver-event', { id: UNKNOWN }],
] as const)('%s %s requires an administrator who impersonates nobody else', async ([method, path, body]) => {
  const sent = body === undefined ? {} : { body }
  const user = await aUser(server)
  const refused = await user.request(method, path, sent)
  expect([refused.status, refused.json.code]).toEqual([403, 'YOU_ARE_NOT_AN_ADMINISTRATOR_OF_THE_PLATFORM'])
  expect((await server.request(method, path, sent)).status).toBe(401)
  const impersonated = await administrator.request('POST', '/api/auth/admin/impersonate-user', { body: { userId: user.id } })
  const headers = { cookie: cookieHeader(impersonated), origin: server.settings.BASE_URL }
  expect((await server.request(method, path, { ...sent, headers })).status).toBe(403)
})
