import { assert, present } from '#kernel/assert.ts'
import { declareSealed } from '#platform/crypto/sealed-columns.ts'
import type { Tx } from '#platform/database/database.ts'
import type { Platform } from '#platform/platform.ts'
import { enqueue } from '#platform/worker/enqueue.ts'
import { queryPaymentSpec } from '../job-specs.ts'
import type { Payment } from '../model.ts'
import type { ChargeOutcome } from '../processor.ts'
import { type AnswerEffect, applyAnswer } from '../rules.ts'
import { findPayment, saveLockedPayment } from '../store.ts'

const SEAL = 'payment-action'
declareSealed(SEAL, { table: 'payments', column: 'sealed_action_secret' })
/** Seconds until the processor is first queried about an attempt without a certain answer. */
const FIRST_QUERY_SECONDS = 5

/** The outcome of an attempt, to be recorded. */
export interface Settlement {
  readonly platform: Platform
  readonly payment: Pick<Payment, 'organizationId' | 'id' | 'purpose' | 'purposeId'>
  readonly answer: ChargeOutcome
  readonly now: Date
}

/**
 * Settles the purpose of an attempt in the transaction that records its outcome: it locks the purpose's row, calls
 * `evaluateAnswer`, applies the outcome, and saves the attempt last by `saveAnswer` (the lock order). It must be idempotent.
 */
export type SettlePurpose = (tx: Tx, settlement: Settlement) => Promise<unknown>

declare module '#platform/bindings.ts' {
  interface Bindings {
    /** The function that settles the attempts of each purpose. */
    readonly purposes: Readonly<Record<string, SettlePurpose>>
  }
}

/** Settles an attempt by the function that is bound to its purpose. */
export async function settlePayment(tx: Tx, settlement: Settlement): Promise<void> {
  const settle = settlement.platform.bindings.purposes[settlement.payment.purpose]
  assert(settle, `No function is bound to payments for a ${settlement.payment.purpose}`)
  await settle(tx, settlement)
}

/** An answer and its effect on the attempt. */
export interface EvaluatedAnswer extends AnswerEffect {
  /** The attempt as it was before. */
  readonly before: Payment
}

/** Computes the effect of an answer; writes nothing. The caller has locked the purpose, whose lock covers the attempt. */
export async function evaluateAnswer(tx: Tx, { platform, payment: about, answer, now }: Settlement): Promise<EvaluatedAnswer> {
  const before = present(await findPayment(tx, about.organizationId, about.id), 'The payment that was answered')
  const sealedActionSecret = answer.kind === 'requires_action' ? platform.secrets.seal(SEAL, answer.actionSecret) : null
  return { before, ...applyAnswer(before, answer, { sealedActionSecret, now }) }
}

/** Saves an evaluated answer on the attempt, and enqueues a query when the outcome is not certain. */
export async function saveAnswer(tx: Tx, { platform }: Settlement, { before, next, hasChanged }: EvaluatedAnswer): Promise<void> {
  if (!hasChanged) return
  await saveLockedPayment(tx, next, before.status)
  if (next.status !== 'in_doubt') return
  const reference = { organizationId: next.organizationId, paymentId: next.id }
  await enqueue(tx, platform, queryPaymentSpec, reference, { delaySeconds: FIRST_QUERY_SECONDS })
}

/** Opens the sealed secret with which the page continues at the processor; null where there is none or it cannot be opened. */
export function openActionSecret(platform: Pick<Platform, 'secrets'>, sealed: string | null): string | null {
  return platform.secrets.openOrNull(SEAL, sealed)
}
