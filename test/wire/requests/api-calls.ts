import { flushApiCalls } from '#operations/api-calls/actions/record-api-call.ts'
import type { GoldenFile, GoldenSuite } from '#test/support/golden/golden.ts'
import type { TestServer } from '#test/support/server.ts'

const UNKNOWN = '019a2f3c-7b5e-7c40-9a51-3f0d8e6b1c22'

interface ApiCallsSetup {
  readonly organization: string
  readonly server: TestServer
  readonly suite: GoldenSuite
}

/** Records the requests about the log of API calls, of a token of its own. */
export async function recordApiCalls(file: GoldenFile, { organization, server, suite }: ApiCallsSetup): Promise<void> {
  const body = { organization_id: organization, comment: 'The recorded shop', scopes: ['products:read', 'customers:write'] }
  const { json } = await file.send({ operation: 'POST /v1/organization-access-tokens/', as: 'Ada', body })
  const caller = 'a program that is recorded'
  suite.callers[caller] = { authorization: `Bearer ${json.token}` }
  const path = { id: organization }
  const settings = { operation: 'GET /v1/organizations/{id}/api-call-settings', as: 'Ada', path }
  const update = { operation: 'PATCH /v1/organizations/{id}/api-call-settings', as: 'Ada', path }
  await file.send({ operation: 'GET /v1/products/', as: caller, query: 'query=none' })
  await file.send(settings)
  await file.send({ ...update, body: { records_bodies: true } })
  await file.send({ operation: 'POST /v1/customers/', as: caller, body: { email: 'not an email', metadata: { token: 'hidden' } } })
  await file.send({ operation: 'GET /v1/orders/', as: caller })
  await flushApiCalls(server.platform)
  const query = `organization_id=${organization}&token_id=${json.organization_access_token.id}`
  const list = { operation: 'GET /v1/api-calls/', as: 'Ada', query }
  const refused = await file.send({ ...list, query: `${query}&status=4xx&method=POST` })
  const get = { operation: 'GET /v1/api-calls/{id}', as: 'Ada' }
  for (const request of [
    list,
    { ...list, query: 'status=6xx' },
    { ...list, as: 'a program' },
    { ...get, path: { id: refused.json.items[0].id } },
    { ...get, path: { id: UNKNOWN } },
    { ...update, body: {} },
    { ...update, body: { records_bodies: false } },
    { ...get, path: { id: refused.json.items[0].id } },
  ])
    await file.send(request)
}
