import { type Created, createOrganization } from '#identity/organizations/index.ts'
import { present } from '#kernel/assert.ts'
import { invalid, Refusal, refuse, valueProblem } from '#kernel/refusal.ts'
import type { AuditContext } from '#platform/audit/by.ts'
import type { Tx } from '#platform/database/database.ts'
import type { UserCaller } from '#platform/http/caller.ts'
import type { Merchant } from '../model.ts'
import { merchantRefusals } from '../refusals.ts'
import type { MerchantChanges } from '../rules.ts'
import { findMerchant } from '../store.ts'
import { changeMerchant } from './change-merchant.ts'

/** What a new merchant is to be; `profile` holds whatever else was given besides name and slug. */
export interface NewMerchant {
  readonly name: string
  readonly slug: string
  readonly profile: MerchantChanges
}

/** Makes an organization as `organization/create` does, in the words of this half of the API, and its profile at once. */
export async function createMerchant(tx: Tx, by: AuditContext & { readonly caller: UserCaller }, given: NewMerchant): Promise<Merchant> {
  const { caller } = by
  const { name, slug, profile } = given
  const { organization } = await createOrganization(tx, by, { name, slug, userId: caller.user.id }).catch(inTheseWords)
  const { id } = organization
  const hasProfile = Object.entries(profile).some(([field, value]) => field !== 'name' && value !== undefined && value !== null)
  if (hasProfile) return changeMerchant(tx, by, { tenants: [id], id, changes: profile })
  return present(await findMerchant(tx, [id], id), 'The merchant just made')
}

// The other half says both in its own shape: a slug that is taken or reserved (400), and that one may not (403).
function inTheseWords(error: unknown): Promise<Created> {
  if (error instanceof Refusal && error.status === 400)
    invalid([valueProblem(['body', 'slug'], 'An organization with this slug already exists.')])
  if (error instanceof Refusal && error.status === 403) refuse(merchantRefusals.NotPermitted, { detail: error.sentence })
  throw error
}
