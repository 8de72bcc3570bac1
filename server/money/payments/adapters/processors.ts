import type { Merchant } from '#merchant/merchants/model.ts'
import type { Platform } from '#platform/platform.ts'
import { receiveEvent } from '../actions/receive-event.ts'
import type { Processor, ProcessorName } from '../processor.ts'
import { sandboxProcessor } from './sandbox.ts'
import { withTimeout } from './timeout.ts'

const processors: Readonly<Record<ProcessorName, (platform: Platform) => Processor>> = {
  sandbox: (platform) => sandboxProcessor(platform, (tx, event) => receiveEvent(tx, platform, { ...event, processor: 'sandbox' })),
}

/** The processor of this name. Each call ends within PROCESSOR_TIMEOUT and never throws: a failure is an unknown outcome. */
export function processorNamed(platform: Platform, name: ProcessorName): Processor {
  return withTimeout(processors[name](platform), {
    timeoutMs: platform.settings.PROCESSOR_TIMEOUT * 1000,
    onFault: ({ call, error }) => platform.log.error('processor_failed', { processor: name, call, cause: String(error) }),
  })
}

/** What the processor of live merchants says about the keys of this server. */
export type ProcessorCheck =
  | { readonly kind: 'accepted'; readonly processor: ProcessorName }
  | { readonly kind: 'refused'; readonly reason: string }
  | { readonly kind: 'absent' }

/** Asks the processor of live merchants whether it accepts the keys of this server; `absent` where none is set up. */
export async function checkLiveProcessor(_platform: Platform): Promise<ProcessorCheck> {
  return { kind: 'absent' }
}

/** The processor of a merchant: the sandbox in test mode, none yet in live mode. */
export function processorOf(merchant: Pick<Merchant, 'mode'>): ProcessorName | null {
  return merchant.mode === 'test' ? 'sandbox' : null
}
