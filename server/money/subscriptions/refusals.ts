import { defineRefusals } from '#kernel/refusal.ts'

export const subscriptionRefusals = defineRefusals({
  ResourceNotFound: { status: 404, sentence: 'Not found' },
  AlreadyCanceledSubscription: { status: 403, sentence: 'The subscription is canceled already, or ends with its period.' },
  SubscriptionLocked: { status: 409, sentence: 'A payment of the subscription is in progress.' },
  SubscriptionDisputed: {
    status: 409,
    sentence: 'A payment of the subscription is disputed. Its plan can be changed when the bank has decided.',
  },
  BadRequest: { status: 400, sentence: 'The subscription is not canceled.' },
  ResourceUnavailable: { status: 410, sentence: 'The subscription has ended.' },
})
