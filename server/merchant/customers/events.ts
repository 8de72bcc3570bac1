import { z } from 'zod'
import { customer } from './wire.ts'

export const customerEvents = {
  'customer.created': { audience: 'merchant', payload: customer },
  'customer.updated': { audience: 'merchant', payload: customer },
  'customer.deleted': { audience: 'merchant', payload: customer },
  /** Its personal data outside its own row is erased after this event: by the email and the external id that it had, where nothing else names it. */
  'customer.anonymized': { audience: 'internal', payload: customer.extend({ former_email: z.string().nullish() }) },
} as const
