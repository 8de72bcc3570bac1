import { customer } from './wire.ts'

export const customerEvents = {
  'customer.created': { audience: 'merchant', payload: customer },
  'customer.updated': { audience: 'merchant', payload: customer },
  'customer.deleted': { audience: 'merchant', payload: customer },
  /** Its personal data outside its own row is erased after this event. */
  'customer.anonymized': { audience: 'internal', payload: customer },
} as const
