import type { z } from 'zod'
import { present } from '#kernel/assert.ts'
import { refuse } from '#kernel/refusal.ts'
import { findProducts } from '#merchant/catalogue/products/index.ts'
import { toProductWire } from '#merchant/catalogue/products/wire.ts'
import { toPublicOrganizationWire } from '#merchant/merchants/wire.ts'
import { orderList } from '#money/billing/orders/index.ts'
import { type FullOrder, toOrderWire } from '#money/billing/orders/wire.ts'
import type { Database } from '#platform/database/database.ts'
import { toList } from '#platform/http/wire-parts.ts'
import type { Platform } from '#platform/platform.ts'
import type { ListQuery } from '#platform/resource/list.ts'
import type { PortalCaller } from '../model.ts'
import { readMerchant } from '../reads.ts'
import { portalRefusals } from '../refusals.ts'
import { isShown, organizationsOf, ownFilters } from '../rules.ts'
import { LISTED_DESCRIPTION, WHOLE_DESCRIPTION } from '../wire.ts'
import { type customerOrder, toCustomerOrderWire } from './wire.ts'

type CustomerOrderWire = z.output<typeof customerOrder>

/** A page of the orders that a session shows, as JSON. */
export async function listCustomerOrders(db: Database, platform: Platform, { caller, query }: { caller: PortalCaller; query: ListQuery }) {
  const request = {
    organizationIds: organizationsOf(caller, query.organization_id),
    query: { ...query, ...ownFilters(caller) } as ListQuery,
  }
  const { items, total, page } = await orderList.read(db, request, platform)
  const wires = await toWires(db, platform, { caller, orders: items, descriptionMaximum: LISTED_DESCRIPTION })
  return toList(wires, total, page)
}

/** An order that a session shows; 404 for any other. */
export async function findCustomerOrder(
  db: Database,
  platform: Platform,
  { caller, id }: { caller: PortalCaller; id: string },
): Promise<FullOrder> {
  const full = await orderList.find(db, { tenants: [caller.organizationId], id }, platform)
  return full && isShown(caller, full.order) ? full : refuse(portalRefusals.ResourceNotFound)
}

/** One order as JSON. */
export async function readOrderWire(db: Database, platform: Platform, { caller, full }: { caller: PortalCaller; full: FullOrder }) {
  const [wire] = await toWires(db, platform, { caller, orders: [full], descriptionMaximum: WHOLE_DESCRIPTION })
  return present(wire, 'The JSON of an order')
}

interface OrdersToShow {
  readonly caller: PortalCaller
  readonly orders: readonly FullOrder[]
  readonly descriptionMaximum: number
}

// Products and merchant are read once for all of them.
async function toWires(
  db: Database,
  { settings }: Platform,
  { caller, orders, descriptionMaximum }: OrdersToShow,
): Promise<CustomerOrderWire[]> {
  if (orders.length === 0) return []
  const { organizationId, isLimited } = caller
  const ids = [...new Set(orders.map(({ order }) => order.productId))]
  const organization = toPublicOrganizationWire(await readMerchant(db, organizationId))
  const products = await findProducts(db, [organizationId], ids)
  const byId = new Map(products.map((product) => [product.id, toProductWire(product, settings.BASE_URL)]))
  return orders.map((full) => {
    const product = present(byId.get(full.order.productId), 'The product of an order')
    return toCustomerOrderWire(toOrderWire(full, settings.BASE_URL), { product, organization, descriptionMaximum, isLimited })
  })
}
