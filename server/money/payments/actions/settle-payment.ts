import { assert, present } from '#kernel/assert.ts'
import type { Tx } from '#platform/database/database.ts'
import type { Platform } from '#platform/platform.ts'
import { enqueue } from '#platform/worker/enqueue.ts'
import { askAbout } from '../job-specs.ts'
import type { Payment } from '../model.ts'
import type { ChargeOutcome } from '../processor.ts'
import { type Answered, answerPayment } from '../rules.ts'
import { findPayment, savePayment } from '../store.ts'

const SEAL = 'payment-action'
/** An attempt without a certain answer is asked about for the first time after so many seconds. */
const ASK_SOON_SECONDS = 5

/** What became of an attempt, to be written down. */
export interface Settlement {
  readonly platform: Platform
  readonly payment: Pick<Payment, 'organizationId' | 'id' | 'purpose' | 'purposeId'>
  readonly answer: ChargeOutcome
  readonly now: Date
}

/**
 * Settles what an attempt was for, in the transaction that records its outcome: it locks its own thing, asks `decideAnswer`,
 * does what follows, and writes the attempt last by `keepAnswer` (the order of locks). It must bear the same outcome twice.
 */
export type SettlePurpose = (tx: Tx, settlement: Settlement) => Promise<unknown>

const purposes = new Map<string, SettlePurpose>()

/** Says who settles attempts of a purpose; app.ts binds each once. */
export function bindPurpose(purpose: string, settle: SettlePurpose): void {
  purposes.set(purpose, settle)
}

/** Settles an attempt by whoever is bound to its purpose. */
export async function settlePayment(tx: Tx, settlement: Settlement): Promise<void> {
  const settle = purposes.get(settlement.payment.purpose)
  assert(settle, `Nobody settles payments for a ${settlement.payment.purpose}`)
  await settle(tx, settlement)
}

/** An answer and what it makes of the attempt. */
export interface Decided extends Answered {
  /** The attempt as it was before. */
  readonly before: Payment
}

/** What the answer makes of the attempt; nothing is written. The caller holds the lock of the purpose, which stands for it. */
export async function decideAnswer(tx: Tx, { platform, payment: about, answer, now }: Settlement): Promise<Decided> {
  const before = present(await findPayment(tx, about.organizationId, about.id), 'The payment that was answered')
  const sealedActionSecret = answer.kind === 'requires_action' ? platform.secrets.seal(SEAL, answer.actionSecret) : null
  return { before, ...answerPayment(before, answer, { sealedActionSecret, now }) }
}

/** Writes a decided answer on the attempt. One without a certain outcome is asked about soon. */
export async function keepAnswer(tx: Tx, { platform, now }: Settlement, { before, next, hasChanged }: Decided): Promise<void> {
  if (!hasChanged) return
  assert(await savePayment(tx, next, before.status), 'A payment was settled beside the lock of its purpose')
  if (next.status !== 'in_doubt') return
  const runAt = new Date(now.getTime() + ASK_SOON_SECONDS * 1000)
  await enqueue(tx, platform, askAbout, { organizationId: next.organizationId, paymentId: next.id }, { now, runAt })
}

/** What the page needs to continue with the processor, from its sealed form. */
export function openActionSecret(platform: Pick<Platform, 'secrets'>, sealed: string): string {
  return platform.secrets.open(SEAL, sealed)
}
