import { issueLicenseKey } from '#sales/access/license-keys/index.ts'
import type { GoldenFile } from '#test/support/golden/golden.ts'
import { aGrant } from '#test/support/grants/a-grant.ts'
import type { TestServer } from '#test/support/server.ts'

const UNKNOWN = '019a2f3c-7b5e-7c40-9a51-3f0d8e6b1c22'
const PORTAL = '/v1/customer-portal/license-keys/'

/** Records the requests about license keys. */
export async function recordLicenseKeys(
  file: GoldenFile,
  { organization, server }: { readonly organization: string; readonly server: TestServer },
): Promise<void> {
  const { platform } = server
  const buyer = { email: 'license@golden.example', name: 'Mary Jackson', organization_id: organization }
  const customerId = (await file.send({ operation: 'POST /v1/customers/', as: 'Ada', body: buyer })).json.id
  const properties = {
    prefix: 'ACME',
    expires: { ttl: 1, timeframe: 'year' },
    activations: { limit: 1, enable_customer_admin: true },
    limit_usage: 10,
  } as const
  const benefit = { type: 'license_keys', description: 'A license key', properties, organization_id: organization }
  const benefitId = (await file.send({ operation: 'POST /v1/benefits/', as: 'Ada', body: benefit })).json.id
  const grantId = await aGrant(server, { organizationId: organization, customerId, benefitId })
  const grant = { organizationId: organization, customerId, benefitId, grantId, properties }
  const { id } = await platform.database.transaction((tx) => issueLicenseKey(tx, platform, grant))
  const path = { id }
  const get = { operation: 'GET /v1/license-keys/{id}', as: 'Ada', path }
  const { key } = (await file.send(get)).json
  const sent = { key, organization_id: organization }
  const activate = { operation: `POST ${PORTAL}activate`, as: 'nobody', body: { ...sent, label: 'Laptop', conditions: { major: 1 } } }
  const activation_id = (await file.send(activate)).json.id
  const activation = { operation: 'GET /v1/license-keys/{id}/activations/{activation_id}', as: 'Ada' }
  const validate = { operation: `POST ${PORTAL}validate`, as: 'nobody' }
  const update = { operation: 'PATCH /v1/license-keys/{id}', as: 'Ada', path }
  const reissue = { operation: 'POST /v1/license-keys/{id}/reissue', as: 'Ada', path }
  const own = (path: string, body: object) => ({ operation: `POST /v1/license-keys/${path}`, as: 'Ada', body: { ...sent, ...body } })
  for (const request of [
    activate,
    own('validate', { activation_id, conditions: { major: 1 } }),
    own('validate', { organization_id: UNKNOWN }),
    own('activate', { label: 'Laptop' }),
    own('deactivate', { activation_id: UNKNOWN }),
    { ...validate, body: { ...sent, activation_id, conditions: { major: 1 }, increment_usage: 4 } },
    { ...validate, body: { ...sent, increment_usage: 7 } },
    { ...validate, body: { ...sent, benefit_id: UNKNOWN } },
    { ...validate, body: { key: '' } },
    { operation: 'GET /v1/license-keys/', as: 'Ada', query: `organization_id=${organization}&benefit_id=${benefitId}&query=mary` },
    { operation: 'GET /v1/license-keys/export', as: 'Ada', query: `organization_id=${organization}` },
    get,
    { ...get, path: { id: UNKNOWN } },
    { ...activation, path: { id, activation_id } },
    { ...activation, path: { id, activation_id: UNKNOWN } },
    { operation: `POST ${PORTAL}deactivate`, as: 'nobody', body: { ...sent, activation_id } },
    { operation: `POST ${PORTAL}deactivate`, as: 'nobody', body: { ...sent, activation_id } },
    { ...update, body: { limit_activations: 5, expires_at: null } },
    { ...update, body: { limit_activations: 1001 } },
    { ...update, path: { id: UNKNOWN }, body: {} },
    reissue,
    reissue,
  ])
    await file.send(request)
}
