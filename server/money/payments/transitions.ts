import type { PaymentStatus } from './model.ts'

/** The allowed transitions. A failed attempt may turn out to have succeeded, never the reverse. */
export const transitions: Readonly<Record<PaymentStatus, readonly PaymentStatus[]>> = {
  pending: ['in_doubt', 'requires_action', 'succeeded', 'failed'],
  in_doubt: ['requires_action', 'succeeded', 'failed'],
  requires_action: ['succeeded', 'failed'],
  failed: ['succeeded'],
  succeeded: ['refunded'],
  refunded: [],
}
