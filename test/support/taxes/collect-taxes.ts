// Merchants of tests that collect taxes.
import type { TestMerchant } from '../a-merchant.ts'

/** Sells from Germany, registered there and at the one-stop shop, at prices that contain their tax. */
export const germanTaxes = {
  enabled: true,
  origin: 'DE',
  behavior: 'inclusive',
  registrations: [
    { place: 'DE', tax_id: 'DE136695976' },
    { place: 'EU-OSS', tax_id: null },
  ],
  rates: [],
} as const

/** VAT ids whose check digits are right. */
export const taxIds = { french: 'FR40303265045', german: 'DE136695976' } as const

/** Lets a merchant collect taxes from now on. */
export async function collectTaxes(merchant: TestMerchant, settings: Readonly<Record<string, unknown>> = {}): Promise<void> {
  const body = { ...germanTaxes, ...settings }
  const answer = await merchant.request('PATCH', `/v1/organizations/${merchant.organizationId}/tax-settings`, { body })
  if (answer.status !== 200) throw new Error(`The taxes were answered ${answer.status}: ${answer.text}`)
}
