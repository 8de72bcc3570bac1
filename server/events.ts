// The catalogue of facts: every name with its audience and payload shape, composed from the capabilities' own tables.
import type { z } from 'zod'
import { invitationFacts } from '#identity/invitations/events.ts'
import { organizationFacts } from '#identity/organizations/events.ts'
import { sessionFacts } from '#identity/sessions/events.ts'
import { teamFacts } from '#identity/teams/events.ts'
import { userFacts } from '#identity/users/events.ts'
import { customerFacts } from '#merchant/customers/events.ts'
import { merchantFacts } from '#merchant/merchants/events.ts'
import { productFacts } from '#merchant/products/events.ts'
import { orderFacts } from '#money/orders/events.ts'
import type { Audience } from '#platform/outbox/emit.ts'
import { checkoutFacts } from '#sales/checkouts/events.ts'

/** One line of a capability's table of facts. */
export interface EventEntry {
  readonly audience: Audience
  /** Its payload lets whoever reads it in (a client secret): it is kept sealed. */
  readonly isSealed?: true
  readonly payload: z.ZodType
}

export const events = {
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
} as const satisfies Readonly<Record<string, EventEntry>>

/** The name of a fact: past tense, `order.paid`. */
export type EventName = keyof typeof events & string

/** The snapshot that a fact carries: the wire shape of the thing it happened to. */
export type EventPayload<N extends EventName> = (typeof events)[N] extends { readonly payload: infer P extends z.ZodType }
  ? z.input<P>
  : never
