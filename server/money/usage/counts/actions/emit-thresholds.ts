import type { Tx } from '#platform/database/database.ts'
import { type EmitDeps, emitAll } from '#platform/outbox/emit.ts'

/** A window of a customer that has reached a threshold. */
export interface ReachedWindow {
  readonly customerId: string
  readonly meterId: string
  /** Null before the first reset. */
  readonly windowStart: Date | null
  /** The usage that it then came to: a decimal, as text. */
  readonly consumed: string
}

/** Windows of an organization that have reached a threshold. */
export interface EmitThresholdsInput {
  readonly organizationId: string
  readonly reached: readonly ReachedWindow[]
  readonly now: Date
}

/** Emits that windows have reached a threshold, in the transaction that has added to them. Without any it does nothing. */
export function emitThresholds(tx: Tx, platform: EmitDeps, { organizationId, reached, now }: EmitThresholdsInput): Promise<void> {
  const events = reached.map(({ customerId, meterId, windowStart, consumed }) => ({
    name: 'usage.threshold_reached' as const,
    organizationId,
    resourceId: customerId,
    payload: {
      organization_id: organizationId,
      customer_id: customerId,
      meter_id: meterId,
      window_start: windowStart?.toISOString() ?? null,
      consumed_units: consumed,
    },
    now,
  }))
  return emitAll(tx, platform, events)
}
