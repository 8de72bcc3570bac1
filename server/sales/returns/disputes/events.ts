import { dispute } from './wire.ts'

export const disputeEvents = {
  /** The bank of a cardholder has reclaimed a payment. */
  'dispute.opened': { audience: 'internal', payload: dispute },
  /** It was decided: `status` is `won` or `lost`. */
  'dispute.resolved': { audience: 'internal', payload: dispute },
} as const
