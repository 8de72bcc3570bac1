import { z } from 'zod'
import { id } from '#platform/http/wire-parts.ts'
import { product } from './wire.ts'

export const productEvents = {
  'product.created': { audience: 'merchant', payload: product },
  'product.updated': { audience: 'merchant', payload: product },
  /** Those who have bought it get what it has now (rule Y2). */
  'product.benefits_changed': { audience: 'internal', payload: z.object({ organization_id: id, product_id: id }) },
} as const
