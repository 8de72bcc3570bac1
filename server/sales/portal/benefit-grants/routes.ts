import { invalid, valueProblem } from '#kernel/refusal.ts'
import { type Route, route } from '#platform/http/route.ts'
import { idParams, listResource } from '#platform/http/wire-parts.ts'
import { changeAccount, grantRefusals } from '#sales/access/grants/index.ts'
import { portalRefusals } from '../refusals.ts'
import { findCustomerGrant, listCustomerGrants, readGrantWire } from './reads.ts'
import { customerBenefitGrant, customerBenefitGrantQuery, customerBenefitGrantUpdate } from './wire.ts'

const { ResourceNotFound } = portalRefusals

export const benefitGrantRoutes: readonly Route[] = [
  route({
    method: 'GET',
    path: '/v1/customer-portal/benefit-grants/',
    name: 'customer_portal:benefit-grants:list',
    summary: 'Lists the benefits that the customer of the session has or had.',
    access: 'buyer',
    query: customerBenefitGrantQuery,
    answer: listResource('CustomerBenefitGrant', customerBenefitGrant),
    handle: ({ db, platform, caller, query }) => listCustomerGrants(db, platform, { caller, query }),
  }),
  route({
    method: 'GET',
    path: '/v1/customer-portal/benefit-grants/{id}',
    name: 'customer_portal:benefit-grants:get',
    summary: 'Gets a benefit of the customer of the session by the id of its grant.',
    access: 'buyer',
    params: idParams,
    answer: customerBenefitGrant,
    refusals: [ResourceNotFound],
    handle: async ({ db, platform, caller, params: { id } }) =>
      readGrantWire(db, caller, await findCustomerGrant(db, platform, { caller, id })),
  }),
  route({
    method: 'PATCH',
    path: '/v1/customer-portal/benefit-grants/{id}',
    name: 'customer_portal:benefit-grants:update',
    summary: 'Chooses the linked account that has the access of a grant.',
    access: 'customer',
    impersonation: 'allowed',
    params: idParams,
    body: customerBenefitGrantUpdate,
    answer: customerBenefitGrant,
    refusals: [ResourceNotFound, grantRefusals.NotPermitted],
    handle: async ({ tx, platform, caller, params: { id }, body }) => {
      const full = await findCustomerGrant(tx, platform, { caller, id })
      if (full.benefit.type !== body.benefit_type)
        invalid([valueProblem(['body', 'benefit_type'], `The benefit is of the type ${full.benefit.type}.`)])
      if ('properties' in body) await changeAccount(tx, platform, { full, accountId: body.properties.account_id })
      return readGrantWire(tx, caller, await findCustomerGrant(tx, platform, { caller, id }))
    },
  }),
]
