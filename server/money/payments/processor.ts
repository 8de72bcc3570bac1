/** The names of the processors. */
export const processorNames = ['sandbox', 'stripe'] as const
export type ProcessorName = (typeof processorNames)[number]

/** Identifies a request to a processor, which acts at most once for a key, however often it is called. */
export interface RequestKey {
  readonly organizationId: string
  readonly key: string
}

/**
 * The source of a payment. `token`: the confirmation token of a card that the customer has entered; it is valid for one request. `saved`: a
 * method that an earlier request saved; off session the customer is absent, and an action that the bank requires is a decline.
 */
export type PaymentSource =
  | { readonly kind: 'token'; readonly token: string; readonly saveForCustomerId: string | null }
  | { readonly kind: 'saved'; readonly method: string; readonly isOffSession: boolean }

/** A request to charge. */
export interface ChargeRequest extends RequestKey {
  /** Minor units, above zero. */
  readonly amount: number
  readonly currency: string
  readonly source: PaymentSource
}

/** A request to save a payment method of a customer without a charge. */
export interface SetUpRequest extends RequestKey {
  readonly customerId: string
  readonly token: string
}

/** A processor's answer about a charge or a set-up. */
export type ChargeAnswer =
  | {
      readonly kind: 'succeeded'
      readonly reference: string
      readonly brand: string
      readonly last4: string
      /** The fee that the processor keeps of the amount, in minor units of its currency. */
      readonly feeAmount: number
      /** The saved method that the request has created or used; null where it saved none. */
      readonly method: string | null
      /** A text that is the same for each use of a card at this processor; null where it names none. */
      readonly fingerprint: string | null
    }
  | {
      readonly kind: 'declined'
      readonly reference: string | null
      readonly code: string
      readonly sentence: string
      /** The card that was declined; null where the processor names none. */
      readonly card: { readonly brand: string; readonly last4: string } | null
    }
  | { readonly kind: 'requires_action'; readonly reference: string; readonly actionSecret: string }

/** No certain answer. It is an outcome of its own, and never a reason to ask again with another key. */
export interface UnknownOutcome {
  readonly kind: 'unknown'
  readonly reason: string
}

/** The outcome of a charge or a set-up. */
export type ChargeOutcome = ChargeAnswer | UnknownOutcome

/** The result of looking up a key at a processor. */
export type ChargeFinding = ChargeOutcome | { readonly kind: 'absent' }

/** A request to refund a part of a charge, or all of it. `key` is the refund's own. */
export interface RefundRequest extends RequestKey {
  readonly chargeKey: string
  /** Minor units of the charge's currency, above zero. */
  readonly amount: number
}

/** `pending`: the bank has not confirmed it yet · `failed`: nothing was refunded, or the bank has sent the money back. */
export type RefundAnswer =
  | { readonly kind: 'succeeded'; readonly reference: string }
  | { readonly kind: 'pending'; readonly reference: string }
  | { readonly kind: 'failed'; readonly reference: string | null; readonly reason: RefundFailure }

/** Why a refund failed: it exceeds what is left of the charge, the key has no paid charge, or the bank did not take it. */
export type RefundFailure = 'amount_too_large' | 'not_charged' | 'refused_by_bank'

/** The outcome of a refund. */
export type RefundOutcome = RefundAnswer | UnknownOutcome

/** A refund in the record of a processor. Its amount is in minor units of the charge's currency. */
export interface RecordedRefund {
  /** The key of its request; null where it was made at the processor itself. */
  readonly key: string | null
  readonly reference: string
  readonly amount: number
  readonly outcome: RefundAnswer
}

/** The result of listing the refunds of a charge. */
export type RefundsFinding = { readonly kind: 'found'; readonly refunds: readonly RecordedRefund[] } | UnknownOutcome

/** The states of a dispute (rule W8). */
export const disputeStatuses = ['needs_response', 'under_review', 'won', 'lost'] as const

/** A dispute: the cardholder's bank reclaims a charge. Amounts in minor units of the charge's currency. */
export interface Dispute {
  readonly reference: string
  readonly status: (typeof disputeStatuses)[number]
  readonly amount: number
  /** The fee that the processor charges for the dispute. */
  readonly feeAmount: number
  /** The reason that the bank states, such as `fraudulent`; null: nothing yet. */
  readonly reason: string | null
  /** Until when evidence can be sent; null where none is needed. */
  readonly evidenceDueBy: Date | null
}

/** The result of looking up the dispute of a charge. */
export type DisputeFinding = { readonly kind: 'found'; readonly dispute: Dispute } | { readonly kind: 'absent' } | UnknownOutcome

/** The subject of a processor's event. An event only says that something has changed: the state is looked up. */
export const processorEventTypes = ['charge.succeeded', 'charge.failed', 'refund.updated', 'dispute.updated'] as const
export type ProcessorEventType = (typeof processorEventTypes)[number]

/**
 * A payment processor. Never called inside a transaction of ours; no method throws for an external failure. Set-ups and charges are
 * attempts: `find` and `cancel` take the key of either. `test/support/contracts/processor.ts` holds every adapter to this.
 */
export interface Processor {
  readonly name: ProcessorName
  /** Charges, or returns the outcome of the charge that this key already has. */
  charge(request: ChargeRequest): Promise<ChargeOutcome>
  /** Saves a payment method without a charge. A success has its reference as `method`, and no fee. */
  setUp(request: SetUpRequest): Promise<ChargeOutcome>
  /** Looks up the attempt of a key. */
  find(attempt: RequestKey): Promise<ChargeFinding>
  /** Cancels a key for good: an attempt that has not succeeded by then never will. Returns the outcome of the attempt. */
  cancel(attempt: RequestKey): Promise<ChargeOutcome>
  /** Removes a saved method, which is declined from then on; a removed one again. False when the processor is unreachable. */
  removeMethod(saved: { readonly organizationId: string; readonly method: string }): Promise<boolean>
  /** Refunds, or returns the present outcome of the refund that this key already has. */
  refund(request: RefundRequest): Promise<RefundOutcome>
  /** Looks up the refund of a key. */
  findRefund(refund: RequestKey): Promise<RefundOutcome | { readonly kind: 'absent' }>
  /** Lists the refunds of a charge, oldest first, with those that were made at the processor itself. */
  listRefunds(charge: RequestKey): Promise<RefundsFinding>
  /** Looks up the dispute of a charge. */
  findDispute(charge: RequestKey): Promise<DisputeFinding>
  /** Sends the merchant's evidence against the dispute of a charge, once; returns the dispute as it stands then. */
  contestDispute(charge: RequestKey & { readonly evidence: string }): Promise<DisputeFinding>
  /** Concedes the dispute of a charge that waits for the merchant: it is lost; returns the dispute as it stands then. */
  acceptDispute(charge: RequestKey): Promise<DisputeFinding>
}
