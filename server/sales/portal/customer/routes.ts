import { refuse } from '#kernel/refusal.ts'
import { emailUpdateRefusals, enqueueEmailUpdate, findOwnCustomer } from '#merchant/customer-sessions/index.ts'
import { portalCustomer, toPortalCustomerWire } from '#merchant/customer-sessions/wire.ts'
import { updateCustomer } from '#merchant/customers/index.ts'
import { setDefaultMethod } from '#money/payments/index.ts'
import { type Route, route } from '#platform/http/route.ts'
import { toTimestamp } from '#platform/http/wire-parts.ts'
import { recordErasureRequest } from '../erasure/actions/record-erasure-request.ts'
import { portalRefusals } from '../refusals.ts'
import { customerPortalUpdate, erasureRequested, toOwnChanges } from './wire.ts'

export const customerRoutes: readonly Route[] = [
  route({
    method: 'PATCH',
    path: '/v1/customer-portal/customers/me',
    name: 'customer_portal:customers:update',
    summary: 'Updates the customer of the session; a new email counts once its link was opened.',
    access: 'customer',
    impersonation: 'allowed',
    body: customerPortalUpdate,
    answer: portalCustomer,
    refusals: [portalRefusals.ResourceNotFound, emailUpdateRefusals.NotPermitted, emailUpdateRefusals.FreshCodeRequired],
    handle: async ({ tx, body, ...call }) => {
      const { organizationId, customerId } = call.caller
      const tenants = [organizationId]
      await updateCustomer(tx, call, { tenants, key: { id: customerId }, changes: toOwnChanges(body) })
      const { email, default_payment_method_id: methodId } = body
      if (methodId) await setDefaultMethod(tx, call, { tenants, customerId, id: methodId })
      if (email) await enqueueEmailUpdate(tx, call, { caller: call.caller, email })
      const { customer, accounts } = (await findOwnCustomer(tx, call.caller)) ?? refuse(portalRefusals.ResourceNotFound)
      return toPortalCustomerWire(customer, accounts)
    },
  }),
  route({
    method: 'POST',
    path: '/v1/customer-portal/customers/me/erasure',
    name: 'customer_portal:customers:request_erasure',
    summary: 'Asks the organization to erase the personal data of the customer. A repeat changes nothing.',
    access: 'customer',
    impersonation: 'allowed',
    answer: erasureRequested,
    status: 202,
    addition: true,
    limit: { none: 'One for each customer.' },
    refusals: [portalRefusals.ResourceNotFound],
    handle: async ({ tx, ...call }) => ({ requested_at: toTimestamp((await recordErasureRequest(tx, call, call.caller)).requestedAt) }),
  }),
]
