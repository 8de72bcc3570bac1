import type { Platform } from '#platform/platform.ts'
import type { JobOutcome } from '#platform/worker/job.ts'
import type { Payment } from './model.ts'

type PaymentKey = Pick<Payment, 'organizationId' | 'id'>

declare module '#platform/bindings.ts' {
  interface Bindings {
    /** The module of refunds, above this one. */
    readonly refunds: {
      /** Looks up the refunds of a payment at its processor and records their outcomes. Throws where the processor is unreachable. */
      readonly queryRefunds: (platform: Platform, payment: PaymentKey) => Promise<void>
      /** Returns a payment of what was paid already. Throws where it could not be returned. */
      readonly createDuplicateRefund: (platform: Platform, payment: PaymentKey) => Promise<JobOutcome>
    }
  }
}

/** Looks up the refunds of a payment about which a processor has sent an event. */
export async function queryRefundsOf(platform: Platform, payment: PaymentKey | undefined): Promise<void> {
  if (payment) await platform.bindings.refunds.queryRefunds(platform, payment)
}

/** Returns a second payment, and reports when to look at it again. */
export async function returnDuplicate(platform: Platform, payment: PaymentKey): Promise<JobOutcome> {
  return platform.bindings.refunds.createDuplicateRefund(platform, payment)
}
