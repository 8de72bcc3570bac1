import { afterEach, beforeEach } from 'vitest'
import { type TestMerchant, takeCreatedMerchants } from '../a-merchant.ts'
import { aLiveMerchant } from './a-live-merchant.ts'
import { aStripeServer, type StripeServer } from './a-stripe-server.ts'
import { expectBooksLikeStripe } from './books.ts'

/**
 * Starts a server as `aStripeServer` does. Each test of the file gets a live merchant of its own through `onMerchant`. After each test the
 * books of all merchants that it has created are compared with Stripe.
 */
export async function aCheckedStripeServer(onMerchant: (merchant: TestMerchant) => void): Promise<StripeServer> {
  const stripe = await aStripeServer()
  beforeEach(async () => {
    takeCreatedMerchants()
    onMerchant(await aLiveMerchant(stripe.server))
  })
  afterEach(async () => {
    for (const merchant of takeCreatedMerchants()) await expectBooksLikeStripe(stripe.server, stripe.fake, merchant)
  })
  return stripe
}
