import type { Platform } from '#platform/platform.ts'
import { processorNamed } from '../adapters/processors.ts'
import type { Payment } from '../model.ts'
import type { RefundsFinding } from '../processor.ts'

/** Lists the refunds of a payment at its processor, outside any transaction: also those that were made there. Never throws. */
export function findRefunds(
  platform: Platform,
  { organizationId, processor, idempotencyKey: key }: Pick<Payment, 'organizationId' | 'processor' | 'idempotencyKey'>,
): Promise<RefundsFinding> {
  return processorNamed(platform, processor).listRefunds({ organizationId, key })
}
