import type { Platform } from '#platform/platform.ts'
import type { Payment } from './model.ts'

type PaymentKey = Pick<Payment, 'organizationId' | 'id'>
/** Looks up the dispute of a payment at its processor and records it. Throws where the processor is unreachable. */
type QueryDispute = (platform: Platform, payment: PaymentKey) => Promise<void>

const bound: QueryDispute[] = []

/** Registers the function of the module of disputes, above this one; app.ts binds it once. */
export function bindDisputes(queryDispute: QueryDispute): void {
  bound.push(queryDispute)
}

/** Looks up the dispute of a payment about which a processor has sent an event. */
export async function queryDisputeOf(platform: Platform, payment: PaymentKey): Promise<void> {
  for (const queryDispute of bound) await queryDispute(platform, payment)
}
