// The catalogue of facts: every name with its audience and payload shape, composed from the capabilities' own tables.
import type { z } from 'zod'
import { invitationFacts } from '#identity/invitations/facts.ts'
import { organizationFacts } from '#identity/organizations/facts.ts'
import { sessionFacts } from '#identity/sessions/facts.ts'
import { teamFacts } from '#identity/teams/facts.ts'
import { userFacts } from '#identity/users/facts.ts'
import { customerFacts } from '#merchant/customers/facts.ts'
import { merchantFacts } from '#merchant/merchants/facts.ts'
import { productFacts } from '#merchant/products/facts.ts'
import { orderFacts } from '#money/orders/facts.ts'
import type { Audience } from '#platform/outbox/tell.ts'
import { checkoutFacts } from '#sales/checkouts/facts.ts'

/** One line of a capability's table of facts. */
export interface FactEntry {
  readonly audience: Audience
  /** Its payload lets whoever reads it in (a client secret): it is kept sealed. */
  readonly isSealed?: true
  readonly payload: z.ZodType
}

export const facts = {
  ...userFacts,
  ...sessionFacts,
  ...organizationFacts,
  ...teamFacts,
  ...invitationFacts,
  ...merchantFacts,
  ...customerFacts,
  ...productFacts,
  ...orderFacts,
  ...checkoutFacts,
} as const satisfies Readonly<Record<string, FactEntry>>

/** The name of a fact: past tense, `order.paid`. */
export type FactName = keyof typeof facts & string

/** The snapshot that a fact carries: the wire shape of the thing it happened to. */
export type FactPayload<N extends FactName> = (typeof facts)[N] extends { readonly payload: infer P extends z.ZodType } ? z.input<P> : never
