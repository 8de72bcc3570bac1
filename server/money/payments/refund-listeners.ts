import type { Platform } from '#platform/platform.ts'
import type { JobOutcome } from '#platform/worker/job.ts'
import type { Payment } from './model.ts'

type PaymentKey = Pick<Payment, 'organizationId' | 'id'>

/** The functions of the module of refunds, above this one. */
interface Refunds {
  /** Looks up the refunds of a payment at its processor and records their outcomes. Throws where the processor is unreachable. */
  readonly queryRefunds: (platform: Platform, payment: PaymentKey) => Promise<void>
  /** Returns a payment of what was paid already. Throws where it could not be returned. */
  readonly createDuplicateRefund: (platform: Platform, payment: PaymentKey) => Promise<JobOutcome>
}

const bound: Refunds[] = []

/** Registers the functions that refund payments; app.ts binds them once. */
export function bindRefunds(refunds: Refunds): void {
  bound.push(refunds)
}

/** Looks up the refunds of a payment about which a processor has sent an event. */
export async function queryRefundsOf(platform: Platform, payment: PaymentKey | undefined): Promise<void> {
  if (payment) for (const { queryRefunds } of bound) await queryRefunds(platform, payment)
}

/** Returns a second payment, and reports when to look at it again. */
export async function returnDuplicate(platform: Platform, payment: PaymentKey): Promise<JobOutcome> {
  for (const { createDuplicateRefund } of bound) return createDuplicateRefund(platform, payment)
}
