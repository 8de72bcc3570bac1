import { defineRefusals } from '#kernel/refusal.ts'
import { BLOCKED_SENTENCE } from '#merchant/merchants/model.ts'

export const checkoutLinkRefusals = defineRefusals({
  ResourceNotFound: { status: 404, sentence: 'Not found' },
  OrganizationBlocked: { status: 403, sentence: BLOCKED_SENTENCE },
  ResourceUnavailable: { status: 410, sentence: 'Nothing that this link offers is on sale any more.' },
})
