// PaymentIntents and SetupIntents of the fake: their states, and what confirming, approving and canceling does to them.
import { type CardDecline, type StripeTestCard, testCard } from './cards.ts'
import { type Parameters, refuse, StripeFault } from './parameters.ts'
import { feeOf, type IntentObject, intentWire, newObjectId, type PaymentMethodObject, type StripeState } from './state.ts'

const MINIMUM = 50
/** Currencies of three decimals are charged in steps of ten. */
const THREE_DECIMALS: ReadonlySet<string> = new Set(['bhd', 'jod', 'kwd', 'omr', 'tnd'])
const ONE_TENTH = 10
/** Currencies without decimals that are given in hundredths. */
const IN_HUNDREDTHS: ReadonlySet<string> = new Set(['isk', 'ugx'])
/** The fee that is withdrawn with a dispute, and returned with one that is won. */
export const DISPUTE_FEE = 1500
/** The time for which evidence is taken. */
const EVIDENCE_SECONDS = 7 * 86_400

const sentences: Readonly<Record<string, string>> = {
  expired_card: 'Your card has expired.',
  incorrect_cvc: "Your card's security code is incorrect.",
  processing_error: 'An error occurred while processing your card. Try again in a little bit.',
  insufficient_funds: 'Your card has insufficient funds.',
  authentication_required: 'Your card was declined. This transaction requires authentication.',
}

/** A text parameter that may be missing. */
export function textOf(parameters: Parameters, name: string): string | undefined {
  const value = parameters[name]
  return typeof value === 'string' ? value : undefined
}

/** Creates an intent. */
export function createIntent(state: StripeState, object: IntentObject['object'], parameters: Parameters): IntentObject {
  const amount = Number(textOf(parameters, 'amount') ?? 0)
  const currency = textOf(parameters, 'currency') ?? ''
  const customer = textOf(parameters, 'customer') ?? null
  if (customer !== null && !state.customers.has(customer)) refuse('resource_missing', `No such customer: '${customer}'`, 'customer')
  if (object === 'payment_intent') checkAmount(amount, currency)
  const id = newObjectId(object === 'payment_intent' ? 'pi' : 'seti')
  const intent: IntentObject = {
    id,
    object,
    client_secret: `${id}_secret_${newObjectId('s').slice(2)}`,
    created: Math.floor(Date.now() / 1000),
    amount,
    currency,
    customer,
    metadata: (parameters['metadata'] ?? {}) as Readonly<Record<string, string>>,
    saves: object === 'setup_intent',
    status: 'requires_payment_method',
    payment_method: null,
    error: null,
    charge: null,
  }
  state.intents.set(id, intent)
  return intent
}

function checkAmount(amount: number, currency: string): void {
  if (amount < MINIMUM) refuse('amount_too_small', 'Amount must be at least $0.50 usd', 'amount')
  checkStep(amount, currency)
}

/** Refuses an amount that the currency does not have: in tenths of its smallest unit, or in hundredths. */
export function checkStep(amount: number, currency: string): void {
  const step = THREE_DECIMALS.has(currency) ? ONE_TENTH : IN_HUNDREDTHS.has(currency) ? 100 : 1
  if (amount % step !== 0) refuse('parameter_invalid_integer', `Amounts of ${currency} are multiples of ${step}`, 'amount')
}

/** Confirms an intent with the method of a token or a saved one. Throws the card error that Stripe answers. */
export function confirmIntent(state: StripeState, intent: IntentObject, parameters: Parameters): void {
  if (intent.status === 'succeeded' || intent.status === 'canceled') unexpected(intent, 'confirm')
  const token = textOf(parameters, 'confirmation_token')
  const isOffSession = textOf(parameters, 'off_session') === 'true'
  const saves = intent.saves || textOf(parameters, 'setup_future_usage') !== undefined
  const { card, method } = token === undefined ? savedCard(state, intent, textOf(parameters, 'payment_method')) : enteredCard(state, token)
  if (saves && intent.customer === null && intent.object === 'payment_intent')
    refuse('parameter_missing', 'A customer is needed', 'customer')
  intent.error = null
  intent.payment_method = method.id
  const outcome = token === undefined ? card.saved : intent.object === 'setup_intent' ? card.setUp : card.entered
  if (typeof outcome === 'object') throw declined(state, intent, outcome)
  if (outcome === 'pays') {
    succeed(state, intent, saves)
    return
  }
  if (isOffSession) throw declined(state, intent, { code: 'authentication_required', decline_code: 'authentication_required' })
  intent.status = 'requires_action'
  pendingSaves.set(intent, saves)
}

/** Whether an intent whose action was not taken yet saves its method. */
const pendingSaves = new WeakMap<IntentObject, boolean>()

