import { defineRefusals } from '#kernel/refusal.ts'

export const linkedAccountRefusals = defineRefusals({
  ResourceNotFound: { status: 404, sentence: 'Not found' },
  AccountTaken: {
    status: 409,
    sentence: 'Another customer has linked this account.',
    neverSent: 'The callback of the provider redirects with it as `link_error`.',
  },
  ProviderNotAvailable: { status: 404, sentence: 'The operator of this server has not set up this provider.' },
})
