// Refunds and disputes at Stripe.
import Stripe from 'stripe'
import { fromProviderUnits, toProviderUnits } from '#kernel/money.ts'
import type {
  DisputeFinding,
  RecordedRefund,
  RefundAnswer,
  RefundFailure,
  RefundOutcome,
  RefundRequest,
  RefundsFinding,
  RequestKey,
} from '../../processor.ts'
import { answerAbout, type StripeAccount, withRateLimitRetry } from './account.ts'
import { absent, disputeOf, idOf, metadataKeys, refundAnswer } from './answers.ts'
import { attemptOf, insertRefund, refundOf, saveRefundReference } from './record.ts'

/** Objects per page, the most that Stripe gives. */
const PAGE = 100

/** Refunds a part of a charge once for a key. */
export async function refund(account: StripeAccount, request: RefundRequest): Promise<RefundOutcome> {
  const { organizationId, key, chargeKey } = request
  const { api, platform } = account
  const charge = await findCharge(account, { organizationId, key: chargeKey })
  if (!charge) return failed('not_charged')
  const { attemptId, intent } = charge
  const known = await findRefund(account, request)
  if (known.kind !== 'absent') return known
  const charged = answerAbout(await withRateLimitRetry(() => api.paymentIntents.retrieve(intent)), ({ id }) => id === intent)
  if (charged.status !== 'succeeded') return failed('not_charged')
  const amount = toProviderUnits('stripe', charged.currency, request.amount)
  const now = platform.clock.now(request)
  const { refund: row } = await platform.database.transaction((tx) => insertRefund(tx, { organizationId, key, attemptId, now }))
  const metadata = { [metadataKeys.request]: key, [metadataKeys.organization]: organizationId }
  try {
    const create = () => api.refunds.create({ payment_intent: intent, amount, metadata }, { idempotencyKey: row.id })
    const created = answerAbout(await withRateLimitRetry(create), (answer) => answer.metadata?.[metadataKeys.request] === key)
    await platform.database.transaction((tx) => saveRefundReference(tx, row, created.id))
    return refundAnswer(created)
  } catch (error) {
    const reason = error instanceof Stripe.errors.StripeInvalidRequestError ? failureOf(error) : null
    if (reason !== null) return failed(reason)
    throw error
  }
}

// Undefined where the key has no attempt, an attempt without an intent, or a set-up.
async function findCharge(
  { platform }: StripeAccount,
  charge: RequestKey,
): Promise<{ readonly attemptId: string; readonly intent: string } | undefined> {
  const attempt = await attemptOf(platform.database.db, charge)
  if (!attempt || attempt.intent === null || attempt.kind !== 'payment') return undefined
  return { attemptId: attempt.id, intent: attempt.intent }
}

/** The codes of a charge that its cardholder disputes. */
const disputed: ReadonlySet<string | undefined> = new Set(['charge_disputed', 'refund_disputed_payment'])

// Null for a refusal that a later request may not get. Stripe has no code for an amount above what is left.
function failureOf({ code, param }: Stripe.errors.StripeInvalidRequestError): RefundFailure | null {
  if (disputed.has(code)) return 'refused_by_bank'
  return param === 'amount' || code === 'charge_already_refunded' ? 'amount_too_large' : null
}

const failed = (reason: RefundFailure): RefundAnswer => ({ kind: 'failed', reference: null, reason })

/** The refund of a key: by its reference, or by the metadata of the refunds of its charge where the answer was lost. */
export async function findRefund(account: StripeAccount, request: RequestKey): Promise<RefundOutcome | typeof absent> {
  const { api, platform } = account
  const row = await refundOf(platform.database.db, request)
  if (!row) return absent
  const { reference, intent } = row
  if (reference !== null)
    return refundAnswer(answerAbout(await withRateLimitRetry(() => api.refunds.retrieve(reference)), ({ id }) => id === reference))
  const found =
    intent === null ? undefined : (await refundsOf(account, intent)).find(({ metadata }) => metadata?.[metadataKeys.request] === row.key)
  if (!found) return absent
  await platform.database.transaction((tx) => saveRefundReference(tx, row, found.id))
  return refundAnswer(found)
}

const isOf =
  (intent: string) =>
  ({ payment_intent: of }: Pick<Stripe.Refund | Stripe.Dispute, 'payment_intent'>): boolean =>
    idOf(of) === intent

// Newest first.
async function refundsOf({ api }: StripeAccount, intent: string): Promise<Stripe.Refund[]> {
  const refunds: Stripe.Refund[] = []
  for (let hasMore = true; hasMore; ) {
    const after = refunds.at(-1)?.id
    const page = await withRateLimitRetry(() =>
      api.refunds.list({ payment_intent: intent, limit: PAGE, ...(after !== undefined && { starting_after: after }) }),
    )
    refunds.push(...page.data.map((each) => answerAbout(each, isOf(intent))))
    hasMore = page.has_more && page.data.length > 0
  }
  return refunds
}

/** The refunds of a charge, oldest first. */
export async function listRefunds(account: StripeAccount, charge: RequestKey): Promise<RefundsFinding> {
  const found = await findCharge(account, charge)
  if (!found) return { kind: 'found', refunds: [] }
  const refunds = (await refundsOf(account, found.intent)).toReversed().map(
    (each): RecordedRefund => ({
      key: each.metadata?.[metadataKeys.request] ?? null,
      reference: each.id,
      amount: fromProviderUnits('stripe', each.currency, each.amount),
      outcome: refundAnswer(each),
    }),
  )
  return { kind: 'found', refunds }
}

/** The newest dispute of a charge. */
export async function findDispute(account: StripeAccount, charge: RequestKey): Promise<DisputeFinding> {
  const found = await newestDispute(account, charge)
  const dispute = found && disputeOf(found)
  return dispute ? { kind: 'found', dispute } : absent
}

async function newestDispute(account: StripeAccount, charge: RequestKey): Promise<Stripe.Dispute | undefined> {
  const found = await findCharge(account, charge)
  if (!found) return undefined
  const { intent } = found
  const [newest] = (await withRateLimitRetry(() => account.api.disputes.list({ payment_intent: intent, limit: 1 }))).data
  return newest && answerAbout(newest, isOf(intent))
}

/** Sends the evidence against a dispute that waits for it; Stripe takes it once. */
export async function contestDispute(account: StripeAccount, request: RequestKey & { readonly evidence: string }): Promise<DisputeFinding> {
  const found = await newestDispute(account, request)
  if (found?.status !== 'needs_response') return findDispute(account, request)
  await withRateLimitRetry(() =>
    account.api.disputes.update(
      found.id,
      { evidence: { uncategorized_text: request.evidence }, submit: true },
      { idempotencyKey: `${found.id}:evidence` },
    ),
  )
  return findDispute(account, request)
}

/** Concedes a dispute that waits for the merchant. */
export async function acceptDispute(account: StripeAccount, charge: RequestKey): Promise<DisputeFinding> {
  const found = await newestDispute(account, charge)
  if (found?.status === 'needs_response')
    await withRateLimitRetry(() => account.api.disputes.close(found.id, {}, { idempotencyKey: `${found.id}:close` }))
  return findDispute(account, charge)
}
