import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { aMerchant, type TestMerchant } from '#test/support/a-merchant.ts'
import { uniqueEmail } from '#test/support/a-user.ts'
import { aGrant } from '#test/support/grants/a-grant.ts'
import { sharedServer } from '#test/support/server.ts'
import type { GrantState } from './model.ts'

const server = await sharedServer()
const { db } = server.platform.database

async function aBenefit(merchant: TestMerchant): Promise<string> {
  const body = { type: 'custom', description: 'Answers within a day', properties: { note: null } }
  return (await merchant.request('POST', '/v1/benefits/', { body })).json.id
}

const errorOf = (type: string) => JSON.stringify({ type, message: 'It failed.', timestamp: '2026-03-01T12:00:00.000Z', code: null })
const rows = {
  granted: sql`granted_at = created_at, revoked_at = null, error = null`,
  pending: sql`granted_at = null, revoked_at = null, error = null`,
  revoked: sql`revoked_at = created_at, error = null`,
  waiting: sql`granted_at = null, error = ${errorOf('ACTION_REQUIRED')}::jsonb`,
  failed: sql`granted_at = null, error = ${errorOf('RETRIES_EXHAUSTED')}::jsonb`,
} as const satisfies Readonly<Record<GrantState, unknown>>

/** A merchant with a grant in each state, of one benefit. */
async function withEachState() {
  const merchant = await aMerchant(server)
  const { organizationId } = merchant
  const benefitId = await aBenefit(merchant)
  const customerId: string = (await merchant.request('POST', '/v1/customers/', { body: { email: uniqueEmail() } })).json.id
  const names = new Map<string, GrantState>()
  for (const [state, set] of Object.entries(rows) as [GrantState, (typeof rows)[GrantState]][]) {
    const id = await aGrant(server, { organizationId, customerId, benefitId })
    await sql`update benefit_grants set ${set} where organization_id = ${organizationId} and id = ${id}`.execute(db)
    names.set(id, state)
  }
  /** The states of the grants that a query lists. */
  const list = async (query: string) => {
    const { status, json } = await merchant.request('GET', `/v1/benefit-grants/?${query}`)
    return status === 200 ? json.items.map(({ id }: { id: string }) => names.get(id) ?? id).toSorted() : [status, json.detail[0].loc]
  }
  return { merchant, benefitId, customerId, list }
}

test('grants are listed by their state: each in one, an error before all else', async () => {
  const { list } = await withEachState()
  for (const state of Object.keys(rows)) expect(await list(`state=${state}`)).toEqual([state])
  expect(await list('state=failed&state=waiting')).toEqual(['failed', 'waiting'])
  expect(await list('')).toEqual(Object.keys(rows).toSorted())
  expect(await list('state=granted&state=granted')).toEqual(['granted'])
  expect(await list('state=lost')).toEqual([422, expect.arrayContaining(['query', 'state'])])
})

test('a revoked grant whose access could not be taken counts as failed', async () => {
  const { list, merchant } = await withEachState()
  const failing = sql`error = ${errorOf('PERMANENT')}::jsonb`
  await sql`update benefit_grants set ${failing} where organization_id = ${merchant.organizationId} and revoked_at is not null`.execute(db)
  expect([await list('state=revoked'), await list('state=failed')]).toEqual([[], ['failed', 'revoked']])
})

test('grants are listed by their benefits, together with their state', async () => {
  const { merchant, benefitId, customerId, list } = await withEachState()
  const other = await aBenefit(merchant)
  const { organizationId } = merchant
  const single = await aGrant(server, { organizationId, customerId, benefitId: other })
  expect(await list(`benefit_id=${other}`)).toEqual([single])
  expect(await list(`benefit_id=${benefitId}`)).toEqual(Object.keys(rows).toSorted())
  expect(await list(`benefit_id=${benefitId}&benefit_id=${other}&state=granted`)).toEqual([single, 'granted'].toSorted())
  expect(await list(`benefit_id=${other}&state=failed`)).toEqual([])
  expect(await list('benefit_id=none')).toEqual([422, expect.arrayContaining(['query', 'benefit_id'])])
  const stranger = await aMerchant(server)
  expect((await stranger.request('GET', `/v1/benefit-grants/?benefit_id=${benefitId}`)).json.items).toEqual([])
  expect((await stranger.request('GET', `/v1/benefits/${benefitId}/grants`)).status).toBe(404)
  expect((await merchant.request('GET', `/v1/benefits/${benefitId}/grants?is_granted=true`)).json.items).toHaveLength(1)
})
