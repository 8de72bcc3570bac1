import { z } from 'zod'
import { id } from '#platform/http/wire-parts.ts'

const erasureRequest = z.object({ id, organization_id: id, email: z.string(), name: z.string().nullable() })

export const portalEvents = {
  /** A customer asks for the erasure of their personal data: the owners get an email, and decide. */
  'customer.erasure_requested': { audience: 'internal', payload: erasureRequest },
} as const
