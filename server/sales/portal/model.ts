import type { CustomerCaller } from '#platform/request/caller.ts'

/** The customer and organization of a session; `checkoutId` where it is limited to what was bought there (rule C16). */
export type PortalCaller = Pick<CustomerCaller, 'organizationId' | 'customerId' | 'isLimited' | 'checkoutId'>

/** The part of a resource that decides whether a customer sees it. */
export interface OwnedResource {
  readonly customerId: string
  readonly checkoutId: string | null
}
