import { findMerchant } from '#merchant/merchants/index.ts'
import type { Database } from '#platform/database/database.ts'
import { type PreviewedSettings, type PreviewInput, previewSettings } from './preview.ts'

/** The organization, looked up in `tenants`, and what the preview shows. */
export interface ReadTaxSettingsQuery extends PreviewInput {
  readonly tenants: readonly string[]
  readonly id: string
}

/** How an organization collects taxes; undefined where it is none of the tenants. */
export async function readTaxSettings(
  db: Database,
  { tenants, id, ...preview }: ReadTaxSettingsQuery,
): Promise<PreviewedSettings | undefined> {
  const merchant = await findMerchant(db, tenants, id)
  return merchant && previewSettings(merchant, preview)
}
