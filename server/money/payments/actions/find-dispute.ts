import type { Platform } from '#platform/platform.ts'
import { processorNamed } from '../adapters/processors.ts'
import type { DisputeFinding, ProcessorName, RequestKey } from '../processor.ts'

/** The charge of a payment, and the processor that has it. */
export interface FindDisputeInput extends RequestKey {
  readonly processor: ProcessorName
}

/** Looks up the dispute of a charge at its processor, outside any transaction. Never throws: a failure is an unknown outcome. */
export function findDispute(platform: Platform, { processor, ...charge }: FindDisputeInput): Promise<DisputeFinding> {
  return processorNamed(platform, processor).findDispute(charge)
}
