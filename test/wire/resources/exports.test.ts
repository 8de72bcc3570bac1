// The export of every list against the list itself.
import { request } from 'node:http'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { composition } from '#server/app.ts'
import { aMerchant, type TestMerchant } from '#test/support/a-merchant.ts'
import { aSale } from '#test/support/a-sale.ts'
import { resourcesOf } from '#test/support/operations/resources.ts'
import { benefitServices } from '#test/support/providers/benefit-services.ts'
import { testServer } from '#test/support/server.ts'

const server = await testServer({ settings: benefitServices })
let merchant: TestMerchant
afterAll(() => server.close())

beforeAll(async () => {
  merchant = await aMerchant(server)
  const sale = await aSale(server, merchant)
  await aSale(server, merchant)
  await resourcesOf({ server, merchant, sale })
})

const exports = composition.routes.filter(({ path, answerType }) => path.endsWith('/export') && answerType === 'text/csv')
const isListOf = (path: string) => (list: { readonly method: string; readonly path: string }) =>
  list.method === 'GET' && list.path.replace(/\/$/, '') === path.replace(/\/export$/, '')

test('every list of a merchant has an export, or a reason why it has none', () => {
  const paths = composition.routes.flatMap(({ method, path, access, answer }) =>
    method === 'GET' && path.startsWith('/v1/') && path.endsWith('/') && access.startsWith('scope:') && answer ? [path] : [],
  )
  const without = paths.filter((path) => !exports.some((each) => each.path === `${path}export`))
  // The callers' organizations, an entry for each provider, files of their own, records of the sandbox, figures, and one entry.
  const lists = ['organizations', 'connections', 'event-imports', 'sandbox/charges', 'metrics', 'test-clocks']
  expect(without).toEqual(lists.map((list) => `/v1/${list}/`))
})

describe.each(exports.map(({ path }) => path))('%s', (path) => {
  const listed = composition.routes.find(isListOf(path))?.path ?? path

  test('has the items of its list, in its order', async () => {
    for (const filter of ['', 'sorting=created_at', 'query=zzz', `created_after=2100-01-01T00:00:00Z`]) {
      const list = await merchant.request('GET', `${listed}?limit=100&${filter}`)
      const exported = await merchant.request('GET', `${path}?format=json&${filter}`)
      expect([filter, exported.status]).toEqual([filter, list.status])
      if (list.status === 200) expect([filter, JSON.parse(exported.text)]).toEqual([filter, list.json.items])
    }
  })

  test('has as CSV a column for each field that is not always null, and a file name', async () => {
    const { text, headers } = await merchant.request('GET', path)
    const [headings = ''] = text.split('\r\n')
    expect(new Set(headings.split(',')).size).toBe(headings.split(',').length)
    expect(headers['content-disposition']).toMatch(/^attachment; filename="[a-z_-]+\.csv"$/)
    expect(headers['x-total-count']).toMatch(/^\d+$/)
  })
})

test('text that a spreadsheet would run is guarded', async () => {
  for (const name of ['=1+1', '@SUM(A1)', '-2+3', '\t=1'])
    expect((await merchant.request('POST', '/v1/customers/', { body: { email: `f${Math.random()}@example.com`, name } })).status).toBe(201)
  const { text } = await merchant.request('GET', '/v1/customers/export')
  for (const cell of ["'=1+1", "'@SUM(A1)", "'-2+3"]) expect(text).toContain(`,${cell},`)
})

test('orders have a column for each custom field of the organization', async () => {
  const body = { type: 'text', slug: 'shirt_size', name: 'Shirt size', properties: {} }
  expect((await merchant.request('POST', '/v1/custom-fields/', { body })).status).toBe(201)
  for (const list of ['orders', 'checkouts', 'subscriptions'])
    expect((await merchant.request('GET', `/v1/${list}/export`)).text.split('\r\n')[0]).toContain('custom_field_shirt_size')
})

test('a caller runs two exports at once, and one that the client leaves gives back its place', async () => {
  const caller = { kind: 'organization-token', tokenId: '', organizationId: merchant.organizationId, scopes: new Set<string>() } as const
  const tokens = await server.platform.database.db
    .selectFrom('organization_access_tokens')
    .select('id')
    .where('organization_id', '=', merchant.organizationId)
    .execute()
  const releases = tokens.flatMap(({ id }) => [1, 2].map(() => server.platform.exportPlaces.take({ ...caller, tokenId: id })))
  const refused = await merchant.request('GET', '/v1/orders/export')
  expect([refused.status, refused.json.error, refused.headers['retry-after']]).toEqual([429, 'TooManyRequests', '5'])
  for (const release of releases) release()
  const url = await server.listen()
  for (let attempt = 0; attempt < 4; attempt += 1)
    await new Promise((resolve) => {
      const left = request(`${url}/v1/orders/export`, { headers: merchant.headers }, (answer) => {
        answer.destroy()
        answer.once('close', resolve)
      })
      left.end()
    })
  expect((await merchant.request('GET', '/v1/orders/export')).status).toBe(200)
})
