import { z } from 'zod'
import { id } from '#platform/http/wire-parts.ts'
import { accountProviders } from './model.ts'

const linked = z.object({ organization_id: id, customer_id: id, provider: z.enum(accountProviders), account_id: z.string() })

export const linkedAccountEvents = {
  /** Grants that wait for an account of this provider can continue. */
  'customer.account_linked': { audience: 'internal', payload: linked },
} as const
