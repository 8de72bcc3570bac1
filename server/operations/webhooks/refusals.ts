import { defineRefusals } from '#kernel/refusal.ts'

export const refusals = defineRefusals({
  ResourceNotFound: { status: 404, sentence: 'Not found' },
  WebhookEndpointDisabled: { status: 409, sentence: 'The endpoint is disabled: enable it first' },
})
