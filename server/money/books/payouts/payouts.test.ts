// The operator sells for the organizations: fees, held balances and payouts.
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { uncontrolled } from '#platform/work-control.ts'
import { managePayouts } from '#server/cli/payouts.ts'
import { aMerchant, type TestMerchant } from '#test/support/a-merchant.ts'
import { aSale } from '#test/support/a-sale.ts'
import { anAdministrator } from '#test/support/a-user.ts'
import { expectSoundBooks } from '#test/support/books/invariants.ts'
import { aDispute } from '#test/support/payments/a-dispute.ts'
import { type TestServer, testServer } from '#test/support/server.ts'

let server: TestServer

beforeAll(async () => {
  const settings = { MERCHANT_OF_RECORD: 'platform', PLATFORM_FEE_BASIS_POINTS: '400', PLATFORM_FEE_FIXED: '40' }
  server = await testServer({ settings })
  return () => server.close()
})

const payouts = (input: Readonly<Record<string, unknown>>) =>
  managePayouts({ database: server.platform.database, platform: async () => server.platform as never, control: uncontrolled }, input)
const slugOf = async (merchant: TestMerchant) =>
  (await merchant.request('GET', `/v1/organizations/${merchant.organizationId}`)).json.slug as string
const owed = async (slug: string) => ((await payouts({ action: 'list' })).json as { slug: string }[]).filter((line) => line.slug === slug)

test('the fee of a sale stays with the operator, and the rest is held until there is a payout account', async () => {
  const merchant = await aMerchant(server)
  const slug = await slugOf(merchant)
  const { orderId } = await aSale(server, merchant)
  const order = (await merchant.request('GET', `/v1/orders/${orderId}`)).json
  const fee = Math.round(order.total_amount * 0.04) + 40
  expect(order).toMatchObject({ platform_fee_amount: fee, platform_fee_currency: 'usd' })
  expect(await owed(slug)).toMatchObject([{ currency: 'usd', held: order.net_amount - fee, payable: 0, payoutAccount: null }])
  const [entry] = (await merchant.request('GET', `/v1/ledger/entries?order_id=${orderId}`)).json.items
  expect(entry.kind).toBe('platform_sale')
  await expect(payouts({ action: 'record', slug, payout: { currency: 'usd', reference: 'T-1' } })).rejects.toThrow('no payout account')
})

test('a lost dispute takes back what the organization was owed, and the operator keeps the fee', async () => {
  const merchant = await aMerchant(server)
  const slug = await slugOf(merchant)
  const { id, orderId } = await aDispute(server, merchant)
  const { platform_fee_amount: fee, net_amount: net } = (await merchant.request('GET', `/v1/orders/${orderId}`)).json
  expect(await owed(slug)).toMatchObject([{ held: net - fee }])
  expect((await merchant.request('POST', `/v1/disputes/${id}/accept`)).json.status).toBe('lost')
  expect(await owed(slug)).toMatchObject([{ held: -fee, payable: 0 }])
  await server.drain()
  await expectSoundBooks(server, merchant)
})

test('a payout pays the whole balance once, also what was held before', async () => {
  const merchant = await aMerchant(server)
  const slug = await slugOf(merchant)
  await aSale(server, merchant)
  await payouts({ action: 'terms', slug, terms: { feeBasisPoints: '0', feeFixed: '0', payoutAccount: 'IBAN NL00' } })
  const { orderId } = await aSale(server, merchant)
  expect((await merchant.request('GET', `/v1/orders/${orderId}`)).json.platform_fee_amount).toBe(0)
  const [before] = (await owed(slug)) as unknown as { held: number; payable: number }[]
  const payout = { currency: 'usd', reference: 'T-2' }
  const paid = await payouts({ action: 'record', slug, payout })
  expect(paid.json).toMatchObject({ amount: (before?.held ?? 0) + (before?.payable ?? 0) })
  expect(await owed(slug)).toMatchObject([{ held: 0, payable: 0 }])
  await aSale(server, merchant)
  await expect(payouts({ action: 'record', slug, payout })).rejects.toThrow('recorded already')
  await expectSoundBooks(server, merchant)
})

