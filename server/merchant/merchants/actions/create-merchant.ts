import { type CreateOrganizationResult, createOrganization } from '#identity/organizations/index.ts'
import { present } from '#kernel/assert.ts'
import { invalid, Refusal, refuse, valueProblem } from '#kernel/refusal.ts'
import type { AuditContext } from '#platform/audit/audit-context.ts'
import type { Tx } from '#platform/database/database.ts'
import type { UserCaller } from '#platform/request/caller.ts'
import type { Merchant } from '../model.ts'
import { merchantRefusals } from '../refusals.ts'
import type { MerchantChanges } from '../rules.ts'
import { findMerchant } from '../store.ts'
import { updateMerchant } from './update-merchant.ts'

/** A new merchant; `profile` has the fields besides name and slug. */
export interface CreateMerchantInput {
  readonly name: string
  readonly slug: string
  readonly profile: MerchantChanges
}

/** Creates an organization as `organization/create` does, together with its profile, and with the refusals of /v1. */
export async function createMerchant(
  tx: Tx,
  by: AuditContext & { readonly caller: UserCaller },
  input: CreateMerchantInput,
): Promise<Merchant> {
  const { caller } = by
  const { name, slug, profile } = input
  const { organization } = await createOrganization(tx, by, { name, slug, userId: caller.user.id }).catch(asV1Refusal)
  const { id } = organization
  const hasProfile = Object.entries(profile).some(([field, value]) => field !== 'name' && value !== undefined && value !== null)
  if (hasProfile) return updateMerchant(tx, by, { tenants: [id], id, changes: profile })
  return present(await findMerchant(tx, [id], id), 'The merchant just created')
}

// `createOrganization` refuses in the shape of /api/auth: a slug that is taken or reserved (400), and a caller who may not (403).
function asV1Refusal(error: unknown): Promise<CreateOrganizationResult> {
  if (error instanceof Refusal && error.status === 400)
    invalid([valueProblem(['body', 'slug'], 'An organization with this slug already exists.')])
  if (error instanceof Refusal && error.status === 403) refuse(merchantRefusals.NotPermitted, { detail: error.sentence })
  throw error
}
