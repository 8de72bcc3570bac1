import { z } from 'zod'
import { pageOf } from '#kernel/page.ts'
import { refuse } from '#kernel/refusal.ts'
import { type Route, route } from '#platform/http/route.ts'
import { id, idParams, toList } from '#platform/http/wire-parts.ts'
import { avatarSvg } from './avatar.ts'
import { listCustomers } from './reads.ts'
import { customerRefusals } from './refusals.ts'
import { findAvatarSubject, findCustomer } from './store.ts'
import { customer, customerList, customerListQuery, toCustomerWire } from './wire.ts'

const AVATAR_CACHE_SECONDS = 3600

export const routes: readonly Route[] = [
  route({
    method: 'GET',
    path: '/v1/customers/',
    name: 'customers:list',
    summary: 'Lists customers.',
    access: 'scope:customers:read',
    query: customerListQuery,
    answer: customerList,
    handle: async ({ db, query, tenantScope, platform }) => {
      const page = pageOf(query)
      const organizationIds = tenantScope.organizationsFor(query.organization_id)
      const { items, total } = await listCustomers(db, { ...query, organizationIds, page })
      return toList(
        items.map((each) => toCustomerWire(each, platform.settings.BASE_URL)),
        total,
        page,
      )
    },
  }),
  route({
    method: 'GET',
    path: '/v1/customers/{id}',
    name: 'customers:get',
    summary: 'Gets a customer by id.',
    access: 'scope:customers:read',
    params: idParams,
    answer: customer,
    refusals: [customerRefusals.ResourceNotFound],
    handle: async ({ db, params, tenantScope, platform }) => {
      const found = await findCustomer(db, tenantScope.tenants, params.id)
      return found ? toCustomerWire(found, platform.settings.BASE_URL) : refuse(customerRefusals.ResourceNotFound)
    },
  }),
  route({
    method: 'GET',
    path: '/avatars/{id}.svg',
    name: 'customers:avatar',
    summary: 'The avatar of a customer: initials on a colour derived from the id.',
    access: 'public',
    params: z.object({ id }),
    addition: true,
    answerType: 'image/svg+xml',
    refusals: [customerRefusals.ResourceNotFound],
    handle: async ({ db, params, reply }) => {
      const subject = (await findAvatarSubject(db, params.id)) ?? refuse(customerRefusals.ResourceNotFound)
      reply.header('cache-control', `public, max-age=${AVATAR_CACHE_SECONDS}`)
      reply.text('image/svg+xml', avatarSvg(subject))
    },
  }),
]
