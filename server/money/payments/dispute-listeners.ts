import type { Platform } from '#platform/platform.ts'
import type { Payment } from './model.ts'

type PaymentKey = Pick<Payment, 'organizationId' | 'id'>

declare module '#platform/bindings.ts' {
  interface Bindings {
    /** The module of disputes, above this one. */
    readonly disputes: {
      /** Looks up the dispute of a payment at its processor and records it. Throws where the processor is unreachable. */
      readonly queryDispute: (platform: Platform, payment: PaymentKey) => Promise<void>
    }
  }
}

/** Looks up the dispute of a payment about which a processor has sent an event. */
export async function queryDisputeOf(platform: Platform, payment: PaymentKey): Promise<void> {
  await platform.bindings.disputes.queryDispute(platform, payment)
}
