import { defineRefusals } from '#kernel/refusal.ts'

export const checkoutLinkRefusals = defineRefusals({
  ResourceNotFound: { status: 404, sentence: 'Not found' },
  ResourceUnavailable: { status: 410, sentence: 'Nothing that this link offers is on sale any more.' },
})
