import type { GoldenFile } from '#test/support/golden/golden.ts'

const UNKNOWN = '019a2f3c-7b5e-7c40-9a51-3f0d8e6b1c22'

/** Records the requests about meters, and about the products that are charged by them. */
export async function recordMeters(file: GoldenFile, { organization }: { readonly organization: string }): Promise<void> {
  const create = { operation: 'POST /v1/meters/', as: 'Ada' }
  const filter = {
    conjunction: 'and',
    clauses: [
      { property: 'name', operator: 'eq', value: 'ai.tokens' },
      { conjunction: 'or', clauses: [{ property: 'cached', operator: 'ne', value: true }] },
    ],
  }
  const body = { name: 'Tokens used', filter, aggregation: { func: 'sum', property: 'tokens' }, organization_id: organization }
  const meter = await file.send({ ...create, body })
  const path = { id: meter.json.id }
  const update = { operation: 'PATCH /v1/meters/{id}', as: 'Ada', path }
  const metered = { amount_type: 'metered_unit', meter_id: path.id, unit_amount: 0.5, cap_amount: 9000, price_currency: 'usd' }
  const fixed = { amount_type: 'fixed', price_amount: 900, price_currency: 'usd' }
  const product = { name: 'Assistant', recurring_interval: 'month', organization_id: organization }
  for (const request of [
    { ...create, body: { ...body, name: 'ab', filter: { conjunction: 'xor', clauses: [{}] }, aggregation: { func: 'sum' } } },
    { ...create, body: { ...body, filter: { conjunction: 'and', clauses: Array(51).fill(filter.clauses[0]) } } },
    { ...update, body: { name: 'Tokens of the assistant', aggregation: { func: 'unique', property: 'model' } } },
    { ...update, body: {} },
    { ...update, path: { id: UNKNOWN }, body: {} },
    { operation: 'GET /v1/meters/', as: 'Ada', query: 'query=tokens&sorting=-created_at' },
    { operation: 'GET /v1/meters/export', as: 'Ada' },
    { operation: 'GET /v1/meters/{id}', as: 'Ada', path },
    { operation: 'GET /v1/meters/{id}', as: 'Ada', path: { id: UNKNOWN } },
    { operation: 'POST /v1/products/', as: 'Ada', body: { ...product, prices: [fixed, metered] } },
    { operation: 'POST /v1/products/', as: 'Ada', body: { ...product, recurring_interval: null, prices: [metered] } },
    { operation: 'POST /v1/products/', as: 'Ada', body: { ...product, prices: [{ ...metered, meter_id: UNKNOWN, unit_amount: 0 }] } },
    { ...update, body: { is_archived: true } },
  ])
    await file.send(request)
}
