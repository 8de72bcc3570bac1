import type { Platform } from '#platform/platform.ts'
import type { Payment } from './model.ts'

/** Looks up the refunds of a payment at its processor and records their outcomes. Throws where the processor is unreachable. */
type QueryRefunds = (platform: Platform, payment: Pick<Payment, 'organizationId' | 'id'>) => Promise<void>

const bound: QueryRefunds[] = []

/** Registers the function that looks up the refunds of a payment; app.ts binds it once. */
export function bindRefunds(query: QueryRefunds): void {
  bound.push(query)
}

/** Looks up the refunds of a payment about which a processor has sent an event. */
export async function queryRefundsOf(platform: Platform, payment: Pick<Payment, 'organizationId' | 'id'> | undefined): Promise<void> {
  if (payment) for (const query of bound) await query(platform, payment)
}
