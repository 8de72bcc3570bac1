import { benefitGrantWebhook } from './wire.ts'

/** The events about grants; each has the grant as it is after the change. */
export const grantEvents = {
  'benefit_grant.created': { audience: 'merchant', payload: benefitGrantWebhook },
  'benefit_grant.updated': { audience: 'merchant', payload: benefitGrantWebhook },
  'benefit_grant.cycled': { audience: 'merchant', payload: benefitGrantWebhook },
  'benefit_grant.revoked': { audience: 'merchant', payload: benefitGrantWebhook },
} as const
