import { defineRefusals } from '#kernel/refusal.ts'

export const portalRefusals = defineRefusals({
  ResourceNotFound: { status: 404, sentence: 'Not found' },
  NotPermitted: { status: 403, sentence: 'The organization does not let customers change the product of a subscription.' },
  UsageNotShown: { code: 'NotPermitted', status: 403, sentence: 'The organization does not show customers what they have used.' },
})
