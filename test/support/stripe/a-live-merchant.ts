import { aMerchant, type TestMerchant } from '../a-merchant.ts'
import type { TestServer } from '../server.ts'

/** A merchant in live mode, whose payments go to Stripe. */
export async function aLiveMerchant(server: TestServer): Promise<TestMerchant> {
  const merchant = await aMerchant(server)
  // The profile is stored with its first change.
  await merchant.request('PATCH', `/v1/organizations/${merchant.organizationId}`, { body: { email: 'shop@example.com' } })
  const merchants = server.platform.database.db.updateTable('merchants').set({ mode: 'live' })
  await merchants.where('organization_id', '=', merchant.organizationId).execute()
  return merchant
}
