// The renewals of a checkout's subscription as JSON. Pure.
import { z } from 'zod'
import { added, timestamp, toTimestamp } from '#platform/http/wire-parts.ts'
import type { FullCheckout } from '../model.ts'
import { type Renewal, type RenewalContext, renewalsOf } from './rules.ts'

export type { RenewalContext } from './rules.ts'

const renewal = z
  .object({
    at: timestamp.meta({ description: 'When it is billed. Its day counts in the `billing_timezone` of the organization.' }),
    count: z.int().nullable().meta({ description: 'How many renewals from this one on cost the same; null: all that follow.' }),
    amount: z.int().meta({ description: 'The price before discount and tax, without what is used by then.' }),
    discount_amount: z.int(),
    tax_amount: z.int().nullable().meta({ description: 'Null while it is not known.' }),
    total_amount: z.int().meta({ description: 'With the tax as far as it is known.' }),
    is_before_tax: z.boolean().meta({ description: 'Whether tax may still be added to the total.' }),
  })
  .meta({ id: 'CheckoutRenewal' })

/** The fields of a buyer's view with when the subscription is renewed, and what that will cost. */
export const renewalFields = {
  renews_at: timestamp
    .nullable()
    .meta(added('When the trial or the first period ends: of a purchase now, or of that which was made. Null for a one-time product.')),
  renewals: z
    .array(renewal)
    .meta(
      added(
        'The first renewal, and the first one that costs something else because the discount is over. Minor units. Empty for a one-time product.',
      ),
    ),
}

/** The renewals of the subscription that a checkout starts at `now`, or has started. */
export function toRenewalFields(full: FullCheckout, context: RenewalContext) {
  const renewals = renewalsOf(full, context)
  return { renews_at: toTimestamp(renewals[0]?.at ?? null), renewals: renewals.map(toRenewalWire) }
}

function toRenewalWire({ at, count, amount, discountAmount, taxAmount, totalAmount, isBeforeTax }: Renewal): z.output<typeof renewal> {
  return {
    at: toTimestamp(at),
    count,
    amount,
    discount_amount: discountAmount,
    tax_amount: taxAmount,
    total_amount: totalAmount,
    is_before_tax: isBeforeTax,
  }
}
