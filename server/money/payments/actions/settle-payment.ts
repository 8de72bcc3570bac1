import { assert, present } from '#kernel/assert.ts'
import type { Tx } from '#platform/database/database.ts'
import type { Platform } from '#platform/platform.ts'
import { enqueue } from '#platform/worker/enqueue.ts'
import { askAbout } from '../jobs.ts'
import type { Payment } from '../model.ts'
import type { ChargeOutcome } from '../processor.ts'
import { type Answered, answerPayment } from '../rules.ts'
import { lockPayment, savePayment } from '../store.ts'

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
 * Settles what an attempt was for, in the transaction that records its outcome: it locks its own thing first (the order of
 * locks), then calls `recordAnswer`, then does what follows. It must bear being told the same outcome twice.
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

/** Writes the answer down on the attempt, which it locks; a repeated or stale answer changes nothing. */
export async function recordAnswer(tx: Tx, { platform, payment: about, answer, now }: Settlement): Promise<Answered> {
  const payment = present(await lockPayment(tx, about.organizationId, about.id), 'The payment that was answered')
  const sealedActionSecret = answer.kind === 'requires_action' ? platform.secrets.seal(SEAL, answer.actionSecret) : null
  const answered = answerPayment(payment, answer, { sealedActionSecret, now })
  if (answered.hasChanged) await savePayment(tx, answered.next)
  if (answered.hasChanged && answered.next.status === 'in_doubt') {
    const runAt = new Date(now.getTime() + ASK_SOON_SECONDS * 1000)
    await enqueue(tx, platform, askAbout, { organizationId: payment.organizationId, paymentId: payment.id }, { now, runAt })
  }
  return answered
}

/** What the page needs to continue with the processor, from its sealed form. */
export function openActionSecret(platform: Pick<Platform, 'secrets'>, sealed: string): string {
  return platform.secrets.open(SEAL, sealed)
}
