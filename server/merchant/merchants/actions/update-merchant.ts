import { describeChanges, lockOrganization, saveOrganization } from '#identity/organizations/index.ts'
import { present } from '#kernel/assert.ts'
import { refuse } from '#kernel/refusal.ts'
import { type AuditContext, recordAudit } from '#platform/audit/audit-context.ts'
import { changedFields } from '#platform/audit/changed-fields.ts'
import type { Tx } from '#platform/database/database.ts'
import { sendAhead } from '#platform/database/named-pool.ts'
import { emit } from '#platform/outbox/emit.ts'
import type { Merchant } from '../model.ts'
import { merchantRefusals } from '../refusals.ts'
import { type MerchantChanges, update } from '../rules.ts'
import { findMerchant, saveProfile } from '../store.ts'
import { toOrganizationWire } from '../wire.ts'

const PROFILE_FIELDS = [
  'email',
  'website',
  'socials',
  'details',
  'featureSettings',
  'subscriptionSettings',
  'portalSettings',
  'disputeSettings',
  'defaultCurrency',
  'billingTimezone',
  'invoiceSettings',
  'businessDetails',
  'allowedEmbedOrigins',
  'accentColor',
  'statementName',
] as const satisfies readonly (keyof MerchantChanges)[]
const toSnakeCase = (field: string): string => field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

/** The merchant, looked up in `tenants`, and its changes. */
export interface UpdateMerchantInput {
  readonly tenants: readonly string[]
  readonly id: string
  readonly changes: MerchantChanges
}

/** Updates a merchant; name and avatar are saved on the organization. */
export async function updateMerchant(tx: Tx, by: AuditContext, { tenants, id, changes }: UpdateMerchantInput): Promise<Merchant> {
  const { platform } = by
  const now = platform.clock.now({ organizationId: id })
  const organization = (await lockOrganization(tx, tenants, id)) ?? refuse(merchantRefusals.ResourceNotFound)
  const merchant = present(await findMerchant(tx, tenants, id), 'The merchant of a locked organization')
  const { next, events } = update(merchant, changes, now)
  if (next === merchant) return merchant
  const renamed = { ...organization, name: next.name, logo: next.avatarUrl }
  const changedDetails = describeChanges(organization, renamed)
  if (Object.keys(changedDetails).length > 0) await sendAhead(() => saveOrganization(tx, renamed, by.now))
  await saveProfile(tx, next)
  const payload = toOrganizationWire(next)
  for (const name of events) await emit(tx, platform, { name, organizationId: id, resourceId: id, payload, now })
  const fields = changedFields(merchant, next, PROFILE_FIELDS).map(toSnakeCase).join(', ')
  const details = { ...changedDetails, ...(fields && { fields }) }
  await recordAudit(tx, by, { action: 'organization.updated', organizationId: id, target: { type: 'organization', id }, details })
  return next
}
