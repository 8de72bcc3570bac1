import { z } from 'zod'
import type { Customer } from '#merchant/customers/model.ts'
import { orderCustomer, toCustomerWire } from '#merchant/customers/wire.ts'
import { disputePage } from '#money/payments/model.ts'
import { added, timestamp, toTimestamp } from '#platform/http/wire-parts.ts'
import { constantFields, fieldsOf } from '#platform/resource/fields.ts'
import { disputeStatus } from '#sales/returns/refunds/wire.ts'
import { type Dispute, disputeColumns, isResolved } from './model.ts'
import { isPastDue } from './rules.ts'

const EVIDENCE_MAXIMUM = 20_000

const fields = fieldsOf(disputeColumns)
const caseFields = constantFields({ case_id: [z.string().nullable(), null, 'Always null: there are no support cases.'] })

/** A dispute as returned to its merchant, in minor units. */
export const dispute = z
  .object({
    ...fields.shape,
    ...caseFields.shape,
    status: disputeStatus,
    resolved: z.boolean().meta({ description: 'Whether it was won or lost.' }),
    closed: z.boolean().meta({ description: 'Whether it was prevented, won or lost.' }),
    evidence_due_by: timestamp.nullable().meta({ description: 'Until when evidence can be sent; null: none is needed.' }),
    past_due: z.boolean().meta({ description: 'Whether that time has passed.' }),
    customer: orderCustomer,
    order_number: z.string().meta(added('The number of the order.')),
    total_amount: z.int().meta(added('The amount with its tax, in minor units.')),
    processor_url: z.string().nullable().meta(added('Its page at the processor, which also takes files as evidence; null in the sandbox.')),
  })
  .meta({ id: 'Dispute' })

export type DisputeWire = z.output<typeof dispute>

export const disputeContest = z
  .object({
    evidence: z.string().trim().min(1).max(EVIDENCE_MAXIMUM).meta({
      description:
        'Why the payment is justified, for the bank. The sandbox decides by `wins` and `loses`; anything else it reviews for a minute, and the dispute is won.',
    }),
  })
  .meta({ id: 'DisputeContest', examples: [{ evidence: 'The customer downloaded the file on 12 March and confirmed it by email.' }] })

/** A dispute with what its order and customer are shown by, at the time of its merchant. */
export interface FullDispute {
  readonly dispute: Dispute
  readonly order: { readonly number: string }
  readonly customer: Customer
  readonly now: Date
}

/** The dispute as JSON; `baseUrl` has no slash at its end. */
export function toDisputeWire({ dispute: one, order, customer, now }: FullDispute, baseUrl: string): DisputeWire {
  const isClosed = isResolved(one.status)
  return {
    ...fields.toWire(one),
    ...caseFields.values,
    status: one.status,
    resolved: isClosed,
    closed: isClosed,
    evidence_due_by: one.evidenceDueBy && toTimestamp(one.evidenceDueBy),
    past_due: isPastDue(one, now),
    customer: toCustomerWire(customer, baseUrl),
    order_number: order.number,
    total_amount: one.amount + one.taxAmount,
    processor_url: disputePage(one),
  }
}
