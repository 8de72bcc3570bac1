import { z } from 'zod'
import { round } from '#kernel/money.ts'
import { added } from '#platform/http/wire-parts.ts'
import { type Model, money, oneOf, recorded, text, time, uuid } from '#platform/resource/columns.ts'
import { disputeStatuses, type ProcessorName, processorNames } from './processor.ts'

export type { PaymentMethod } from './methods/model.ts'
export { type ChargeOutcome, type Dispute, disputeStatuses, type ProcessorName, processorNames, type RefundOutcome } from './processor.ts'

/**
 * `pending`: recorded, the processor is being called · `in_doubt`: called, no certain answer · `requires_action`: the buyer must
 * approve it at the processor · `refunded`: a duplicate that was refunded.
 */
export const paymentStatuses = ['pending', 'in_doubt', 'requires_action', 'succeeded', 'failed', 'refunded'] as const
export type PaymentStatus = (typeof paymentStatuses)[number]

export const paymentColumns = {
  ...recorded,
  /** The purpose: `checkout` and the checkout's id. */
  purpose: text().fixed().private(),
  purposeId: uuid().fixed().private(),
  status: oneOf(z.enum(paymentStatuses)).private(),
  amount: money().fixed(),
  currency: text().fixed(),
  processor: oneOf(z.enum(processorNames)).fixed().private(),
  /** The key of the attempt at the processor, which creates at most one charge for it. */
  idempotencyKey: text().fixed().private(),
  processorReference: text().nullable().private(),
  /** The sealed secret with which the page continues at the processor; only while an action is required. */
  sealedActionSecret: text().nullable().private(),
  declineCode: text().nullable().as('decline_reason'),
  declineMessage: text().nullable(),
  methodBrand: text().nullable().private(),
  methodLast4: text().nullable().private(),
  feeAmount: money().meta(added('What the processor keeps of the amount, in minor units; 0 until it has succeeded.')),
  customerEmail: text().nullable().fixed().private(),
  /** When the processor was last queried for its outcome. */
  queriedAt: time().nullable().storedAs('asked_at').private(),
  /** When it succeeded or failed. */
  settledAt: time().nullable().private(),
} as const

/** One attempt to pay for a purpose. `amount` is in minor units, 0 for a set-up: it saves a payment method alone. Times are UTC. */
export type Payment = Model<typeof paymentColumns>

/** The statuses in which an attempt may still succeed, and so blocks the next one for the same purpose. */
const unsettledStatuses = ['pending', 'in_doubt', 'requires_action'] as const satisfies readonly PaymentStatus[]

/** Whether the attempt may still succeed without another request. */
export function isUnsettled(payment: Pick<Payment, 'status'>): boolean {
  return (unsettledStatuses as readonly string[]).includes(payment.status)
}

/** The decline code of a payment that the processor blocks because it suspects fraud: the checkout fails, and takes no other attempt. */
export const FRAUD = 'fraudulent'

/** The decline code of an attempt that was to begin a trial with a card that has had one before: it has charged nothing (rule R3). */
export const TRIAL_USED = 'trial_used'

/**
 * The decline codes after which the same method never pays (rule U2): the card is lost, stolen or expired, the account is closed, the bank
 * wants no further attempt, or the method was removed. Those that the sandbox does not have are Stripe's.
 */
const hardDeclines: ReadonlySet<string> = new Set([
  'lost_card',
  'stolen_card',
  'expired_card',
  'pickup_card',
  'restricted_card',
  'invalid_account',
  'bank_account_closed',
  'new_account_information_available',
  'do_not_try_again',
  'revocation_of_authorization',
  'revocation_of_all_authorizations',
  'stop_payment_order',
  'invalid_method',
  FRAUD,
])

/** Whether a decline is final for its method, so that no automatic attempt follows (rule U2). */
export function isHardDecline(code: string): boolean {
  return hardDeclines.has(code)
}

/** The decline code of an attempt that the processor has not reported on (rule C6). */
export const PROCESSOR_SILENT = 'processor_silent'

/** The decline codes of attempts that were given up without a decision: canceled at the processor, or never reported by it. */
const undecided: ReadonlySet<string | null> = new Set(['canceled', PROCESSOR_SILENT])

/** Whether the processor never decided an attempt that has failed: the request was lost, or the processor was down. */
export function isUndecided(before: Pick<Payment, 'status'>, after: Pick<Payment, 'declineCode'>): boolean {
  return before.status !== 'requires_action' && undecided.has(after.declineCode)
}

/** Whether a charge off session was declined because the customer has to approve it: they are asked to pay on session (rule U2). */
export function isActionRequired(code: string): boolean {
  return code === 'authentication_required'
}

/**
 * The statuses of a charge in the sandbox's own record. `processing`: the bank has not decided · `canceled`: canceled before it was
 * paid · `refunded`: completely.
 */
export const sandboxChargeStatuses = ['requires_action', 'processing', 'succeeded', 'declined', 'canceled', 'refunded'] as const

export const sandboxChargeColumns = {
  id: uuid(),
  organizationId: uuid(),
  /** The key of the request: at most one charge has it. */
  key: text(),
  status: oneOf(z.enum(sandboxChargeStatuses)),
  /** Zero where a key was canceled before it was charged, and for a set-up. */
  amount: money(),
  currency: text(),
  declineCode: text().nullable(),
  brand: text().nullable(),
  last4: text().nullable(),
  /** The amount that was refunded, pending refunds included. */
  refundedAmount: money().meta(added('What was refunded of the charge, pending refunds included, in minor units.')),
  disputeStatus: oneOf(z.enum(disputeStatuses)).nullable().meta(added('The state of the dispute of the charge; null without one.')),
  createdAt: time(),
} as const

/** A charge in the sandbox's own record. */
export type SandboxCharge = Model<typeof sandboxChargeColumns>

/** The sandbox's reference of a charge, as it stands in our payment attempt. */
export function sandboxReference(charge: Pick<SandboxCharge, 'id'>): string {
  return `sandbox_ch_${charge.id}`
}

const FEE_PER_MILLE = 29
const FEE_FIXED = 30

/** The fee that the sandbox keeps of a charge, as card processors do: 2.9 % and 30 minor units. */
export function sandboxFee(amount: number): number {
  return amount === 0 ? 0 : round(amount * FEE_PER_MILLE, 1000) + FEE_FIXED
}

/** The page of a dispute at its processor, where its merchant is signed in; null for the sandbox, which has none. */
export function disputePage({ processor, reference }: { readonly processor: ProcessorName; readonly reference: string }): string | null {
  return processor === 'stripe' ? `https://dashboard.stripe.com/disputes/${encodeURIComponent(reference)}` : null
}
