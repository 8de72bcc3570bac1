import { foldEmail } from '#kernel/emails/email.ts'
import type { OwnedResource, PortalCaller } from './model.ts'

/** An action that a customer may want to take on a subscription. */
export type PortalAction = 'change_product' | 'cancel' | 'uncancel' | 'revoke'

/** The values that decide whether a customer may do it. */
export interface PortalActionContext {
  readonly allowsCustomerUpdates: boolean
  /** Whether the session is limited to one checkout. */
  readonly isLimited: boolean
  /** The product to change to; null: none, or an unknown one. */
  readonly target: { readonly isArchived: boolean } | null
}

/**
 * Whether a customer may do something with a subscription (rule S4). Cancel and uncancel: always. Another product: where the organization
 * allows it, not with a session of one checkout, and only one that is not archived. Ending at once is for merchants.
 */
export function portalActionFault(action: PortalAction, context: PortalActionContext): 'NotPermitted' | 'RequestValidationError' | null {
  if (action === 'cancel' || action === 'uncancel') return null
  if (action === 'revoke' || !context.allowsCustomerUpdates || context.isLimited) return 'NotPermitted'
  return context.target === null || context.target.isArchived ? 'RequestValidationError' : null
}

/** Whether a session shows a resource: it is the customer's own, and of the checkout that a limited session is for (rule C16). */
export function isShown(caller: PortalCaller, { customerId, checkoutId }: OwnedResource): boolean {
  if (customerId !== caller.customerId) return false
  return !caller.isLimited || (caller.checkoutId !== null && checkoutId === caller.checkoutId)
}

/** The organizations that a list covers: the one of the session, unless the query names others alone. */
export function organizationsOf({ organizationId }: PortalCaller, named: readonly string[] | undefined): string[] {
  return !named || named.length === 0 || named.includes(organizationId) ? [organizationId] : []
}

/** The filters of a list that a session sets: no query parameter changes them. */
export function ownFilters({ customerId, isLimited, checkoutId }: PortalCaller): Readonly<Record<string, readonly string[]>> {
  return { customer_id: [customerId], ...(isLimited && { checkout_id: checkoutId === null ? [] : [checkoutId] }) }
}

/**
 * Whether a document names its buyer by the email and the tax id that were typed in a checkout. Documents of before orders stored the tax id of
 * their buyer name that of the customer, and the customer may have another email since. Name and address are always those of the order.
 */
export function namesTypedBuyer(
  buyer: { readonly email: string; readonly taxId: string | null },
  typed: { readonly email: string; readonly taxId: readonly [value: string, format: string] | null },
): boolean {
  return foldEmail(buyer.email) === foldEmail(typed.email) && (buyer.taxId === null || buyer.taxId === (typed.taxId?.[0] ?? null))
}
