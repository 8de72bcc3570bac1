import { findMerchant } from '#merchant/merchants/index.ts'
import { findTerms } from '#money/books/payouts/index.ts'
import type { Database } from '#platform/database/database.ts'
import type { Platform } from '#platform/platform.ts'
import { processorOf } from '../adapters/processors.ts'
import type { OperatorTerms, PaymentSettings } from './wire.ts'

/** The payment settings of one of these organizations; undefined where it is none of them. */
export async function readPaymentSettings(
  db: Database,
  { settings }: Pick<Platform, 'settings'>,
  { tenants, id }: { readonly tenants: readonly string[]; readonly id: string },
): Promise<PaymentSettings | undefined> {
  const merchant = await findMerchant(db, tenants, id)
  if (!merchant) return undefined
  const operator = settings.MERCHANT_OF_RECORD === 'platform' ? await operatorTerms(db, settings, id) : null
  return { merchant, processor: processorOf(merchant, { settings }), operator }
}

async function operatorTerms(db: Database, settings: Platform['settings'], organizationId: string): Promise<OperatorTerms> {
  const terms = await findTerms(db, organizationId)
  return {
    feeBasisPoints: terms.feeBasisPoints ?? settings.PLATFORM_FEE_BASIS_POINTS,
    feeFixed: terms.feeFixed ?? settings.PLATFORM_FEE_FIXED,
    payoutMinimum: settings.PAYOUT_MINIMUM,
    hasPayoutAccount: terms.payoutAccount !== null,
  }
}
