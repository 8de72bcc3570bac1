import { defineRefusals } from '#kernel/refusal.ts'

export const refusals = defineRefusals({
  ResourceNotFound: { status: 404, sentence: 'Not found' },
  tooManyEndpoints: { status: 403, sentence: 'You have reached the maximum number of webhook endpoints' },
  WebhookEndpointDisabled: { status: 409, sentence: 'The endpoint is disabled: enable it first' },
})