test('a balance below the minimum is not paid out', async () => {
  const merchant = await aMerchant(server)
  const slug = await slugOf(merchant)
  await payouts({ action: 'terms', slug, terms: { payoutAccount: 'IBAN NL00' } })
  await expect(payouts({ action: 'record', slug, payout: { currency: 'usd', reference: 'T-3' } })).rejects.toThrow('smallest payout')
})

test('of two payouts recorded at once, one pays the balance and the other finds none', async () => {
  const merchant = await aMerchant(server)
  const slug = await slugOf(merchant)
  await payouts({ action: 'terms', slug, terms: { payoutAccount: 'IBAN NL00' } })
  await aSale(server, merchant)
  const both = ['T-4', 'T-5'].map((reference) => payouts({ action: 'record', slug, payout: { currency: 'usd', reference } }))
  const outcomes = await Promise.allSettled(both)
  expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  expect(await owed(slug)).toMatchObject([{ payable: 0 }])
})

test('an administrator lists the balances, notes an account and records a payout, which the audit log of the organization names', async () => {
  const merchant = await aMerchant(server)
  const { organizationId } = merchant
  await merchant.request('PATCH', `/v1/organizations/${organizationId}`, { body: { billing_timezone: 'Pacific/Auckland' } })
  await aSale(server, merchant)
  const administrator = await anAdministrator(server)
  const call = (method: 'GET' | 'POST', name: string, body?: object) =>
    administrator.request(method, `/api/auth/admin/${name}`, body && { body })
  const listed = async () => {
    const { json } = await call('GET', 'list-payouts')
    expect(json).toMatchObject({ isPlatform: true, feeBasisPoints: 400, feeFixed: 40, payoutMinimum: 1000 })
    const isOurs = (row: { organizationId: string }) => row.organizationId === organizationId
    return { balance: json.balances.find(isOurs), payouts: json.payouts.filter(isOurs) }
  }
  const { balance } = await listed()
  expect(balance).toMatchObject({ currency: 'usd', payable: 0, payoutAccount: null })
  const payout = { organizationId, currency: 'usd', reference: 'T-4' }
  expect((await call('POST', 'record-payout', payout)).json.code).toBe('THE_ORGANIZATION_HAS_NO_PAYOUT_ACCOUNT')
  await call('POST', 'set-payout-terms', { organizationId, payoutAccount: 'IBAN NL00' })
  expect((await call('POST', 'record-payout', payout)).json).toEqual({ amount: balance.held, currency: 'usd' })
  expect((await call('POST', 'record-payout', payout)).json.code).toBe('THE_BALANCE_IS_BELOW_THE_SMALLEST_PAYOUT')
  await aSale(server, merchant)
  expect((await call('POST', 'record-payout', payout)).json.code).toBe('A_PAYOUT_WITH_THIS_REFERENCE_IS_RECORDED_ALREADY')
  expect((await listed()).payouts).toMatchObject([
    { reference: 'T-4', amount: balance.held, currency: 'usd', billingTimezone: 'Pacific/Auckland' },
  ])
  const audit = await merchant.owner.request('GET', `/api/auth/organization/list-audit-entries?organizationId=${organizationId}`)
  expect(audit.text).toContain('payout.recorded')
  expect(audit.text).toContain('payout_terms.updated')
  expect(audit.text).not.toContain('IBAN')
  expect((await merchant.owner.request('GET', '/api/auth/admin/list-payouts')).status).toBe(403)
})

test('terms of an organization that is being deleted are refused once it is gone', async () => {
  const { organizationId } = await aMerchant(server)
  const administrator = await anAdministrator(server)
  const { promise: begun, resolve: begin } = Promise.withResolvers<void>()
  const deletion = server.platform.database.transaction(async (tx) => {
    await sql`delete from organizations where id = ${organizationId}::uuid`.execute(tx)
    begin()
    await wait(200)
  })
  await begun
  const terms = await administrator.request('POST', '/api/auth/admin/set-payout-terms', { body: { organizationId, feeFixed: 5 } })
  await deletion
  expect([terms.status, terms.json.code]).toEqual([404, 'ORGANIZATION_NOT_FOUND'])
})
