// The webhooks of Stripe: their signature, and what they are about.
import Stripe from 'stripe'
import { isId } from '#kernel/id.ts'
import type { ProcessorEventType } from '../../processor.ts'
import { isTestMode, metadataKeys } from './answers.ts'

/** Seconds that a signature may be old: a recorded webhook is not taken later. */
const TOLERANCE_SECONDS = 300

/** The events that are worked on. Stripe sends others too, and none of them changes what the state at Stripe says. */
const types: Readonly<Record<string, ProcessorEventType>> = {
  'payment_intent.succeeded': 'charge.succeeded',
  'payment_intent.payment_failed': 'charge.failed',
  'setup_intent.succeeded': 'charge.succeeded',
  'setup_intent.setup_failed': 'charge.failed',
  'refund.created': 'refund.updated',
  'refund.updated': 'refund.updated',
  'refund.failed': 'refund.updated',
  'charge.dispute.created': 'dispute.updated',
  'charge.dispute.updated': 'dispute.updated',
  'charge.dispute.closed': 'dispute.updated',
}

/** The event types that an endpoint at Stripe must be sent. */
export const stripeEventTypes: readonly string[] = Object.keys(types)

/** An event of Stripe: what it says has changed, and for which intent. */
export interface StripeEvent {
  readonly eventId: string
  readonly type: ProcessorEventType
  readonly intent: string
  /** The attempt that the object of the event names; null where it names none of ours. */
  readonly named: { readonly organizationId: string; readonly id: string } | null
  /** Whether it is about no real money: an organization whose payments are at Stripe takes none of it. */
  readonly isTest: boolean
}

/** A webhook before its signature is checked. */
export interface StripeWebhook {
  /** The text as it came. */
  readonly body: string
  readonly signature: string
  readonly secret: string
  readonly now: Date
}

/** Reads a webhook; null where its signature is wrong or old, undefined where it is about nothing that is worked on. */
export function readWebhook({ body, signature, secret, now }: StripeWebhook): StripeEvent | null | undefined {
  let event: Stripe.Event
  try {
    event = Stripe.webhooks.constructEvent(body, signature, secret, TOLERANCE_SECONDS, undefined, now.getTime())
  } catch {
    return null
  }
  const type = Object.hasOwn(types, event.type) ? types[event.type] : undefined
  const intent = type && intentOf(event.data.object as unknown as Readonly<Record<string, unknown>>)
  return type && intent ? { eventId: event.id, type, ...intent, isTest: isTestMode(event) } : undefined
}

function intentOf(object: Readonly<Record<string, unknown>>): Pick<StripeEvent, 'intent' | 'named'> | undefined {
  const isIntent = object['object'] === 'payment_intent' || object['object'] === 'setup_intent'
  const intent = isIntent ? object['id'] : object['payment_intent']
  if (typeof intent !== 'string') return undefined
  const metadata = (isIntent ? object['metadata'] : null) as Readonly<Record<string, unknown>> | null
  const organizationId = metadata?.[metadataKeys.organization]
  const id = metadata?.[metadataKeys.attempt]
  const isNamed = typeof organizationId === 'string' && typeof id === 'string' && isId(organizationId) && isId(id)
  return { intent, named: isNamed ? { organizationId, id } : null }
}
