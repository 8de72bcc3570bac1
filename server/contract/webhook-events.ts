/** The published client's closed list of event names. An endpoint may subscribe to each. */
export const webhookEventTypes = [
  'checkout.created',
  'checkout.updated',
  'customer.created',
  'customer.updated',
  'customer.deleted',
  'customer.state_changed',
  'order.created',
  'order.updated',
  'order.paid',
  'order.refunded',
  'subscription.created',
  'subscription.updated',
  'subscription.active',
  'subscription.canceled',
  'subscription.uncanceled',
  'subscription.revoked',
  'refund.created',
  'refund.updated',
  'product.created',
  'product.updated',
  'benefit.created',
  'benefit.updated',
  'benefit_grant.created',
  'benefit_grant.cycled',
  'benefit_grant.updated',
  'benefit_grant.revoked',
  'organization.updated',
] as const

/** The names of events outside the published list that an endpoint may subscribe to. */
export const additionalEventTypes = ['usage_alert.triggered'] as const

/** The name of an event outside the published list. */
export type AdditionalEventType = (typeof additionalEventTypes)[number]

/** The names of the events about accounts and organizations, to which only the operator's endpoints may subscribe. */
export const accountEventTypes = [
  'user.created',
  'user.updated',
  'user.email_verified',
  'user.secured',
  'user.banned',
  'user.unbanned',
  'user.deleted',
  'session.created',
  'session.ended',
  'organization.created',
  'organization.changed',
  'organization.deleted',
  'member.added',
  'member.updated',
  'member.removed',
  'team.created',
  'team.updated',
  'team.deleted',
  'invitation.created',
  'invitation.renewed',
  'invitation.accepted',
  'invitation.rejected',
  'invitation.canceled',
] as const

/** The name of an event about accounts and organizations. */
export type AccountEventType = (typeof accountEventTypes)[number]

/** The name of an event that an endpoint can subscribe to. */
export type WebhookEventType = (typeof webhookEventTypes)[number]
