import { refund, returnedPayment } from './wire.ts'

export const refundEvents = {
  'refund.created': { audience: 'merchant', payload: refund },
  'refund.updated': { audience: 'merchant', payload: refund },
  'payment.returned': { audience: 'internal', payload: returnedPayment },
} as const
