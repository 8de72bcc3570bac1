import type { z } from 'zod'
import type { EventName, EventPayload } from '#contract/events.ts'
import type { Markup } from './html.ts'
import type { EmailMessages } from './messages.ts'

/** A composed email: the subject, the HTML page, and the same content as plain text. */
export interface ComposedEmail {
  readonly subject: string
  readonly html: string
  readonly text: string
}

/** The context of every email besides its values. */
export interface EmailContext {
  /** Translates into the language of the recipient, `t.language`. */
  readonly t: EmailMessages
  /** The recipient's email. */
  readonly to: string
  /** The base URL of this server. */
  readonly site: string
}

/** The context of an email about an organization, which has more. */
export interface OrganizationEmailContext extends EmailContext {
  readonly organization: {
    readonly name: string
    readonly slug: string
    /** Whether it sells in test mode. */
    readonly isTest: boolean
    /** The zone (IANA) in which it bills: emails name days in it, as its invoices do. */
    readonly timezone: string
    /** Where its test clock stood when the email was caused, in its own time zone (IANA); null in real time. */
    readonly testClock: { readonly at: Date; readonly timezone: string } | null
    /** The URL of its logo; null if it has none, or one that this server does not keep. */
    readonly logo: string | null
    /** Where buyers reach it. */
    readonly email: string | null
    readonly website: string | null
  }
  /** The purchase that the email is about; null where it is about none, or it is not known any more. */
  readonly purchase: Purchase | null
}

/** A purchase as its buyer finds it again. */
export interface Purchase {
  /** The URL of its page, for the buyer alone; null where it was not bought at a checkout. */
  readonly url: string | null
  /** The card that has paid it; null where nothing was charged. */
  readonly card: { readonly brand: string; readonly last4: string } | null
}

/** One email: its template, its values, a sample for previews and tests, and what sends it to whom. */
export interface Email<Values = unknown, Context extends EmailContext = EmailContext> {
  /** Its name in the catalogue and in the `X-Guildhall-Template` header. */
  readonly name: string
  /** The values, as JSON: they wait in a job until the email is sent, so a later version must still accept them. */
  readonly values: z.ZodType<Values>
  readonly sample: Values
  compose(values: Values, context: Context): ComposedEmail
}

/** An email about an organization. A module sends it by `notify` (operations/notifications), or an event does. */
export interface OrganizationEmail<Values = unknown> extends Email<Values, OrganizationEmailContext> {
  /** A customer gets it at the email that its sender names; or each owner of the organization does. */
  readonly recipient: 'customer' | 'owners'
  readonly sentOn?: EventTrigger<Values>
}

/** Declares an email about an organization. */
export function organizationEmail<Values>(email: OrganizationEmail<Values>): OrganizationEmail<Values> {
  return email
}

/** The event that sends an email, and how the email follows from it. Create it with `onEvent`. */
export interface EventTrigger<Values = unknown> {
  readonly event: EventName
  /** Null: this one sends no email. */
  email(event: { readonly payload: unknown; readonly happenedAt: Date }): EmailOfEvent<Values> | null
}

/** The email of an event. `to` is null if the owners get it. `key` is unique per email: one that was queued is not queued again. */
export interface EmailOfEvent<Values> {
  readonly to: string | null
  /** The language of `to`; null or absent if it is unknown, English then. */
  readonly language?: string | null | undefined
  readonly key: string
  readonly values: Values
}

/** The trigger of an email that follows from an event, or from some of its kind: where `email` returns null, none is sent. */
export function onEvent<N extends EventName, Values>(
  event: N,
  email: (event: { readonly payload: EventPayload<N>; readonly happenedAt: Date }) => EmailOfEvent<Values> | null,
): EventTrigger<Values> {
  return { event, email: email as EventTrigger<Values>['email'] }
}

/** The parts of every email. */
export interface EmailParts {
  readonly language: string
  /** Shown by email clients after the subject. */
  readonly preview: string
  readonly sender: string
  /** The URL of the sender's logo, beside the name. */
  readonly logo?: string | null
  /** A notice above the title, such as test mode. */
  readonly banner: string | null
  readonly title: string
  readonly body: Markup
  readonly footer: string
}
