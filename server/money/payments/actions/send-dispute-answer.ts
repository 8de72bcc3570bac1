import type { Platform } from '#platform/platform.ts'
import { processorNamed } from '../adapters/processors.ts'
import type { DisputeFinding } from '../processor.ts'
import type { FindDisputeInput } from './find-dispute.ts'

/** Sends evidence against the dispute of a charge, outside any transaction. Never throws: a failure is an unknown outcome. */
export function contestDispute(
  platform: Platform,
  { processor, ...request }: FindDisputeInput & { readonly evidence: string },
): Promise<DisputeFinding> {
  return processorNamed(platform, processor).contestDispute(request)
}

/** Accepts the dispute of a charge, outside any transaction: it is lost then. Never throws. */
export function acceptDispute(platform: Platform, { processor, ...charge }: FindDisputeInput): Promise<DisputeFinding> {
  return processorNamed(platform, processor).acceptDispute(charge)
}
