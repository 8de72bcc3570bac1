import { z } from 'zod'
import type { EventPayload } from '#contract/events.ts'
import { amountText, dayText } from '../amount.ts'
import { type EventTrigger, type OrganizationEmail, type OrganizationEmailContext, organizationEmail } from '../email.ts'
import { html } from '../html.ts'
import { button, layout, note, paragraph } from '../layout.ts'
import type { EmailMessages } from '../messages.ts'
import { shortLine } from '../short-line.ts'
import { testNotice } from '../test-notice.ts'

/** The values of every email about a subscription. The amount is in minor units of `currency`, with tax; days are written in `timezone`. */
export const commonValues = z.object({
  product: z.string(),
  amount: z.int(),
  currency: z.string(),
  interval: z.enum(['month', 'year']),
  /** Whether usage is charged besides. */
  hasUsage: z.boolean(),
  hasPaymentMethod: z.boolean(),
  timezone: z.string(),
  /** The page where the customer continues; null: none. */
  link: z.string().nullable(),
})

type CommonValues = z.output<typeof commonValues>

/** The common values of a sample. */
export const commonSample: CommonValues = {
  product: 'Studio plan',
  amount: 2900,
  currency: 'eur',
  interval: 'month',
  hasUsage: false,
  hasPaymentMethod: true,
  timezone: 'Europe/Berlin',
  link: 'https://guildhall.example/portal/northwind',
}

/** The events of `money/billing/subscriptions` that emails follow. */
type Notice = EventPayload<
  'subscription.renewal_upcoming' | 'subscription.trial_ending' | 'subscription.payment_failed' | 'subscription.payment_recovered'
>

/** The common values of an event. */
export function commonOf(notice: Notice): CommonValues {
  return {
    product: notice.product_name,
    amount: notice.amount,
    currency: notice.currency,
    interval: notice.recurring_interval,
    hasUsage: notice.has_usage,
    hasPaymentMethod: notice.has_payment_method,
    timezone: notice.timezone,
    link: notice.link,
  }
}

interface Button {
  readonly label: string
  readonly url: string
}

/** The content of an email: its sentences above the button, its notes below. */
interface SubscriptionContent {
  readonly subject: string
  readonly title: string
  readonly sentences: readonly string[]
  readonly notes?: readonly string[]
  readonly button?: Button | null
}

/** The common values of a subscription. */
export function commonOfSubscription(subscription: EventPayload<'subscription.canceled'>): CommonValues {
  return {
    product: subscription.product.name,
    amount: subscription.amount,
    currency: subscription.currency,
    interval: subscription.recurring_interval,
    hasUsage: subscription.prices.some(({ amount_type }) => amount_type === 'metered_unit'),
    hasPaymentMethod: true,
    timezone: subscription.billing_timezone,
    link: null,
  }
}

/** The values with which its content is written, besides its context. */
export interface SubscriptionWriter {
  readonly t: EmailMessages
  /** The names of the seller and the product, for every sentence. */
  readonly names: { readonly merchant: string; readonly product: string }
  /** A day in the zone of the subscription; `at` is ISO 8601. */
  readonly day: (at: string) => string
  readonly amount: string
  /** The amount with its interval: `€29.00 per month`. */
  readonly price: string
  readonly purchase: OrganizationEmailContext['purchase']
}

interface SubscriptionEmail<Values extends CommonValues> {
  readonly name: string
  readonly values: z.ZodType<Values>
  readonly sample: Values
  readonly sentOn: EventTrigger<Values>
  readonly content: (values: Values, writer: SubscriptionWriter) => SubscriptionContent
}

/** Declares an email to a customer about a subscription. */
export function subscriptionEmail<Values extends CommonValues>(email: SubscriptionEmail<Values>): OrganizationEmail<Values> {
  const { name, values, sample, sentOn, content } = email
  return organizationEmail<Values>({
    name,
    recipient: 'customer',
    values,
    sample,
    sentOn,
    compose: (own, context) => {
      const { t, to, organization, purchase } = context
      const merchant = shortLine(organization.name)
      const amount = amountText(t.language, own.amount, own.currency)
      const day = (at: string) => dayText(t.language, new Date(at), own.timezone)
      const names = { merchant, product: shortLine(own.product) }
      const price = t(own.interval === 'month' ? 'subscription.perMonth' : 'subscription.perYear', { amount })
      const { subject, title, sentences, notes = [], button: link = null } = content(own, { t, names, day, amount, price, purchase })
      const contacts = [organization.email, organization.website].filter((each) => each !== null).join(' · ')
      const below = [...notes, ...(contacts === '' ? [] : [t('receipt.questions', { merchant, contacts })])]
      const banner = testNotice(context, t('subscription.testMode'))
      const footer = t('subscription.footer', { email: to, merchant })
      return {
        subject: organization.isTest ? t('subscription.subjectTest', { subject }) : subject,
        html: layout({
          language: t.language,
          preview: sentences[0] ?? title,
          sender: merchant,
          logo: organization.logo,
          banner,
          title,
          body: html`${sentences.map(paragraph)}${link === null ? null : button(link.label, link.url)}${below.map(note)}`,
          footer,
        }),
        text: [
          merchant,
          ...(banner ? [banner] : []),
          title,
          ...sentences,
          ...(link === null ? [] : [`${link.label}: ${link.url}`]),
          ...below,
          footer,
        ].join('\n\n'),
      }
    },
  })
}

/** The button to the page of the subscription, where there is one. */
export function pageButton(label: string, url: string | null): Button | null {
  return url === null ? null : { label, url }
}

/** The sentences about the next charge: nothing, an amount, or usage besides. */
export function chargeSentences(values: CommonValues, { t, price }: Pick<SubscriptionWriter, 't' | 'price'>): readonly string[] {
  const usage = values.hasUsage ? [t('subscription.usage')] : []
  if (values.amount === 0) return values.hasUsage ? usage : [t('subscription.free')]
  return [t(values.hasPaymentMethod ? 'subscription.charged' : 'subscription.continues', { price }), ...usage]
}
