import { z } from 'zod'
import { refuse } from '#kernel/refusal.ts'
import { type Route, route } from '#platform/http/route.ts'
import { booleanText, idParams, listResource, oneOrMoreIds, pageQuery, toList } from '#platform/http/wire-parts.ts'
import { resourceReads } from '#platform/resource/routes.ts'
import { retryGrant } from './actions/retry-grant.ts'
import { grantList, isBenefit } from './reads.ts'
import { grantRefusals } from './refusals.ts'
import { benefitGrant, toGrantWire } from './wire.ts'

const { ResourceNotFound, GrantNotRetryable } = grantRefusals

export const routes: readonly Route[] = [
  route({
    method: 'GET',
    path: '/v1/benefits/{id}/grants',
    name: 'benefits:grants',
    summary: 'Lists the grants of a benefit.',
    access: 'scope:benefits:read',
    params: idParams,
    query: z.object({ is_granted: booleanText.optional(), customer_id: oneOrMoreIds, ...pageQuery }),
    answer: listResource('BenefitGrant', benefitGrant),
    refusals: [ResourceNotFound],
    handle: async ({ db, params, query, tenantScope: { tenants }, platform }) => {
      const request = { organizationIds: tenants, query: { ...query, benefit_id: [params.id] } }
      const { items, total, page } = await grantList.read(db, request as never, platform)
      if (total === 0 && !(await isBenefit(db, tenants, params.id))) refuse(ResourceNotFound)
      return toList(
        items.map((item) => toGrantWire(item, platform.settings.BASE_URL)),
        total,
        page,
      )
    },
  }),
  ...resourceReads({
    path: '/v1/benefit-grants/',
    name: 'benefit_grants',
    nouns: ['grants of benefits', 'a grant of a benefit'],
    scope: 'benefits:read',
    list: grantList,
    schema: benefitGrant,
    toWire: (full, baseUrl) => toGrantWire(full, baseUrl),
    notFound: ResourceNotFound,
    addition: true,
  }),
  route({
    method: 'POST',
    path: '/v1/benefit-grants/{id}/retry',
    name: 'benefit_grants:retry',
    summary: 'Attempts a grant with an error again, with all its attempts.',
    access: 'scope:benefits:write',
    impersonation: 'allowed',
    params: idParams,
    answer: benefitGrant,
    status: 202,
    addition: true,
    limit: { none: 'A customer has one job for each service, which attempts are merged in.' },
    refusals: [ResourceNotFound, GrantNotRetryable],
    handle: async ({ tx, params: { id }, ...call }) => {
      const { tenantScope, platform } = call
      return toGrantWire(await retryGrant(tx, call, { tenants: tenantScope.tenants, id }), platform.settings.BASE_URL)
    },
  }),
]
