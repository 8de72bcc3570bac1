import { z } from 'zod'
import { id } from '#platform/http/wire-parts.ts'

const savedMethod = z.object({ organization_id: id, customer_id: id, payment_method_id: id })

export const paymentEvents = {
  /** A customer has saved a payment method, which is the default one from then on. */
  'payment_method.saved': { audience: 'internal', payload: savedMethod },
} as const
