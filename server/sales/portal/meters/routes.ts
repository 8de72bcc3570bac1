import { refuse, refuseWhen } from '#kernel/refusal.ts'
import { customerMeterList } from '#money/usage/counts/index.ts'
import type { Database } from '#platform/database/database.ts'
import { type Route, route } from '#platform/http/route.ts'
import { idParams, listResource, toList } from '#platform/http/wire-parts.ts'
import type { ListQuery } from '#platform/resource/list.ts'
import type { PortalCaller } from '../model.ts'
import { readMerchant } from '../reads.ts'
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
    refusals: [portalRefusals.UsageNotShown],
    handle: async ({ db, platform, caller, query }) => {
      const own = { ...query, customer_id: [caller.customerId] } as ListQuery
      const request = { organizationIds: [caller.organizationId], query: own }
      const [{ items, total, page }] = await Promise.all([customerMeterList.read(db, request, platform), refuseHiddenUsage(db, caller)])
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
    refusals: [portalRefusals.ResourceNotFound, portalRefusals.UsageNotShown],
    handle: async ({ db, platform, caller, params: { id } }) => {
      const key = { tenants: [caller.organizationId], id }
      const [full] = await Promise.all([customerMeterList.find(db, key, platform), refuseHiddenUsage(db, caller)])
      const own = full?.customerId === caller.customerId ? full : refuse(portalRefusals.ResourceNotFound)
      return toCustomerCustomerMeterWire(own, platform.settings.BASE_URL)
    },
  }),
]

async function refuseHiddenUsage(db: Database, { organizationId }: PortalCaller): Promise<void> {
  const { portalSettings } = await readMerchant(db, organizationId)
  refuseWhen(!portalSettings.showsUsage, portalRefusals.UsageNotShown)
}
