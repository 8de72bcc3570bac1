import { defineRefusals } from '#kernel/refusal.ts'

export const subscriptionRefusals = defineRefusals({
  ResourceNotFound: { status: 404, sentence: 'Not found' },
  AlreadyCanceledSubscription: { status: 403, sentence: 'The subscription is canceled already, or ends with its period.' },
  SubscriptionLocked: { status: 409, sentence: 'A payment of the subscription is in progress.' },
  SubscriptionDisputed: {
    status: 409,
    sentence: 'A payment of the subscription is disputed. Its plan can be changed when the bank has decided.',
  },
  SubscriptionChangeDropped: {
    status: 409,
    sentence:
      'The subscription has changed while its payment was made, or a payment of it was returned. Its plan is as before, and what was charged for the new plan is being returned.',
  },
  BadRequest: { status: 400, sentence: 'The subscription is not canceled.' },
  ResourceUnavailable: { status: 410, sentence: 'The subscription has ended.' },
})
