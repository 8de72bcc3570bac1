// The objects of the fake, by the fields that Stripe's API reference gives them.
import { randomBytes } from 'node:crypto'
import type { StripeTestCard } from './cards.ts'

/** An error of a payment or a set-up, as an object has it. */
export interface IntentError {
  readonly type: 'card_error'
  readonly code: string
  readonly decline_code?: string
  readonly message: string
  readonly payment_method: PaymentMethodObject
}

export interface PaymentMethodObject {
  readonly id: string
  readonly object: 'payment_method'
  readonly type: 'card'
  customer: string | null
  readonly card: {
    readonly brand: string
    readonly last4: string
    readonly exp_month: number
    readonly exp_year: number
    readonly fingerprint: string
  }
}

export interface IntentObject {
  readonly id: string
  readonly object: 'payment_intent' | 'setup_intent'
  readonly client_secret: string
  readonly created: number
  readonly amount: number
  readonly currency: string
  readonly customer: string | null
  readonly metadata: Readonly<Record<string, string>>
  readonly saves: boolean
  status: 'requires_payment_method' | 'requires_action' | 'processing' | 'canceled' | 'succeeded'
  payment_method: string | null
  error: IntentError | null
  charge: ChargeObject | null
}

export interface ChargeObject {
  readonly id: string
  readonly object: 'charge'
  readonly amount: number
  readonly currency: string
  readonly payment_intent: string
  readonly fee: number
  readonly card: PaymentMethodObject['card']
}

export interface RefundObject {
  readonly id: string
  readonly object: 'refund'
  readonly amount: number
  readonly currency: string
  readonly payment_intent: string
  readonly charge: string
  readonly metadata: Readonly<Record<string, string>>
  status: 'pending' | 'succeeded' | 'failed'
}

export interface DisputeObject {
  readonly id: string
  readonly object: 'dispute'
  readonly amount: number
  readonly currency: string
  readonly payment_intent: string
  readonly charge: string
  status: 'needs_response' | 'under_review' | 'won' | 'lost'
  readonly reason: string
  readonly evidence_details: { readonly due_by: number }
  readonly balance_transactions: Readonly<Record<string, unknown>>[]
  evidence: string | null
}

/** A calculation that can be recorded, once. */
export interface TaxCalculationObject {
  readonly id: string
  readonly amount: number
  readonly tax: number
  readonly behavior: string
}

/** A recorded sale, or a reversal with negative amounts; a full reversal of a reversal has positive ones. */
export interface TaxTransactionObject {
  readonly id: string
  readonly object: 'tax.transaction'
  readonly type: 'transaction' | 'reversal'
  readonly reference: string
  readonly metadata: Readonly<Record<string, string>>
  readonly reversal: { readonly original_transaction: string } | null
  readonly line: { readonly id: string; readonly amount: number; readonly amount_tax: number; readonly tax_behavior: string }
}

/** An occurrence that an event reports. */
export interface Happening {
  readonly type: string
  readonly object: Readonly<Record<string, unknown>>
}

/** Everything that the fake account has. */
export interface StripeState {
  /** Whether its keys are those of real money. */
  isLive: boolean
  /** The fields that Stripe Tax lacks before it calculates: `head_office`. */
  missingTaxFields: readonly string[]
  /** Rates in percent that have changed, by place: `US-NY`. */
  taxRates: Readonly<Record<string, string>>
  readonly taxCalculations: Map<string, TaxCalculationObject>
  readonly taxTransactions: TaxTransactionObject[]
  readonly customers: Map<string, Readonly<Record<string, unknown>>>
  readonly tokens: Map<string, { readonly card: StripeTestCard; isUsed: boolean }>
  readonly cards: Map<string, StripeTestCard>
  readonly methods: Map<string, PaymentMethodObject>
  readonly intents: Map<string, IntentObject>
  readonly refunds: RefundObject[]
  readonly disputes: DisputeObject[]
  readonly emit: (happening: Happening) => void
}

/** An empty account. */
export function newState(emit: StripeState['emit']): StripeState {
  return {
    isLive: true,
    missingTaxFields: [],
    taxRates: {},
    taxCalculations: new Map(),
    taxTransactions: [],
    customers: new Map(),
    tokens: new Map(),
    cards: new Map(),
    methods: new Map(),
    intents: new Map(),
    refunds: [],
    disputes: [],
    emit,
  }
}

/** A new id. */
export const newObjectId = (prefix: string): string => `${prefix}_${randomBytes(12).toString('hex')}`

const FEE_PER_MILLE = 29
const FEE_FIXED = 30

/** The fee that the account pays for a charge. */
export const feeOf = (amount: number): number => Math.round((amount * FEE_PER_MILLE) / 1000) + FEE_FIXED

/** An intent as JSON, with the objects that the request expands. */
export function intentWire(state: StripeState, intent: IntentObject, expand: readonly string[]): Record<string, unknown> {
  const { error, charge, saves: _, object, ...shown } = intent
  const method = intent.payment_method === null ? null : state.methods.get(intent.payment_method)
  const payment_method = expand.includes('payment_method') ? (method ?? null) : intent.payment_method
  const next_action =
    intent.status === 'requires_action' ? { type: 'use_stripe_sdk', use_stripe_sdk: { type: 'three_d_secure_redirect' } } : null
  if (object === 'setup_intent') {
    const { amount: _amount, currency: _currency, ...setup } = shown
    return { object, livemode: state.isLive, ...setup, payment_method, next_action, last_setup_error: error }
  }
  const isExpanded = expand.some((path) => path === 'latest_charge' || path.startsWith('latest_charge.'))
  const latest_charge = charge && (isExpanded ? chargeWire(charge, expand.includes('latest_charge.balance_transaction')) : charge.id)
  return { object, livemode: state.isLive, ...shown, payment_method, next_action, last_payment_error: error, latest_charge }
}

function chargeWire({ fee, card, ...charge }: ChargeObject, hasTransaction: boolean): Record<string, unknown> {
  const transaction = { id: `txn_${charge.id}`, object: 'balance_transaction', amount: charge.amount, currency: charge.currency, fee }
  return {
    ...charge,
    payment_method_details: { type: 'card', card },
    balance_transaction: hasTransaction ? transaction : transaction.id,
  }
}
