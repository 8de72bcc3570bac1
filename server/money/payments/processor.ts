/** The processors there are. */
export type ProcessorName = 'sandbox'

/** A wish to take money. */
export interface ChargeRequest {
  readonly organizationId: string
  /** The processor makes at most one charge for a key, however often it is asked. */
  readonly key: string
  /** Minor units, above zero. */
  readonly amount: number
  readonly currency: string
  /** What the page got for the card; it stands for the method of payment and is good for this one charge. */
  readonly token: string
  readonly now: Date
}

/** What a processor says of a charge. */
export type ChargeAnswer =
  | { readonly kind: 'succeeded'; readonly reference: string; readonly brand: string; readonly last4: string }
  | { readonly kind: 'declined'; readonly reference: string; readonly code: string; readonly sentence: string }
  | { readonly kind: 'requires_action'; readonly reference: string; readonly actionSecret: string }

/** What became of an attempt to charge: nothing certain is an answer of its own, and never a reason to charge again by another key. */
export type ChargeOutcome = ChargeAnswer | { readonly kind: 'unknown'; readonly reason: string }

/** What a processor knows of a key. */
export type ChargeFinding = ChargeOutcome | { readonly kind: 'absent' }

/** Names a charge by the key it was asked for with. */
export interface ChargeKey {
  readonly organizationId: string
  readonly key: string
  readonly now: Date
}

/** Whoever takes the money. Never called inside a transaction of ours; no method throws for what the outside does. */
export interface Processor {
  readonly name: ProcessorName
  /** Charges, or tells what became of the charge that this key already made. */
  charge(request: ChargeRequest): Promise<ChargeOutcome>
  /** Asks what became of a key. */
  find(charge: ChargeKey): Promise<ChargeFinding>
  /** Gives a key up for good: what is not paid by then never will be. Answers with what the charge has become. */
  cancel(charge: ChargeKey): Promise<ChargeOutcome>
  /** Gives the whole of a charge back; done twice, it is given back once. False when the processor could not be reached. */
  refund(charge: ChargeKey): Promise<boolean>
}
