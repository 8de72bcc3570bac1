import { expect, test } from 'vitest'
import { saveTerms } from '#money/books/payouts/index.ts'
import { aMerchant } from '#test/support/a-merchant.ts'
import { sharedServer, testServer } from '#test/support/server.ts'

test('GET /v1/organizations/{id}/payment-settings names the processor, the mode and the cards of a test merchant', async () => {
  const server = await sharedServer()
  const merchant = await aMerchant(server)
  const path = `/v1/organizations/${merchant.organizationId}/payment-settings`
  const { json } = await merchant.request('GET', path)
  expect(json).toMatchObject({
    mode: 'test',
    active_processor: 'sandbox',
    default_currency: 'usd',
    merchant_of_record: 'organization',
    platform: null,
  })
  expect(json.test_cards[0]).toEqual({
    number: '4242424242424242',
    brand: 'visa',
    outcome: 'succeeds',
    saved: 'succeeds',
    refund: 'succeeds',
    fault: null,
    is_disputed: false,
  })
  expect((await (await aMerchant(server)).request('GET', path)).status).toBe(404)
})

test('where the operator sells, it states their terms, and not where payouts go', async () => {
  const settings = { MERCHANT_OF_RECORD: 'platform', PLATFORM_FEE_BASIS_POINTS: '400', PLATFORM_FEE_FIXED: '40' }
  const server = await testServer({ settings })
  const merchant = await aMerchant(server)
  const read = async () => (await merchant.request('GET', `/v1/organizations/${merchant.organizationId}/payment-settings`)).json.platform
  const usual = { fee_basis_points: 400, fee_fixed: 40, payout_minimum: 1000 }
  expect(await read()).toEqual({ ...usual, has_payout_account: false })
  const terms = { feeBasisPoints: 100, payoutAccount: 'IBAN NL00' }
  await server.platform.database.transaction((tx) =>
    saveTerms(tx, merchant.organizationId, { terms, now: server.platform.clock.now({ organizationId: merchant.organizationId }) }),
  )
  expect(await read()).toEqual({ ...usual, fee_basis_points: 100, has_payout_account: true })
  await server.close()
})
