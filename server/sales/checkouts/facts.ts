import { checkout } from './wire.ts'

export const checkoutFacts = {
  'checkout.created': { audience: 'merchant', payload: checkout },
  'checkout.updated': { audience: 'merchant', payload: checkout },
} as const
