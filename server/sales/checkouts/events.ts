import { checkout } from './wire.ts'

export const checkoutEvents = {
  'checkout.created': { audience: 'merchant', payload: checkout, isSealed: true },
  'checkout.updated': { audience: 'merchant', payload: checkout, isSealed: true },
} as const
