import { order } from './wire.ts'

export const orderEvents = {
  'order.created': { audience: 'merchant', payload: order },
  'order.updated': { audience: 'merchant', payload: order },
  'order.refunded': { audience: 'merchant', payload: order },
  'order.paid': { audience: 'merchant', payload: order },
} as const
