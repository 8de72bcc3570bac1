// The catalogue of domain events: every name with its audience and payload schema, composed from the tables of the modules.
import type { z } from 'zod'
import type { AccountEventType, AdditionalEventType, WebhookEventType } from '#contract/webhook-events.ts'
import { organizationEvents } from '#identity/organizations/events.ts'
import { invitationEvents } from '#identity/organizations/invitations/events.ts'
import { teamEvents } from '#identity/organizations/teams/events.ts'
import { sessionEvents } from '#identity/sessions/events.ts'
import { userEvents } from '#identity/users/events.ts'
import { benefitEvents } from '#merchant/catalogue/benefits/events.ts'
import { meterEvents } from '#merchant/catalogue/meters/events.ts'
import { productEvents } from '#merchant/catalogue/products/events.ts'
import { customerEvents } from '#merchant/customers/events.ts'
import { linkedAccountEvents } from '#merchant/linked-accounts/events.ts'
import { merchantEvents } from '#merchant/merchants/events.ts'
import { orderEvents } from '#money/billing/orders/events.ts'
import { subscriptionEvents } from '#money/billing/subscriptions/events.ts'
import { paymentEvents } from '#money/payments/events.ts'
import { usageAlertEvents } from '#money/usage/alerts/events.ts'
import { usageEvents } from '#money/usage/counts/events.ts'
import { testClockEvents } from '#operations/test-clocks/events.ts'
import type { Audience } from '#platform/outbox/emit.ts'
import { grantEvents } from '#sales/access/grants/events.ts'
import { licenseKeyEvents } from '#sales/access/license-keys/events.ts'
import { customerStateEvents } from '#sales/access/state/events.ts'
import { checkoutEvents } from '#sales/checkouts/events.ts'
import { portalEvents } from '#sales/portal/events.ts'
import { disputeEvents } from '#sales/returns/disputes/events.ts'
import { refundEvents } from '#sales/returns/refunds/events.ts'

/** One entry in the event table of a module. */
export interface EventEntry {
  readonly audience: Audience
  /** The payload contains a credential (a client secret), so it is stored sealed. */
  readonly isSealed?: true
  readonly payload: z.ZodType
}

/**
 * The entry of an event with this name: those of the published list and our additions to it are for merchants, those about accounts for the
 * operator, and no others are.
 */
type EntryOf<Name> = EventEntry & {
  readonly audience: Name extends WebhookEventType | AdditionalEventType
    ? 'merchant'
    : Name extends AccountEventType
      ? 'operator'
      : Exclude<Audience, 'merchant' | 'operator'>
}

/** The table as it is; it does not compile while an event has an audience that does not fit its name. */
export function catalogue<const Table extends Readonly<Record<string, EventEntry>>>(
  table: Table & { readonly [Name in keyof Table]: EntryOf<Name> },
): Table {
  return table
}

export const events = catalogue({
  ...userEvents,
  ...sessionEvents,
  ...organizationEvents,
  ...teamEvents,
  ...invitationEvents,
  ...merchantEvents,
  ...customerEvents,
  ...linkedAccountEvents,
  ...benefitEvents,
  ...meterEvents,
  ...productEvents,
  ...usageEvents,
  ...paymentEvents,
  ...subscriptionEvents,
  ...orderEvents,
  ...usageAlertEvents,
  ...licenseKeyEvents,
  ...grantEvents,
  ...customerStateEvents,
  ...checkoutEvents,
  ...refundEvents,
  ...disputeEvents,
  ...portalEvents,
  ...testClockEvents,
})

/** The name of an event: noun and past participle, `order.paid`. */
export type EventName = keyof typeof events & string

/** The payload of an event: a snapshot of its resource in wire shape. */
export type EventPayload<N extends EventName> = (typeof events)[N] extends { readonly payload: infer P extends z.ZodType }
  ? z.input<P>
  : never
