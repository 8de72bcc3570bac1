import { refuse } from '#kernel/refusal.ts'
import { productList } from '#merchant/catalogue/products/index.ts'
import { findMerchantBySlug } from '#merchant/merchants/index.ts'
import { type Route, route } from '#platform/http/route.ts'
import { portalRefusals } from '../refusals.ts'
import { customerOrganization, PRODUCTS_MAXIMUM, slugParams, toCustomerOrganizationWire } from './wire.ts'

export const organizationRoutes: readonly Route[] = [
  route({
    method: 'GET',
    path: '/v1/customer-portal/organizations/{slug}',
    name: 'customer_portal:organizations:get',
    summary: 'Gets an organization and its products by slug, before its customer signs in.',
    access: 'public',
    params: slugParams,
    answer: customerOrganization,
    refusals: [portalRefusals.ResourceNotFound],
    handle: async ({ db, platform, params: { slug } }) => {
      const merchant = (await findMerchantBySlug(db, slug)) ?? refuse(portalRefusals.ResourceNotFound)
      const request = { organizationIds: [merchant.id], query: { is_archived: false, limit: PRODUCTS_MAXIMUM } }
      const { items } = await productList.read(db, request, platform)
      return toCustomerOrganizationWire(merchant, items, platform.settings.BASE_URL)
    },
  }),
]
