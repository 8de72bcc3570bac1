// Refunds and disputes of the fake.
import { checkStep, DISPUTE_FEE, textOf } from './intents.ts'
import { type Parameters, refuse } from './parameters.ts'
import { type DisputeObject, newObjectId, type RefundObject, type StripeState } from './state.ts'

/** The evidence by which Stripe's test mode decides a dispute. */
export const evidence = { wins: 'winning_evidence', loses: 'losing_evidence' } as const

const LIMIT = 10

/** Refunds a part of a charge, or what is left of it. */
export function createRefund(state: StripeState, parameters: Parameters): RefundObject {
  const intent = state.intents.get(textOf(parameters, 'payment_intent') ?? '')
  if (!intent) refuse('resource_missing', 'No such payment_intent', 'payment_intent')
  const { charge } = intent
  if (!charge) refuse(undefined, 'This PaymentIntent does not have a successful charge to refund.', 'payment_intent')
  const of = state.refunds.filter(({ payment_intent, status }) => payment_intent === intent.id && status !== 'failed')
  const left = charge.amount - of.reduce((total, { amount }) => total + amount, 0)
  const amount = Number(textOf(parameters, 'amount') ?? left)
  const isDisputed = state.disputes.some(({ payment_intent, status }) => payment_intent === intent.id && status !== 'won')
  if (isDisputed) refuse('charge_disputed', `Charge ${charge.id} has been charged back; cannot issue a refund.`)
  if (left === 0) refuse('charge_already_refunded', `Charge ${charge.id} has already been refunded.`)
  if (amount > left) refuse(undefined, `Refund amount (${amount}) is greater than unrefunded amount on charge (${left})`, 'amount')
  if (amount === 0) refuse('parameter_invalid_integer', 'This value must be greater than or equal to 1.', 'amount')
  checkStep(amount, charge.currency)
  const behaviour = state.cards.get(intent.payment_method ?? '')?.refund ?? 'succeeds'
  const refund: RefundObject = {
    id: newObjectId('re'),
    object: 'refund',
    amount,
    currency: charge.currency,
    payment_intent: intent.id,
    charge: charge.id,
    metadata: (parameters['metadata'] ?? {}) as Readonly<Record<string, string>>,
    status: behaviour === 'succeeds' ? 'succeeded' : 'pending',
  }
  state.refunds.unshift(refund)
  state.emit({ type: 'refund.created', object: { ...refund } })
  return refund
}

/** The banks decide the refunds that are pending. */
export function settleRefunds(state: StripeState): void {
  for (const refund of state.refunds.filter(({ status }) => status === 'pending')) {
    const intent = state.intents.get(refund.payment_intent)
    const hasFailed = state.cards.get(intent?.payment_method ?? '')?.refund === 'fails'
    refund.status = hasFailed ? 'failed' : 'succeeded'
    state.emit({ type: hasFailed ? 'refund.failed' : 'refund.updated', object: { ...refund } })
  }
}

/** The banks send back the refunds that have succeeded. */
export function returnRefunds(state: StripeState): void {
  for (const refund of state.refunds.filter(({ status }) => status === 'succeeded')) {
    refund.status = 'failed'
    state.emit({ type: 'refund.failed', object: { ...refund } })
  }
}

/** A page of a list, newest first. */
export function pageOf<T extends { readonly id: string; readonly payment_intent: string }>(items: readonly T[], parameters: Parameters) {
  const of = textOf(parameters, 'payment_intent')
  const matching = items.filter(({ payment_intent }) => of === undefined || payment_intent === of)
  const after = textOf(parameters, 'starting_after')
  const start = after === undefined ? 0 : matching.findIndex(({ id }) => id === after) + 1
  const limit = Number(textOf(parameters, 'limit') ?? LIMIT)
  return { object: 'list', data: matching.slice(start, start + limit), has_more: matching.length > start + limit, url: '/v1/list' }
}

/** Takes the evidence against a dispute. In test mode two texts decide it at once. */
export function updateDispute(state: StripeState, dispute: DisputeObject, parameters: Parameters): void {
  if (dispute.status !== 'needs_response') refuse('dispute_not_open', 'This dispute is closed.')
  const texts = (parameters['evidence'] ?? {}) as Parameters
  dispute.evidence = textOf(texts, 'uncategorized_text') ?? dispute.evidence
  if (textOf(parameters, 'submit') !== 'true') return
  if (dispute.evidence === evidence.wins) closeDispute(state, dispute, 'won')
  else if (dispute.evidence === evidence.loses) closeDispute(state, dispute, 'lost')
  else {
    dispute.status = 'under_review'
    state.emit({ type: 'charge.dispute.updated', object: { ...dispute } })
  }
}

/** The bank decides a dispute. */
export function closeDispute(state: StripeState, dispute: DisputeObject, status: 'won' | 'lost'): void {
  dispute.status = status
  const { amount, currency } = dispute
  // The payment and the fee come back.
  if (status === 'won')
    dispute.balance_transactions.push({ id: newObjectId('txn'), object: 'balance_transaction', amount, currency, fee: -DISPUTE_FEE })
  state.emit({ type: 'charge.dispute.closed', object: { ...dispute } })
}
