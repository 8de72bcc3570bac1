import { ratesOn, type StandardRates } from '#kernel/taxes/rates.ts'
import { findMerchant, findTaxedPlaces, type TaxedPlace } from '#merchant/merchants/index.ts'
import { ONE_STOP_SHOP } from '#merchant/merchants/model.ts'
import type { Database } from '#platform/database/database.ts'
import { type PreviewedSettings, type PreviewRequest, previewSettings } from './preview.ts'

/** The organization, looked up in `tenants`, and the buyer of the preview. */
export interface ReadTaxSettingsQuery extends PreviewRequest {
  readonly tenants: readonly string[]
  readonly id: string
}

/** The tax settings of an organization; undefined where it is none of the tenants. Throws `AnswerNeeded` as `previewSettings` does. */
export async function readTaxSettings(
  db: Database,
  { tenants, id, ...request }: ReadTaxSettingsQuery,
): Promise<PreviewedSettings | undefined> {
  const merchant = await findMerchant(db, tenants, id)
  return merchant && previewSettings(merchant, request)
}

/** The places where organizations collect taxes although no rate counts there on a day, `YYYY-MM-DD`: their sales are taxed at 0 %. */
export async function findUnratedPlaces(db: Database, { places }: StandardRates, day: string): Promise<readonly TaxedPlace[]> {
  const taxed = await findTaxedPlaces(db)
  return taxed.filter(({ place }) => place !== ONE_STOP_SHOP && ratesOn(places[place] ?? [], day).length === 0)
}
