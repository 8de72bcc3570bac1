import { refuse, refuseProblems, valueProblem } from '#kernel/refusal.ts'
import { findProduct } from '#merchant/catalogue/products/index.ts'
import type { Merchant } from '#merchant/merchants/model.ts'
import { toPublicOrganizationWire } from '#merchant/merchants/wire.ts'
import { subscriptionList } from '#money/billing/subscriptions/index.ts'
import { type FullSubscription, toSubscriptionWire } from '#money/billing/subscriptions/wire.ts'
import type { Database } from '#platform/database/database.ts'
import { toList } from '#platform/http/wire-parts.ts'
import type { Platform } from '#platform/platform.ts'
import type { ListQuery } from '#platform/resource/list.ts'
import type { PortalCaller } from '../model.ts'
import { readMerchant } from '../reads.ts'
import { portalRefusals } from '../refusals.ts'
import { isShown, organizationsOf, ownFilters, portalActionFault } from '../rules.ts'
import { LISTED_DESCRIPTION } from '../wire.ts'
import { toCustomerSubscriptionWire } from './wire.ts'

/** A page of the subscriptions that a session shows, as JSON. */
export async function listCustomerSubscriptions(
  db: Database,
  platform: Platform,
  { caller, query }: { readonly caller: PortalCaller; readonly query: ListQuery },
) {
  // All are of one organization, so its name orders nothing.
  const sorting = query.sorting?.filter(({ property }) => property !== 'organization')
  const own = { ...query, sorting: sorting?.length === 0 ? undefined : sorting, ...ownFilters(caller) } as ListQuery
  const request = { organizationIds: organizationsOf(caller, query.organization_id), query: own }
  const [page, merchant] = await Promise.all([subscriptionList.read(db, request, platform), readMerchant(db, caller.organizationId)])
  const context = { organization: toPublicOrganizationWire(merchant), descriptionMaximum: LISTED_DESCRIPTION, isLimited: caller.isLimited }
  const wires = page.items.map((full) => toCustomerSubscriptionWire(toSubscriptionWire(full, platform.settings.BASE_URL), context))
  return toList(wires, page.total, page.page)
}

/** A subscription that a session shows; 404 for any other. */
export async function findCustomerSubscription(
  db: Database,
  platform: Platform,
  { caller, id }: { readonly caller: PortalCaller; readonly id: string },
): Promise<FullSubscription> {
  const full = await subscriptionList.find(db, { tenants: [caller.organizationId], id }, platform)
  return full && isShown(caller, full.subscription) ? full : refuse(portalRefusals.ResourceNotFound)
}

/** A product that a customer wants to change to. */
export interface OwnTarget {
  readonly caller: PortalCaller
  readonly merchant: Merchant
  readonly full: FullSubscription
  readonly productId: string
}

/** Refuses a product that a customer may not change to (rule S4): 403, or 422 at the field. */
export async function refuseTarget(db: Database, { caller, merchant, full, productId }: OwnTarget): Promise<void> {
  // The present product takes a scheduled change back, also where it is no longer sold.
  const isPresent = productId === full.subscription.productId
  const target = isPresent ? { isArchived: false } : ((await findProduct(db, [caller.organizationId], productId)) ?? null)
  const { allowCustomerUpdates: allowsCustomerUpdates } = merchant.subscriptionSettings
  const fault = portalActionFault('change_product', { allowsCustomerUpdates, isLimited: caller.isLimited, target })
  if (fault === 'NotPermitted') refuse(portalRefusals.NotPermitted)
  if (fault !== null) refuseProblems([valueProblem(['body', 'product_id'], 'This product is not offered.')])
}
