import { refuse } from '#kernel/refusal.ts'
import { customerMeterList } from '#money/usage/index.ts'
import { type Route, route } from '#platform/http/route.ts'
import { idParams, listResource, toList } from '#platform/http/wire-parts.ts'
import type { ListQuery } from '#platform/resource/list.ts'
import { portalRefusals } from '../refusals.ts'
import { customerCustomerMeter, customerMeterQuery, toCustomerCustomerMeterWire } from './wire.ts'

export const meterRoutes: readonly Route[] = [
  route({
    method: 'GET',
    path: '/v1/customer-portal/meters/',
    name: 'customer_portal:customer_meters:list',
    summary: 'Lists what the customer has used of meters.',
    access: 'customer',
    query: customerMeterQuery,
    answer: listResource('CustomerCustomerMeter', customerCustomerMeter),
    handle: async ({ db, platform, caller, query }) => {
      const own = { ...query, customer_id: [caller.customerId] } as ListQuery
      const { items, total, page } = await customerMeterList.read(db, { organizationIds: [caller.organizationId], query: own }, platform)
      return toList(
        items.map((item) => toCustomerCustomerMeterWire(item, platform.settings.BASE_URL)),
        total,
        page,
      )
    },
  }),
  route({
    method: 'GET',
    path: '/v1/customer-portal/meters/{id}',
    name: 'customer_portal:customer_meters:get',
    summary: 'Gets what the customer has used of a meter by id.',
    access: 'customer',
    params: idParams,
    answer: customerCustomerMeter,
    refusals: [portalRefusals.ResourceNotFound],
    handle: async ({ db, platform, caller, params: { id } }) => {
      const full = await customerMeterList.find(db, { tenants: [caller.organizationId], id }, platform)
      const own = full?.customerId === caller.customerId ? full : refuse(portalRefusals.ResourceNotFound)
      return toCustomerCustomerMeterWire(own, platform.settings.BASE_URL)
    },
  }),
]
