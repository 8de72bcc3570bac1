import type { Merchant } from '#merchant/merchants/model.ts'
import type { Platform } from '#platform/platform.ts'
import { receiveEvent } from '../actions/receive-event.ts'
import type { Processor, ProcessorName } from '../processor.ts'
import { sandboxProcessor } from './sandbox.ts'
import { withinTime } from './within-time.ts'

const processors: Readonly<Record<ProcessorName, (platform: Platform) => Processor>> = {
  sandbox: (platform) => sandboxProcessor(platform, (tx, event) => receiveEvent(tx, platform, { ...event, processor: 'sandbox' })),
}

/** The processor of this name. Each call ends within PROCESSOR_TIMEOUT and never throws: what fails has an unknown outcome. */
export function processorNamed(platform: Platform, name: ProcessorName): Processor {
  return withinTime(processors[name](platform), {
    timeoutMs: platform.settings.PROCESSOR_TIMEOUT * 1000,
    onFault: ({ call, error }) => platform.log.error('processor_failed', { processor: name, call, cause: String(error) }),
  })
}

/** Who takes money for a merchant: the sandbox for those in test mode, nobody yet for live ones. */
export function processorOf(merchant: Pick<Merchant, 'mode'>): ProcessorName | null {
  return merchant.mode === 'test' ? 'sandbox' : null
}
