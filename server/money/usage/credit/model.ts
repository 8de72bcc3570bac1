import { z } from 'zod'
import { type Model, money, oneOf, recorded, text, uuid } from '#platform/resource/columns.ts'

/** `grant`: the merchant has given it · `downgrade`: it is the rest of a period that a cheaper plan has ended. */
export const creditKinds = ['grant', 'downgrade'] as const

const { id, organizationId, createdAt } = recorded

export const creditColumns = {
  id,
  organizationId,
  createdAt,
  customerId: uuid().fixed(),
  kind: oneOf(z.enum(creditKinds)).fixed(),
  /** The origin, which is that of its entry: credit is given once for it. */
  source: text().fixed().private(),
  /** Before tax. */
  amount: money().fixed(),
  taxAmount: money().fixed(),
  currency: text().fixed(),
  note: text().nullable(),
  /** The order whose money it is; null for a grant. */
  orderId: uuid().nullable().fixed().private(),
  /** The part of it that was taken back, because the payment of its order was lost. */
  reversedAmount: money().private(),
  reversedTaxAmount: money().private(),
} as const

/** Credit that a customer was given: `amount` and its tax, in minor units. What the customer has is the balance in the ledger. Times are UTC. */
export type CustomerCredit = Model<typeof creditColumns>

/** Credit of a customer that can be used, in minor units. */
export interface CreditBalance {
  readonly currency: string
  readonly amount: number
}

/**
 * Why the credit of a customer changed; `order`: it has paid one · `refund_reversal`: the bank has sent a refund back ·
 * `downgrade_reversal`: it was taken back, because the payment that it came from was lost.
 */
export const creditChangeKinds = [...creditKinds, 'order', 'refund', 'refund_reversal', 'downgrade_reversal'] as const

/** One change of a customer's credit. `amount` is in minor units, negative where credit was used or taken back. */
export interface CreditChange {
  /** That of the entry of the ledger. */
  readonly id: string
  readonly createdAt: Date
  readonly kind: (typeof creditChangeKinds)[number]
  readonly amount: number
  readonly currency: string
  readonly orderId: string | null
  readonly note: string | null
}
