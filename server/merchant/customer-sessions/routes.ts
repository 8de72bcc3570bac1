import { refuse } from '#kernel/refusal.ts'
import { invalidToken } from '#platform/http/recognize.ts'
import { type Route, route } from '#platform/http/route.ts'
import { createPortalSession } from './actions/create-portal-session.ts'
import { deleteCustomerSession } from './actions/delete-customer-session.ts'
import { enqueueSessionCode } from './actions/enqueue-session-code.ts'
import { redeemSessionCode } from './actions/redeem-session-code.ts'
import { emailUpdateRoutes } from './email-updates/routes.ts'
import { findOwnCustomer } from './reads.ts'
import { sessionRefusals } from './refusals.ts'
import {
  customerSession,
  customerSessionCreate,
  portalCustomer,
  sessionCodeInput,
  sessionCodeRequest,
  sessionCodeRequested,
  sessionToken,
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
    method: 'POST',
    path: '/v1/customer-portal/customer-session/request',
    name: 'customer_portal:customer_session:request_code',
    summary: 'Emails a code to a customer, with which they open their portal; the answer is the same for an unknown email.',
    access: 'public',
    impersonation: 'allowed',
    body: sessionCodeRequest,
    answer: sessionCodeRequested,
    status: 202,
    transaction: 'own',
    addition: true,
    limit: { none: 'The codes of an email and of a network are limited in time, and end after half an hour.' },
    handle: ({ platform, body, ...call }) =>
      enqueueSessionCode(platform, { ...call, email: body.email, organizationId: body.organization_id }),
  }),
  route({
    method: 'POST',
    path: '/v1/customer-portal/customer-session/authenticate',
    name: 'customer_portal:customer_session:authenticate',
    summary: 'Exchanges a mailed code for a session of an hour; it is void after five wrong ones.',
    access: 'public',
    impersonation: 'allowed',
    body: sessionCodeInput,
    answer: sessionToken,
    transaction: 'own',
    addition: true,
    limit: { none: 'One for each code.' },
    refusals: [sessionRefusals.CustomerSessionCodeInvalidOrExpired],
    handle: ({ body: { code, request_id }, ...call }) => redeemSessionCode({ ...call, code, requestId: request_id }),
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
  route({
    method: 'DELETE',
    path: '/v1/customer-portal/customer-session',
    name: 'customer_portal:customer_session:delete',
    summary: 'Ends the session of the customer: its token is refused from then on.',
    access: 'buyer',
    impersonation: 'allowed',
    status: 204,
    addition: true,
    handle: ({ tx, ...call }) => deleteCustomerSession(tx, call, call.caller),
  }),
  ...emailUpdateRoutes,
]
