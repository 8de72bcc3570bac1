import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { aMerchant, type TestMerchant } from '#test/support/a-merchant.ts'
import { aSale } from '#test/support/a-sale.ts'
import { aGrant } from '#test/support/grants/a-grant.ts'
import { sharedServer } from '#test/support/server.ts'

const checksOf = async (merchant: TestMerchant) => {
  const { json } = await merchant.request('GET', `/v1/organizations/${merchant.organizationId}/live-mode`)
  return Object.fromEntries(json.checks.map(({ name, is_done }: { name: string; is_done: boolean }) => [name, is_done]))
}

test('GET /v1/organizations/{id}/live-mode says which checks are done', async () => {
  const merchant = await aMerchant(await sharedServer())
  const open = { business_details: false, statement_name: false, taxes: false, processor: false, domain: false, outside_access: true }
  expect(await checksOf(merchant)).toEqual(open)
  const address = { line1: 'Keizersgracht 1', postal_code: '1015 CC', city: 'Amsterdam', country: 'NL' }
  const business_details = { legal_name: 'Northwind Tools BV', address }
  const body = { email: 'help@northwind.example', statement_name: 'NORTHWIND', business_details }
  await merchant.request('PATCH', `/v1/organizations/${merchant.organizationId}`, { body })
  expect(await checksOf(merchant)).toEqual({ ...open, business_details: true, statement_name: true })
})

test.each([
  ['too short', 'NW'],
  ['digits alone', '12345'],
  ['another script', 'Нордвинд'],
  ['a character of no statement', 'NORTH*WIND'],
  ['too long', 'N'.repeat(23)],
])('a name on statements that is %s is refused', async (_, name) => {
  const merchant = await aMerchant(await sharedServer())
  const body = { statement_name: name }
  const answer = await merchant.request('PATCH', `/v1/organizations/${merchant.organizationId}`, { body })
  expect([answer.status, answer.json.detail[0].loc]).toEqual([422, ['body', 'statement_name']])
})

test('POST /v1/organizations/{id}/live-mode is refused while a check is open, and deletes nothing', async () => {
  const server = await sharedServer()
  const merchant = await aMerchant(server)
  await aSale(server, merchant)
  const path = `/v1/organizations/${merchant.organizationId}/live-mode`
  const activate = (confirmation: string) => merchant.owner.request('POST', path, { body: { confirmation } })
  expect(await activate('Another shop')).toMatchObject({ status: 422, json: { detail: [{ loc: ['body', 'confirmation'] }] } })
  expect(await activate('Byron and Daughters')).toMatchObject({ status: 409, json: { error: 'NotReady' } })
  expect((await merchant.request('GET', '/v1/orders/')).json.pagination.total_count).toBe(1)
  expect((await merchant.request('GET', `/v1/organizations/${merchant.organizationId}`)).json.mode).toBe('test')
})

test('a grant of a test customer at an outside service is an open check until it is revoked', async () => {
  const server = await sharedServer()
  const merchant = await aMerchant(server)
  const { customerId } = await aSale(server, merchant)
  const benefit = (await merchant.request('POST', '/v1/benefits/', { body: { type: 'custom', description: 'A role', properties: {} } }))
    .json
  const { db } = server.platform.database
  await sql`update benefits set type = 'discord' where id = ${benefit.id}`.execute(db)
  const grant = await aGrant(server, { organizationId: merchant.organizationId, customerId, benefitId: benefit.id })
  expect(await checksOf(merchant)).toMatchObject({ outside_access: false })
  await sql`update benefit_grants set revoked_at = granted_at where id = ${grant}`.execute(db)
  expect(await checksOf(merchant)).toMatchObject({ outside_access: true })
})
