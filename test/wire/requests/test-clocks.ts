import type { GoldenFile } from '#test/support/golden/golden.ts'

const UNKNOWN = '019a2f3c-7b5e-7c40-9a51-3f0d8e6b1c22'

/** Records the requests about the test clock of an organization. */
export async function recordTestClocks(file: GoldenFile, { organization }: { readonly organization: string }): Promise<void> {
  const create = { operation: 'POST /v1/test-clocks/', as: 'Ada' }
  const body = { organization_id: organization }
  await file.send({ ...create, body: { ...body, frozen_time: '2020-01-01T00:00:00Z' } })
  const clock = await file.send({ ...create, body: { ...body, name: 'Renewals' } })
  const path = { id: clock.json.id }
  const advance = { operation: 'POST /v1/test-clocks/{id}/advance', as: 'Ada', path }
  for (const request of [
    { ...create, body },
    { ...advance, body: {} },
    { ...advance, body: { by: 'P11Y' } },
    { ...advance, path: { id: UNKNOWN }, body: { by: 'P1D' } },
    { ...advance, body: { by: 'P1D' } },
    { ...advance, body: { by: 'P1D' } },
    { operation: 'GET /v1/test-clocks/', as: 'Ada' },
    { operation: 'GET /v1/test-clocks/{id}', as: 'Ada', path },
    { operation: 'GET /v1/test-clocks/{id}', as: 'Ada', path: { id: UNKNOWN } },
    { operation: 'GET /v1/test-clocks/{id}/timeline', as: 'Ada', path, query: 'limit=2' },
    { operation: 'GET /v1/test-clocks/{id}/timeline', as: 'Ada', path: { id: UNKNOWN } },
  ])
    await file.send(request)
}
