// The operations of the vectors about customers: their portal and their state.
import { z } from 'zod'
import { codeExpiresAt, mayTry } from '#merchant/customer-sessions/codes/rules.ts'
import { create, isLive } from '#merchant/customer-sessions/rules.ts'
import { isActive, subscriptionStatuses } from '#money/billing/subscriptions/model.ts'
import { portalActionFault } from '#sales/portal/rules.ts'
import { bind, type Operation } from './run.ts'

const CREATED = new Date('2026-03-01T12:00:00.000Z')
const draft = { organizationId: 'o', customerId: 'c', checkoutId: null, isLimitedToCheckout: false }

/** The function of each operation. */
export const portalOperations: Readonly<Record<string, Operation>> = {
  'customer_session.valid': bind({ kind: z.literal('code').optional(), age: z.number() }, ({ kind, age }) => {
    const now = new Date(CREATED.getTime() + age * 1000)
    if (kind === 'code') return mayTry({ expiresAt: codeExpiresAt(CREATED), failedAttempts: 0 }, now)
    return isLive(create(draft, { id: 's', now: CREATED }), now)
  }),
  'customer_state.subscription': bind({ status: z.enum(subscriptionStatuses) }, isActive),
  'portal.action': bind(
    {
      allow_customer_updates: z.boolean(),
      action: z.enum(['change_product', 'cancel', 'uncancel', 'revoke']),
      target: z.literal('archived').optional(),
    },
    (input) => {
      const target = { isArchived: input.target === 'archived' }
      const fault = portalActionFault(input.action, { allowsCustomerUpdates: input.allow_customer_updates, isLimited: false, target })
      return fault === 'NotPermitted' ? 'NOT_PERMITTED' : (fault ?? 'ok')
    },
  ),
}
