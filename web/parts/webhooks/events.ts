/** Every event type that an endpoint can subscribe to, by resource. */
export const eventGroups = [
  { name: 'checkout', events: ['checkout.created', 'checkout.updated'] },
  { name: 'order', events: ['order.created', 'order.updated', 'order.paid', 'order.refunded'] },
  { name: 'customer', events: ['customer.created', 'customer.updated', 'customer.deleted', 'customer.state_changed'] },
  {
    name: 'subscription',
    events: [
      'subscription.created',
      'subscription.updated',
      'subscription.active',
      'subscription.canceled',
      'subscription.uncanceled',
      'subscription.revoked',
    ],
  },
  { name: 'refund', events: ['refund.created', 'refund.updated'] },
  { name: 'product', events: ['product.created', 'product.updated'] },
  { name: 'benefit', events: ['benefit.created', 'benefit.updated'] },
  {
    name: 'benefit_grant',
    events: ['benefit_grant.created', 'benefit_grant.cycled', 'benefit_grant.updated', 'benefit_grant.revoked'],
  },
  { name: 'organization', events: ['organization.updated'] },
] as const

/** All event types in one list. */
export const allEvents: readonly string[] = eventGroups.flatMap(({ events }) => events)
