import { customer } from './wire.ts'

export const customerEvents = {
  'customer.created': { audience: 'merchant', payload: customer },
  'customer.updated': { audience: 'merchant', payload: customer },
  'customer.deleted': { audience: 'merchant', payload: customer },
} as const
