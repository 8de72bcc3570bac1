/** The names of the processors. */
export type ProcessorName = 'sandbox'

/** A request to charge a card. */
export interface ChargeRequest {
  readonly organizationId: string
  /** The processor creates at most one charge for a key, however often it is called. */
  readonly key: string
  /** Minor units, above zero. */
  readonly amount: number
  readonly currency: string
  /** The confirmation token of the card; it stands for the payment method and is valid for this charge only. */
  readonly token: string
}

/** A processor's answer about a charge. */
export type ChargeAnswer =
  | { readonly kind: 'succeeded'; readonly reference: string; readonly brand: string; readonly last4: string }
  | { readonly kind: 'declined'; readonly reference: string; readonly code: string; readonly sentence: string }
  | { readonly kind: 'requires_action'; readonly reference: string; readonly actionSecret: string }

/** The outcome of a charge. `unknown` is an outcome of its own, and never a reason to charge again with another key. */
export type ChargeOutcome = ChargeAnswer | { readonly kind: 'unknown'; readonly reason: string }

/** The result of looking up a key at a processor. */
export type ChargeFinding = ChargeOutcome | { readonly kind: 'absent' }

/** Identifies a charge by the key of its request. */
export interface ChargeKey {
  readonly organizationId: string
  readonly key: string
}

/** A payment processor. Never called inside a transaction of ours; no method throws for an external failure. */
export interface Processor {
  readonly name: ProcessorName
  /** Charges, or returns the outcome of the charge that this key already has. */
  charge(request: ChargeRequest): Promise<ChargeOutcome>
  /** Looks up the charge of a key. */
  find(charge: ChargeKey): Promise<ChargeFinding>
  /** Cancels a key for good: a charge that is not paid by then never will be. Returns the outcome of the charge. */
  cancel(charge: ChargeKey): Promise<ChargeOutcome>
  /** Refunds a whole charge, at most once. False when the processor is unreachable. */
  refund(charge: ChargeKey): Promise<boolean>
}
