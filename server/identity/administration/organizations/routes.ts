import { type Route, route } from '#platform/http/route.ts'
import { administrationRefusals as refusals } from '../refusals.ts'
import { requirePermission } from '../rules.ts'
import { blockOrganization } from './actions/block-organization.ts'
import { blockAnswer, blockOrganizationBody, toBlockWire, unblockOrganizationBody } from './wire.ts'

const block = route({
  method: 'POST',
  path: '/api/auth/admin/block-organization',
  name: 'auth:admin-block-organization',
  summary: 'Blocks an organization: no checkout of it is opened by a link or confirmed. Late payments keep their orders.',
  access: 'session',
  impersonation: 'refused by its action',
  addition: true,
  body: blockOrganizationBody,
  answer: blockAnswer,
  refusals: [refusals.mayNotBlock, refusals.organizationNotFound],
  handle: async (call) => {
    requirePermission(call.caller, { organization: ['block'] }, refusals.mayNotBlock)
    const { organizationId } = call.body
    return { organizationId, ...toBlockWire(await blockOrganization(call.tx, call, call.body)) }
  },
})

const unblock = route({
  method: 'POST',
  path: '/api/auth/admin/unblock-organization',
  name: 'auth:admin-unblock-organization',
  summary: 'Lifts the block of an organization.',
  access: 'session',
  impersonation: 'refused by its action',
  addition: true,
  body: unblockOrganizationBody,
  answer: blockAnswer,
  refusals: [refusals.mayNotBlock, refusals.organizationNotFound],
  handle: async (call) => {
    requirePermission(call.caller, { organization: ['block'] }, refusals.mayNotBlock)
    const { organizationId } = call.body
    return { organizationId, ...toBlockWire(await blockOrganization(call.tx, call, { organizationId, reason: null })) }
  },
})

/** The operations of the administration on organizations. */
export const organizationRoutes: readonly Route[] = [block, unblock]
