import type { Platform } from '#platform/platform.ts'
import { processorNamed } from '../adapters/processors.ts'
import type { ProcessorName, RefundOutcome, RefundRequest } from '../processor.ts'

/** A recorded refund and the processor of its payment. */
export interface RequestRefundInput extends RefundRequest {
  readonly processor: ProcessorName
}

/**
 * Refunds a part of a payment, outside any transaction, or returns the present outcome of the refund that the key already has: it may be
 * called again until there is one. A failure is an unknown outcome, never an error.
 */
export function requestRefund(platform: Platform, { processor, ...request }: RequestRefundInput): Promise<RefundOutcome> {
  return processorNamed(platform, processor).refund(request)
}
