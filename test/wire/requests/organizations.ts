import type { GoldenFile } from '#test/support/golden/golden.ts'

const UNKNOWN = '019a2f3c-7b5e-7c40-9a51-3f0d8e6b1c22'

/** Records the requests about organizations as teams of people. Returns the id of the organization that they create. */
export async function recordOrganizations(file: GoldenFile): Promise<string> {
  const create = { operation: 'POST /api/auth/organization/create', as: 'Ada' }
  const setActive = { operation: 'POST /api/auth/organization/set-active', as: 'Ada' }
  const full = { operation: 'GET /api/auth/organization/get-full-organization', as: 'Ada' }
  const member = { operation: 'GET /api/auth/organization/get-active-member', as: 'Ada' }
  const slug = 'golden-goods'
  for (const request of [
    { operation: 'GET /api/auth/organization/list', as: 'nobody' },
    { operation: 'GET /api/auth/organization/list', as: 'Ada' },
    { ...member },
    { operation: 'POST /api/auth/organization/check-slug', as: 'Ada', body: { slug } },
    { ...create, body: { name: '', slug: 'Golden Goods' } },
  ])
    await file.send(request)
  const created = await file.send({ ...create, body: { name: 'Golden Goods', slug, metadata: { b: 1, a: [true, null] } } })
  const organization: string = created.json.id
  for (const request of [
    { ...create, body: { name: 'Golden Goods', slug } },
    { ...create, body: { name: 'A foreign page', slug: 'foreign' }, as: 'a foreign page with the cookie of Ada' },
    { operation: 'POST /api/auth/organization/check-slug', as: 'Ada', body: { slug } },
    { operation: 'GET /api/auth/organization/list', as: 'Ada' },
    { ...full },
    { ...full, query: `organizationId=${UNKNOWN}` },
    { ...member },
    { ...setActive, body: { organizationId: null } },
    { ...full },
    { ...setActive, body: { organizationSlug: slug } },
    { ...setActive, body: { organizationId: UNKNOWN } },
    { ...setActive, body: { organizationId: organization } },
  ])
    await file.send(request)
  return organization
}

/** Records the requests about organizations as merchants. */
export async function recordMerchants(file: GoldenFile, { organization }: { readonly organization: string }): Promise<void> {
  const path = { id: organization }
  const details = { about: 'Goods', product_description: 'Templates', intended_use: 'Selling', customer_acquisition: ['website'] }
  const body = { website: 'https://golden.example', details: { ...details, future_annual_revenue: 1, switching: false } }
  const keyed = { 'idempotency-key': 'golden' }
  for (const request of [
    { operation: 'GET /v1/organizations/', as: 'nobody' },
    { operation: 'GET /v1/organizations/', as: 'a program' },
    { operation: 'GET /v1/organizations/', as: 'Ada', query: 'page=2&sorting=-name' },
    { operation: 'GET /v1/organizations/', as: 'Ada', query: 'page=0&limit=x&sorting=size' },
    { operation: 'GET /v1/organizations/{id}', as: 'a program', path },
    { operation: 'GET /v1/organizations/{id}', as: 'a program', path: { id: UNKNOWN } },
    { operation: 'GET /v1/organizations/{id}', as: 'a program', path: { id: 'x' } },
    { operation: 'POST /v1/organizations/', as: 'a program', body: { name: 'Not by programs', slug: 'not-by-programs' } },
    { operation: 'POST /v1/organizations/', as: 'Ada', body: { name: 'Second', slug: 'golden-second' } },
    { operation: 'POST /v1/organizations/', as: 'Ada', body: { name: 'Second', slug: 'golden-second' } },
    { operation: 'PATCH /v1/organizations/{id}', as: 'a program', path, headers: keyed, body },
    { operation: 'PATCH /v1/organizations/{id}', as: 'a program', path, headers: keyed, body },
    { operation: 'PATCH /v1/organizations/{id}', as: 'a program', path, headers: keyed, body: { website: 'https://other.example' } },
  ])
    await file.send(request)
}