function enteredCard(state: StripeState, token: string) {
  const found = state.tokens.get(token)
  if (found === undefined) refuse('resource_missing', `No such confirmation token: '${token}'`, 'confirmation_token')
  if (found.isUsed) refuse('confirmation_token_used', 'This ConfirmationToken was used already.', 'confirmation_token')
  found.isUsed = true
  const { number } = found.card
  const card = { brand: 'visa', last4: number.slice(-4), exp_month: 12, exp_year: 2034, fingerprint: `fp_${number}` }
  const method: PaymentMethodObject = { id: newObjectId('pm'), object: 'payment_method', type: 'card', customer: null, card }
  state.methods.set(method.id, method)
  state.cards.set(method.id, found.card)
  return { card: found.card, method }
}

function savedCard(state: StripeState, intent: IntentObject, id = ''): { card: StripeTestCard; method: PaymentMethodObject } {
  const method = state.methods.get(id)
  const card = state.cards.get(id)
  if (!method || !card) refuse('resource_missing', `No such PaymentMethod: '${id}'`, 'payment_method')
  if (method.customer === null || method.customer !== intent.customer)
    refuse('payment_method_unexpected_state', 'The PaymentMethod does not belong to the Customer.', 'payment_method')
  return { card, method }
}

function declined(state: StripeState, intent: IntentObject, decline: CardDecline): StripeFault {
  const method = state.methods.get(intent.payment_method ?? '')
  const message = sentences[decline.decline_code ?? decline.code] ?? 'Your card was declined.'
  const error = { type: 'card_error', ...decline, message, payment_method: method as PaymentMethodObject } as const
  intent.status = 'requires_payment_method'
  intent.payment_method = null
  intent.error = error
  emitIntent(state, intent, intent.object === 'payment_intent' ? 'payment_failed' : 'setup_failed')
  return new StripeFault(402, { ...error, [intent.object]: intentWire(state, intent, []) })
}

function succeed(state: StripeState, intent: IntentObject, saves: boolean): void {
  const method = state.methods.get(intent.payment_method ?? '') as PaymentMethodObject
  intent.status = 'succeeded'
  if (saves) method.customer = intent.customer
  if (intent.object === 'payment_intent') charge(state, intent, method)
  emitIntent(state, intent, 'succeeded')
  if (intent.charge && state.cards.get(method.id)?.isDisputed) openDispute(state, intent)
}

function charge(_state: StripeState, intent: IntentObject, { card }: PaymentMethodObject): void {
  const { amount, currency, id: payment_intent } = intent
  intent.charge = { id: newObjectId('ch'), object: 'charge', amount, currency, payment_intent, fee: feeOf(amount), card }
}

function emitIntent(state: StripeState, intent: IntentObject, verb: string): void {
  state.emit({ type: `${intent.object}.${verb}`, object: intentWire(state, intent, []) })
}

/** Acts as the bank's page: the customer approves or rejects the payment of a client secret. */
export function answerAction(state: StripeState, clientSecret: string, isApproved: boolean): IntentObject {
  const intent = [...state.intents.values()].find(({ client_secret }) => client_secret === clientSecret)
  if (!intent) throw new Error('No intent has this client secret.')
  if (intent.status !== 'requires_action') return intent
  const approved = state.cards.get(intent.payment_method ?? '')?.approved ?? 'pays'
  if (isApproved && approved === 'pays') succeed(state, intent, pendingSaves.get(intent) ?? false)
  else declined(state, intent, isApproved && typeof approved === 'object' ? approved : { code: `${intent.object}_authentication_failure` })
  return intent
}

/** Cancels an intent that has not succeeded. */
export function cancelIntent(_state: StripeState, intent: IntentObject): void {
  if (intent.status === 'succeeded' || intent.status === 'canceled' || intent.status === 'processing') unexpected(intent, 'cancel')
  intent.status = 'canceled'
}

function unexpected(intent: IntentObject, verb: string): never {
  refuse(`${intent.object}_unexpected_state`, `You cannot ${verb} this ${intent.object} because it has a status of ${intent.status}.`)
}

/** The cardholder disputes a charge: its amount and a fee are withdrawn. */
export function openDispute(state: StripeState, intent: IntentObject): void {
  const { charge, amount, currency, id: payment_intent } = intent
  if (!charge) throw new Error('An unpaid intent cannot be disputed.')
  const withdrawal = { id: newObjectId('txn'), object: 'balance_transaction', amount: -amount, currency, fee: DISPUTE_FEE }
  const dispute = { id: newObjectId('du'), object: 'dispute', amount, currency, payment_intent, charge: charge.id } as const
  const details = { reason: 'fraudulent', evidence_details: { due_by: Math.floor(Date.now() / 1000) + EVIDENCE_SECONDS } }
  state.disputes.unshift({ ...dispute, ...details, status: 'needs_response', balance_transactions: [withdrawal], evidence: null })
  state.emit({ type: 'charge.dispute.created', object: { ...state.disputes[0] } })
}

/** A confirmation token, as Stripe.js makes one of the card that the customer enters. */
export function newToken(state: StripeState, number: string): string {
  const id = newObjectId('ctoken')
  state.tokens.set(id, { card: testCard(number.replaceAll(' ', '')), isUsed: false })
  return id
}
