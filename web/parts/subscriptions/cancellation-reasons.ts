import type { Subscription } from '#client/index.ts'

/** Why customers leave, in the order of the choice. */
export const cancellationReasons = [
  'too_expensive',
  'unused',
  'missing_features',
  'switched_service',
  'customer_service',
  'low_quality',
  'too_complex',
  'other',
] as const satisfies readonly NonNullable<Subscription['customerCancellationReason']>[]
