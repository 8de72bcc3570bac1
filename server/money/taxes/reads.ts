import { findMerchant } from '#merchant/merchants/index.ts'
import type { Database } from '#platform/database/database.ts'
import { type PreviewedSettings, previewSettings } from './preview.ts'

/** The organization, looked up in `tenants`, and the place of the buyer in the preview. */
export interface ReadTaxSettingsQuery {
  readonly tenants: readonly string[]
  readonly id: string
  readonly place: string | undefined
  readonly now: Date
}

/** How an organization collects taxes; undefined where it is none of the tenants. */
export async function readTaxSettings(
  db: Database,
  { tenants, id, place, now }: ReadTaxSettingsQuery,
): Promise<PreviewedSettings | undefined> {
  const merchant = await findMerchant(db, tenants, id)
  return merchant && previewSettings(merchant, { place, now })
}
