import type { GoldenFile } from '#test/support/golden/golden.ts'
import type { TestServer } from '#test/support/server.ts'
import { recordLicenseKeys } from './license-keys.ts'

const UNKNOWN = '019a2f3c-7b5e-7c40-9a51-3f0d8e6b1c22'

/** Records the requests about benefits and license keys. */
export async function recordBenefits(
  file: GoldenFile,
  { organization, product, server }: { readonly organization: string; readonly product: string; readonly server: TestServer },
): Promise<void> {
  const create = { operation: 'POST /v1/benefits/', as: 'Ada' }
  const custom = {
    type: 'custom',
    description: 'Answers within a day',
    properties: { note: 'Write to us.' },
    organization_id: organization,
  }
  const path = { id: (await file.send({ ...create, body: custom })).json.id }
  const attach = { operation: 'POST /v1/products/{id}/benefits', as: 'Ada', path: { id: product } }
  const update = { operation: 'PATCH /v1/benefits/{id}', as: 'Ada', path }
  const activations = { limit: 5, enable_customer_admin: true }
  const repository = { repository_owner: 'acme', repository_name: 'templates', permission: 'pull' }
  const of = (type: string, properties: object) => ({ ...create, body: { ...custom, type, properties } })
  for (const request of [
    of('license_keys', { prefix: 'ACME', expires: { ttl: 1, timeframe: 'year' }, activations }),
    of('license_keys', { activations: { ...activations, limit: 1001 }, limit_usage: 0 }),
    of('meter_credit', { units: 100, rollover: false, meter_id: UNKNOWN }),
    of('discord', { guild_token: 'guild', role_id: '12' }),
    of('github_repository', repository),
    of('downloadables', { files: [UNKNOWN] }),
    of('feature_flag', {}),
    { ...attach, body: { benefits: [path.id] } },
    { ...attach, body: { benefits: [UNKNOWN] } },
    { ...attach, path: { id: UNKNOWN }, body: { benefits: [] } },
    { ...update, body: { type: 'custom', description: 'Answers within an hour' } },
    { ...update, body: { type: 'custom' } },
    { ...update, body: { type: 'license_keys' } },
    { ...update, path: { id: UNKNOWN }, body: { type: 'custom' } },
    { operation: 'GET /v1/benefits/', as: 'Ada', query: 'type=license_keys&type=custom&sorting=description' },
    { operation: 'GET /v1/benefits/export', as: 'Ada' },
    { operation: 'GET /v1/benefits/{id}', as: 'Ada', path },
    { operation: 'GET /v1/benefits/{id}', as: 'Ada', path: { id: UNKNOWN } },
    { operation: 'DELETE /v1/benefits/{id}', as: 'Ada', path },
    { operation: 'DELETE /v1/benefits/{id}', as: 'Ada', path },
  ])
    await file.send(request)
  await recordLicenseKeys(file, { organization, server })
  await recordConnections(file, organization)
}

// The settings configure neither a bot nor an app: a URL of a provider would contain a state, which differs in every run.
async function recordConnections(file: GoldenFile, organization: string): Promise<void> {
  const body = { organization_id: organization }
  const portal = '/v1/customer-portal/linked-accounts'
  for (const provider of ['discord', 'github'])
    for (const request of [
      { operation: `POST /v1/connections/${provider}/authorize`, as: 'Ada', body },
      { operation: `POST /v1/connections/${provider}/authorize`, as: 'Ada', body: { organization_id: UNKNOWN } },
      { operation: `POST ${portal}/${provider}/authorize`, as: 'a customer' },
      { operation: `DELETE ${portal}/${provider}`, as: 'a customer' },
      { operation: `DELETE ${portal}/${provider}`, as: 'Ada' },
      { operation: `GET /v1/linked-accounts/${provider}/callback`, as: 'nobody', query: 'state=unknown&code=unknown' },
    ])
      await file.send(request)
  const path = { id: UNKNOWN }
  for (const request of [
    { operation: 'GET /v1/connections/', as: 'Ada', query: `organization_id=${organization}` },
    { operation: 'GET /v1/connections/{id}', as: 'Ada', path },
    { operation: 'DELETE /v1/connections/{id}', as: 'Ada', path },
    { operation: 'POST /v1/connections/discord/roles', as: 'Ada', body: { organization_id: organization, guild_token: 'unknown' } },
    { operation: 'POST /v1/connections/discord/roles', as: 'Ada', body: { organization_id: organization } },
  ])
    await file.send(request)
}
