import { LARGE_BODY_LIMIT, type Route, route } from '#platform/http/route.ts'
import { idParams } from '#platform/http/wire-parts.ts'
import { resourceReads } from '#platform/resource/routes.ts'
import { createBenefit } from './actions/create-benefit.ts'
import { deleteBenefit } from './actions/delete-benefit.ts'
import { updateBenefit } from './actions/update-benefit.ts'
import { benefitList } from './reads.ts'
import { benefitRefusals } from './refusals.ts'
import { benefit, benefitCreate, benefitUpdate, toBenefitChanges, toBenefitDraft, toBenefitWire } from './wire.ts'

const { ResourceNotFound, NotPermitted } = benefitRefusals

export const routes: readonly Route[] = [
  ...resourceReads({
    path: '/v1/benefits/',
    name: 'benefits',
    nouns: ['benefits', 'a benefit'],
    scope: 'benefits:read',
    list: benefitList,
    schema: benefit,
    toWire: toBenefitWire,
    notFound: ResourceNotFound,
  }),
  route({
    method: 'POST',
    path: '/v1/benefits/',
    name: 'benefits:create',
    summary: 'Creates a benefit.',
    access: 'scope:benefits:write',
    impersonation: 'allowed',
    transaction: 'own',
    body: benefitCreate,
    bodyLimit: LARGE_BODY_LIMIT,
    answer: benefit,
    status: 201,
    limit: 'BENEFIT_LIMIT',
    handle: async (call) => {
      const organizationId = call.tenantScope.organizationFor(call.body.organization_id)
      return createBenefit(call, { organizationId, draft: toBenefitDraft(call.body) })
    },
  }),
  route({
    method: 'PATCH',
    path: '/v1/benefits/{id}',
    name: 'benefits:update',
    summary: 'Updates a benefit. Its type is fixed, its properties are replaced as a whole.',
    access: 'scope:benefits:write',
    impersonation: 'allowed',
    transaction: 'own',
    params: idParams,
    body: benefitUpdate,
    bodyLimit: LARGE_BODY_LIMIT,
    answer: benefit,
    refusals: [ResourceNotFound],
    handle: (call) => updateBenefit(call, { tenants: call.tenantScope.tenants, id: call.params.id, changes: toBenefitChanges(call.body) }),
  }),
  route({
    method: 'DELETE',
    path: '/v1/benefits/{id}',
    name: 'benefits:delete',
    summary: 'Deletes a benefit. One that is not deletable is refused.',
    access: 'scope:benefits:write',
    impersonation: 'allowed',
    params: idParams,
    status: 204,
    refusals: [ResourceNotFound, NotPermitted],
    handle: (call) => deleteBenefit(call.tx, call, { tenants: call.tenantScope.tenants, id: call.params.id }),
  }),
]
