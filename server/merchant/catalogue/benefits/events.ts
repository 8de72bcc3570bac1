import { z } from 'zod'
import { id } from '#platform/http/wire-parts.ts'
import { benefit } from './wire.ts'

export const benefitEvents = {
  'benefit.created': { audience: 'merchant', payload: benefit },
  'benefit.updated': { audience: 'merchant', payload: benefit },
  /** Its grants are revoked (rule Y9). */
  'benefit.deleted': { audience: 'internal', payload: z.object({ organization_id: id, benefit_id: id }) },
} as const
