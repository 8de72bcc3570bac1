import { changesTold, lockOrganization, saveOrganization } from '#identity/organizations/index.ts'
import { present } from '#kernel/assert.ts'
import { refuse } from '#kernel/refusal.ts'
import { type AuditContext, auditBy } from '#platform/audit/by.ts'
import { changedOf } from '#platform/audit/changed.ts'
import type { Tx } from '#platform/database/database.ts'
import { emit } from '#platform/outbox/emit.ts'
import type { Merchant } from '../model.ts'
import { merchantRefusals } from '../refusals.ts'
import { type MerchantChanges, updateMerchant } from '../rules.ts'
import { findMerchant, saveProfile } from '../store.ts'
import { toOrganizationWire } from '../wire.ts'

const PROFILE = [
  'email',
  'website',
  'socials',
  'details',
  'featureSettings',
  'subscriptionSettings',
  'defaultCurrency',
  'billingTimezone',
] as const satisfies readonly (keyof MerchantChanges)[]
const asOnTheWire = (field: string): string => field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

/** Which merchant is to change, looked for in the organizations where the caller may, and how. */
export interface ChangedMerchant {
  readonly tenants: readonly string[]
  readonly id: string
  readonly changes: MerchantChanges
}

/** Changes a merchant; name and avatar are written where the organization keeps them. */
export async function changeMerchant(tx: Tx, by: AuditContext, { tenants, id, changes }: ChangedMerchant): Promise<Merchant> {
  const { platform, now } = by
  const organization = (await lockOrganization(tx, tenants, id)) ?? refuse(merchantRefusals.ResourceNotFound)
  const merchant = present(await findMerchant(tx, tenants, id), 'The merchant of a locked organization')
  const { next, events } = updateMerchant(merchant, changes, now)
  const renamed = { ...organization, name: next.name, logo: next.avatarUrl }
  const told = changesTold(organization, renamed)
  if (Object.keys(told).length > 0) await saveOrganization(tx, renamed, now)
  await saveProfile(tx, next)
  const payload = toOrganizationWire(next)
  for (const name of events) await emit(tx, platform, { name, organizationId: id, resourceId: id, payload, now })
  const fields = changedOf(merchant, next, PROFILE).map(asOnTheWire).join(', ')
  const details = { ...told, ...(fields && { fields }) }
  await auditBy(tx, by, { action: 'organization.updated', organizationId: id, target: { type: 'organization', id }, details })
  return next
}
