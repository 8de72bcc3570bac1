import { refuse } from '#kernel/refusal.ts'
import { invalidToken } from '#platform/http/recognize.ts'
import { type Route, route } from '#platform/http/route.ts'
import { createPortalSession } from './actions/create-portal-session.ts'
import { findOwnCustomer } from './reads.ts'
import {
  customerSession,
  customerSessionCreate,
  portalCustomer,
  toCustomerKey,
  toCustomerSessionWire,
  toPortalCustomerWire,
} from './wire.ts'

export const routes: readonly Route[] = [
  route({
    method: 'POST',
    path: '/v1/customer-sessions/',
    name: 'customer-sessions:create',
    summary: 'Creates a session of a customer; only this answer has its token.',
    access: 'scope:customer_sessions:write',
    impersonation: 'refused',
    body: customerSessionCreate,
    answer: customerSession,
    status: 201,
    limit: 'CUSTOMER_SESSION_LIMIT',
    handle: async (call) => {
      const organizationId = call.tenantScope.organizationFor(call.body.organization_id)
      const created = await createPortalSession(call.tx, call, { organizationId, key: toCustomerKey(call.body) })
      return toCustomerSessionWire(created, call.platform.settings.BASE_URL)
    },
  }),
  route({
    method: 'GET',
    path: '/v1/customer-portal/customers/me',
    name: 'customer_portal:customers:get',
    summary: 'Gets the customer of the session.',
    access: 'customer',
    answer: portalCustomer,
    handle: async ({ db, caller }) => {
      const own = (await findOwnCustomer(db, caller)) ?? refuse(invalidToken)
      return toPortalCustomerWire(own.customer, own.accounts)
    },
  }),
]
