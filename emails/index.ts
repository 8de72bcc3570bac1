import { buyerLanguages, type Language, offeredLanguages } from '#kernel/language/languages.ts'
import type { AccountEmail } from './account-email.ts'
import { accountLinked } from './account-linked.ts'
import { accountSecured } from './account-secured.ts'
import { changeEmail } from './change-email.ts'
import { deleteAccount } from './delete-account.ts'
import { disputeOpened } from './disputes/dispute-opened.ts'
import { disputeResolved } from './disputes/dispute-resolved.ts'
import { duplicatePayment } from './duplicate-payment.ts'
import type { ComposedEmail, Email, OrganizationEmail, OrganizationEmailContext } from './email.ts'
import { invitation } from './invitation.ts'
import { emailMessages } from './messages.ts'
import { newDevice } from './new-device.ts'
import { operatorWebhookDisabled } from './operator/operator-webhook-disabled.ts'
import { passwordChanged } from './password-changed.ts'
import { erasureRequest } from './portal/erasure-request.ts'
import { portalCode } from './portal/portal-code.ts'
import { portalEmailChange } from './portal/portal-email-change.ts'
import { portalEmailChanged } from './portal/portal-email-changed.ts'
import { receipt } from './receipt.ts'
import { refund } from './refund.ts'
import { resetPassword } from './reset-password.ts'
import { paymentFailed } from './subscriptions/payment-failed.ts'
import { paymentRecovered } from './subscriptions/payment-recovered.ts'
import { renewalUpcoming } from './subscriptions/renewal-upcoming.ts'
import { subscriptionCanceled } from './subscriptions/subscription-canceled.ts'
import { subscriptionEnded } from './subscriptions/subscription-ended.ts'
import { trialEnding } from './subscriptions/trial-ending.ts'
import { trialStarted } from './subscriptions/trial-started.ts'
import { usageAlert } from './usage/usage-alert.ts'
import { usageNotice } from './usage/usage-notice.ts'
import { verification } from './verification.ts'
import { webhookDisabled } from './webhook-disabled.ts'

/** The registry of emails. Queued emails refer to the keys, so they do not change. */
export const emails = {
  accountLinked,
  accountSecured,
  changeEmail,
  deleteAccount,
  disputeOpened,
  disputeResolved,
  duplicatePayment,
  erasureRequest,
  invitation,
  newDevice,
  operatorWebhookDisabled,
  passwordChanged,
  paymentFailed,
  paymentRecovered,
  portalCode,
  portalEmailChange,
  portalEmailChanged,
  receipt,
  refund,
  renewalUpcoming,
  resetPassword,
  subscriptionCanceled,
  subscriptionEnded,
  trialEnding,
  trialStarted,
  usageAlert,
  usageNotice,
  verification,
  webhookDisabled,
} as const

type Emails = typeof emails

/** The emails that an action sends by `queueEmail`. */
export type AccountEmailName = { [N in keyof Emails]: Emails[N] extends { readonly recipient: 'named' } ? N : never }[keyof Emails]

/** The emails about an organization. */
export type OrganizationEmailName = Exclude<keyof Emails, AccountEmailName>

/** The values of an email. */
export type ValuesOf<N extends keyof Emails> = Emails[N]['sample']

/** The account email of this key; undefined if there is none. */
export function findAccountEmail(key: string): AccountEmail | undefined {
  const found = find(key)
  return found && found.recipient === 'named' ? found : undefined
}

/** The email about an organization of this key; undefined if there is none. */
export function findOrganizationEmail(key: string): OrganizationEmail | undefined {
  const found = find(key)
  return found && found.recipient !== 'named' ? found : undefined
}

/** The emails about organizations with their keys. */
export const organizationEmails: readonly (readonly [key: string, email: OrganizationEmail])[] = Object.keys(emails).flatMap((key) => {
  const email = findOrganizationEmail(key)
  return email ? [[key, email] as const] : []
})

function find(key: string): AccountEmail | OrganizationEmail | undefined {
  const all: Readonly<Record<string, AccountEmail | OrganizationEmail>> = emails
  return Object.hasOwn(all, key) ? all[key] : undefined
}

/** The languages in which an email is sent: to customers in every one, to others in those that users can choose. */
export function emailLanguages(email: AccountEmail | OrganizationEmail): readonly Language[] {
  const isForCustomers = email.recipient === 'named' ? email.isForCustomers : email.recipient === 'customer'
  return isForCustomers ? buyerLanguages : offeredLanguages
}

/** Composes an email from its sample, for a sample recipient. */
export function composeSample({ compose, sample }: Email<unknown, never>, language: string): ComposedEmail {
  return compose(sample, sampleContext(language) as never)
}

/** A sample of what an email gets besides its values. */
export function sampleContext(language: string): OrganizationEmailContext {
  return {
    t: emailMessages(language),
    to: 'sanne@visserbouw.example',
    site: 'https://guildhall.example',
    organization: {
      name: 'Northwind Tools',
      slug: 'northwind',
      isTest: false,
      timezone: 'Europe/Berlin',
      testClock: null,
      logo: null,
      email: 'help@northwind.example',
      website: 'https://northwind.example/',
    },
    purchase: {
      url: 'https://guildhall.example/checkout/co_cs_example/confirmation',
      card: { brand: 'visa', last4: '4242' },
    },
  }
}
