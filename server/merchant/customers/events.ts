import { z } from 'zod'
import { id } from '#platform/http/wire-parts.ts'
import { customer } from './wire.ts'

export const customerEvents = {
  'customer.created': { audience: 'merchant', payload: customer },
  'customer.updated': { audience: 'merchant', payload: customer },
  'customer.deleted': { audience: 'merchant', payload: customer },
  /** Its personal data outside its own row is erased after this event: by the email and the external id that it had, where nothing else names it. */
  'customer.anonymized': { audience: 'internal', payload: customer.extend({ former_email: z.string().nullish() }) },
  /** Its sessions end after this event: they may have been opened by the external id. */
  'customer.external_id_removed': { audience: 'internal', payload: z.object({ organization_id: id, id }) },
  /**
   * The address was verified for the first time. What others may have left is removed: where it had only been typed (`was_typed`), all cards;
   * otherwise those of buyers who had typed it.
   */
  'customer.secured': { audience: 'internal', payload: z.object({ organization_id: id, id, was_typed: z.boolean() }) },
} as const
