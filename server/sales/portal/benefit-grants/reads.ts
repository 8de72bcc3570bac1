import { present } from '#kernel/assert.ts'
import { refuse } from '#kernel/refusal.ts'
import { findOwnCustomer } from '#merchant/customer-sessions/index.ts'
import { toPortalCustomerWire } from '#merchant/customer-sessions/wire.ts'
import { toPublicOrganizationWire } from '#merchant/merchants/wire.ts'
import type { Database } from '#platform/database/database.ts'
import { toList } from '#platform/http/wire-parts.ts'
import type { Platform } from '#platform/platform.ts'
import type { ListQuery } from '#platform/resource/list.ts'
import { grantList } from '#sales/access/grants/index.ts'
import type { FullGrant } from '#sales/access/grants/model.ts'
import type { PortalCaller } from '../model.ts'
import { findTypedBuyer, readMerchant } from '../reads.ts'
import { portalRefusals } from '../refusals.ts'
import { organizationsOf, ownFilters } from '../rules.ts'
import { type CustomerBenefitGrantWire, toCustomerGrantWire } from './wire.ts'

/** A page of the grants that a session shows, as JSON. */
export async function listCustomerGrants(db: Database, platform: Platform, { caller, query }: { caller: PortalCaller; query: ListQuery }) {
  const request = {
    organizationIds: organizationsOf(caller, query.organization_id),
    query: { ...query, ...ownFilters(caller) } as ListQuery,
  }
  const { items, total, page } = await grantList.read(db, request, platform)
  return toList(await toWires(db, caller, items), total, page)
}

/** A grant that a session shows; 404 for any other. */
export async function findCustomerGrant(
  db: Database,
  platform: Platform,
  { caller, id }: { caller: PortalCaller; id: string },
): Promise<FullGrant> {
  const { organizationId, customerId, isLimited, checkoutId } = caller
  const full = await grantList.find(db, { tenants: [organizationId], id }, platform)
  if (full?.grant.customerId !== customerId || (isLimited && (checkoutId === null || full.checkoutId !== checkoutId)))
    return refuse(portalRefusals.ResourceNotFound)
  return full
}

/** One grant as JSON. */
export async function readGrantWire(db: Database, caller: PortalCaller, full: FullGrant): Promise<CustomerBenefitGrantWire> {
  return present((await toWires(db, caller, [full]))[0], 'The JSON of a grant')
}

// Customer and merchant are read once for all of them.
async function toWires(db: Database, caller: PortalCaller, grants: readonly FullGrant[]): Promise<CustomerBenefitGrantWire[]> {
  if (grants.length === 0) return []
  const organization = toPublicOrganizationWire(await readMerchant(db, caller.organizationId))
  const customer = await readShownCustomer(db, caller)
  const context = { customer, organization, isLimited: caller.isLimited }
  return grants.map(({ grant, benefit }) => toCustomerGrantWire({ grant, benefit, ...context }))
}

// A limited session sees of the customer what was typed in its checkout.
async function readShownCustomer(db: Database, caller: PortalCaller): Promise<CustomerBenefitGrantWire['customer']> {
  const own = (await findOwnCustomer(db, caller)) ?? refuse(portalRefusals.ResourceNotFound)
  if (!caller.isLimited) return toPortalCustomerWire(own.customer, own.accounts)
  const buyer = (await findTypedBuyer(db, caller)) ?? refuse(portalRefusals.ResourceNotFound)
  return toPortalCustomerWire({ ...buyer, id: caller.customerId, modifiedAt: null, isEmailVerified: false }, [])
}
