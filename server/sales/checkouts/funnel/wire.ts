import { z } from 'zod'
import { COUNTED_MAXIMUM, type FunnelCounts, ratesOf } from './rules.ts'

const count = (description: string) => z.int().min(0).meta({ description })
const share = (description: string) =>
  z
    .number()
    .min(0)
    .max(1)
    .nullable()
    .meta({ description: `${description} From 0 to 1; null without any.` })

/** The numbers of checkouts by how far they came. */
export const checkoutFunnel = z
  .object({
    opened: count('All checkouts that were created in the period.'),
    attempted: count('Those whose buyer has confirmed at least once, paid or not.'),
    succeeded: count('Those that were paid.'),
    failed: count('Those that can no longer be paid after too many declined attempts.'),
    expired: count('Those that ended without a payment.'),
    open: count('Those that still wait for their buyer.'),
    attempted_rate: share('The share of all that were attempted.'),
    paid_rate: share('The share of the attempted ones that were paid.'),
    succeeded_rate: share('The share of all that were paid.'),
    is_limited: z.boolean().meta({
      description: `Whether only the latest ${COUNTED_MAXIMUM} are counted, because the period may have more.`,
    }),
  })
  .meta({ id: 'CheckoutFunnel', description: 'How many of the checkouts of a period came how far.' })

/** The funnel as JSON. */
export function toCheckoutFunnelWire(counts: FunnelCounts): z.output<typeof checkoutFunnel> {
  const rates = ratesOf(counts)
  return {
    ...counts,
    attempted_rate: rates.attempted,
    paid_rate: rates.paid,
    succeeded_rate: rates.succeeded,
    is_limited: counts.opened >= COUNTED_MAXIMUM,
  }
}
