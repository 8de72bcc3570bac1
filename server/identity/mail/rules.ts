import type { LimitRule } from '#platform/limits/limits.ts'

/** The purpose of an email. Each purpose is counted apart: who uses up one of a recipient leaves all others. */
export type EmailPurpose =
  | 'verification'
  | 'reset'
  | 'invitation'
  | 'email-change'
  | 'account-deletion'
  | 'account-linked'
  | 'portal-code'
  | 'portal-email-change'
  | `customer-${string}`

/**
 * The requester of an email, in a count of their own: `anyone` · `user`, who is signed in · `owner`, who is signed in with the address or
 * uses a browser in which its user has signed in before. A request without a credential uses up the first count alone.
 */
export type EmailShare = 'anyone' | 'user' | 'owner'

const HOUR_SECONDS = 3600

/** The emails of one purpose that one recipient gets in an hour. Only those that are sent count; further ones are left out. */
export function recipientRule(purpose: EmailPurpose, share: EmailShare = 'anyone'): LimitRule {
  return { name: share === 'anyone' ? `mail:${purpose}` : `mail:${purpose}:${share}`, max: 10, windowSeconds: HOUR_SECONDS }
}

/**
 * Further limits of emails. Those of networks count requests, before anybody knows whether an email follows: they disclose nothing about a
 * user, so they are answered with 429. Networks of signed-in requesters are counted apart.
 */
export const emailLimits = {
  network: { name: 'mail:network', max: 100, windowSeconds: HOUR_SECONDS },
  userNetwork: { name: 'mail:user-network', max: 100, windowSeconds: HOUR_SECONDS },
  /** Invitations by all organizations together. */
  invitations: { name: 'mail:invitations', max: 30, windowSeconds: HOUR_SECONDS },
  /** The emails that buyers cause at all organizations together; those that an organization causes itself are not in it. */
  purchases: { name: 'mail:purchases', max: 30, windowSeconds: HOUR_SECONDS },
  // Higher than for other emails: all buyers of a mobile carrier may share a network.
  buyerNetwork: { name: 'mail:customer-network', max: 500, windowSeconds: HOUR_SECONDS },
  /** Emails to the customers of one organization that buyers cause, and that it causes itself, such as by renewals. */
  buyersOfOrganization: { name: 'mail:organization-buyers', max: 2000, windowSeconds: HOUR_SECONDS },
  organization: { name: 'mail:organization', max: 2000, windowSeconds: HOUR_SECONDS },
} as const satisfies Readonly<Record<string, LimitRule>>

/** A recipient of an email, as it is counted. */
export interface CountedRecipient {
  /** Folded. */
  readonly to: string
  readonly purpose: EmailPurpose
  readonly share?: EmailShare
  /** The organization in whose name it is sent: emails of others leave it its own count. */
  readonly organizationId?: string
}

/** The key of a recipient in the counts of their purpose. */
export function recipientKey({ to, organizationId }: Pick<CountedRecipient, 'to' | 'organizationId'>): string {
  return organizationId === undefined ? to : `${organizationId} ${to}`
}
