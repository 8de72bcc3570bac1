import { refund } from './wire.ts'

export const refundEvents = {
  'refund.created': { audience: 'merchant', payload: refund },
  'refund.updated': { audience: 'merchant', payload: refund },
} as const
