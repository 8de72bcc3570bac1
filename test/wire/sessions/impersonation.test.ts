// The rights of an impersonation session: nothing whose result would outlive it.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { composition } from '#server/app.ts'
import { aMerchant, type TestMerchant } from '#test/support/a-merchant.ts'
import { anAdministrator, cookieHeader, PASSWORD } from '#test/support/a-user.ts'
import { type TestServer, testServer } from '#test/support/server.ts'

let server: TestServer
let merchant: TestMerchant
let headers: Readonly<Record<string, string>>

beforeAll(async () => {
  server = await testServer()
  merchant = await aMerchant(server)
  const administrator = await anAdministrator(server)
  const impersonated = await administrator.request('POST', '/api/auth/admin/impersonate-user', { body: { userId: merchant.owner.id } })
  headers = { cookie: cookieHeader(impersonated), origin: server.settings.BASE_URL }
})
afterAll(() => server.close())

const mutating = composition.routes.filter(({ method }) => method !== 'GET')

test('every route that changes something says whether an impersonation session may call it', () => {
  expect(mutating.filter(({ impersonation }) => impersonation === undefined).map(({ name }) => name)).toEqual([])
  expect(mutating.length).toBeGreaterThan(70)
})

test('credentials, memberships, receivers of data and deletions are refused', () => {
  const refused = composition.routes.filter(({ impersonation }) => impersonation === 'refused').map(({ name }) => name)
  expect(refused.toSorted()).toEqual([
    'api_calls:update_settings',
    'auth:change-email',
    'auth:change-password',
    'auth:delete-user',
    'auth:delete-user-callback',
    'auth:get-access-token',
    'auth:link-social',
    'auth:refresh-token',
    'auth:unlink-account',
    'connections:authorize_discord',
    'connections:authorize_github',
    'customer-sessions:create',
    'disputes:accept',
    'disputes:contest',
    'license_keys:reissue',
    'live-mode:activate',
    'organization-access-tokens:create',
    'organization-access-tokens:update',
    'organization:create-role',
    'organization:delete',
    'organization:invite-member',
    'organization:update-member-role',
    'organization:update-role',
    'test-clocks:advance',
    'test-clocks:create',
    'webhooks:create_webhook_endpoint',
    'webhooks:reset_webhook_endpoint_secret',
    'webhooks:update_webhook_endpoint',
  ])
})

const AUTH = { status: 403, json: { code: 'YOU_ARE_ACTING_FOR_SOMEBODY_ELSE' } }
const V1 = { status: 403, json: { error: 'BorrowedSession' } }
const ID = '0195a000-0000-7000-8000-000000000001'
const endpoint = { url: 'http://127.0.0.1:9/', format: 'raw', secret: 'a secret of some length', events: ['order.paid'] }

test.each([
  [
    'POST',
    '/api/auth/organization/invite-member',
    () => ({ email: 'admin@site.test', role: 'owner', organizationId: merchant.organizationId }),
    AUTH,
  ],
  ['POST', '/api/auth/organization/delete', () => ({ organizationId: merchant.organizationId }), AUTH],
  [
    'POST',
    '/api/auth/organization/update-member-role',
    () => ({ memberId: ID, role: 'owner', organizationId: merchant.organizationId }),
    AUTH,
  ],
  ['POST', '/api/auth/change-password', () => ({ currentPassword: PASSWORD, newPassword: 'another long password' }), AUTH],
  ['POST', '/api/auth/change-email', () => ({ newEmail: 'admin@site.test' }), AUTH],
  ['POST', '/v1/webhooks/endpoints', () => ({ ...endpoint, organization_id: merchant.organizationId }), V1],
  ['PATCH', `/v1/webhooks/endpoints/${ID}/secret`, () => ({}), V1],
  ['PATCH', `/v1/webhooks/endpoints/${ID}`, () => ({ url: 'http://127.0.0.1:9/' }), V1],
  [
    'POST',
    '/v1/organization-access-tokens/',
    () => ({ organization_id: merchant.organizationId, comment: 'x', scopes: ['products:read'] }),
    V1,
  ],
  ['POST', '/v1/customer-sessions/', () => ({ customer_id: ID }), V1],
] as const)('%s %s is refused in an impersonation session', async (method, path, body, refusal) => {
  expect(await server.request(method, path, { headers, body: body() })).toMatchObject(refusal)
})

test('what ends with the session is allowed', async () => {
  const body = { organizationId: merchant.organizationId, data: { name: 'Renamed' } }
  expect((await server.request('POST', '/api/auth/organization/update', { headers, body })).status).toBe(200)
})
