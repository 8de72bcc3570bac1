import { lockOrganization } from '#identity/organizations/index.ts'
import { present } from '#kernel/assert.ts'
import { refuse } from '#kernel/refusal.ts'
import { findMerchant, saveProfile } from '#merchant/merchants/index.ts'
import { taxEngineOf } from '#merchant/merchants/model.ts'
import { toOrganizationWire } from '#merchant/merchants/wire.ts'
import { type AuditContext, recordAudit } from '#platform/audit/audit-context.ts'
import { changedFields } from '#platform/audit/changed-fields.ts'
import type { Tx } from '#platform/database/database.ts'
import { emit } from '#platform/outbox/emit.ts'
import { taxSourcesOf } from '../engines/answers.ts'
import { refuseEngine, refuseInactive, takeStatus } from '../engines/status.ts'
import { type PreviewedSettings, previewSettings } from '../preview.ts'
import { taxRefusals } from '../refusals.ts'
import { changeSettings, type TaxSettingsChanges } from '../settings.ts'

/** The merchant, looked up in `tenants`, and what changes. */
export interface UpdateTaxSettingsInput {
  readonly tenants: readonly string[]
  readonly id: string
  readonly changes: TaxSettingsChanges
}

const FIELDS = ['isEnabled', 'origin', 'behavior', 'registrations', 'rates', 'engine'] as const

/** Changes how a merchant collects taxes. Orders and checkouts that were confirmed before keep their taxes. */
export async function updateTaxSettings(
  tx: Tx,
  by: AuditContext,
  { tenants, id, changes }: UpdateTaxSettingsInput,
): Promise<PreviewedSettings> {
  if (!(await lockOrganization(tx, tenants, id))) refuse(taxRefusals.ResourceNotFound)
  const merchant = present(await findMerchant(tx, tenants, id), 'The merchant of a locked organization')
  const hasStripeKeys = by.platform.settings.STRIPE_SECRET_KEY !== undefined
  const chosen = changes.engine === taxEngineOf(merchant.taxSettings) ? undefined : changes.engine
  refuseEngine(chosen, { mode: merchant.mode, hasStripeKeys })
  const taxSources = taxSourcesOf(by.platform)
  const next = changeSettings(merchant.taxSettings, { ...changes, engine: chosen }, taxSources.standardRates)
  const now = by.platform.clock.now({ organizationId: id })
  if (chosen === 'stripe') refuseInactive(takeStatus(by.platform, chosen, now))
  const fields = changedFields(merchant.taxSettings, next, FIELDS)
  const shown = { place: undefined, postalCode: undefined, hasStripeKeys, taxSources, now }
  if (fields.length === 0) return previewSettings(merchant, shown)
  const changed = { ...merchant, taxSettings: next, modifiedAt: now }
  await saveProfile(tx, changed)
  const payload = toOrganizationWire(changed)
  await emit(tx, by.platform, { name: 'organization.updated', organizationId: id, resourceId: id, payload, now })
  await recordAudit(tx, by, {
    action: 'organization.taxes_updated',
    organizationId: id,
    target: { type: 'organization', id },
    details: { fields: fields.map((field) => (field === 'isEnabled' ? 'enabled' : field)).join(', '), enabled: String(next.isEnabled) },
  })
  return previewSettings(changed, shown)
}
