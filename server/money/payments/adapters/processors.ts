import type { Merchant } from '#merchant/merchants/model.ts'
import type { Platform } from '#platform/platform.ts'
import { receiveEvent } from '../actions/receive-event.ts'
import type { Processor, ProcessorName } from '../processor.ts'
import { sandboxProcessor } from './sandbox.ts'
import { findRefusal, stripeAccount } from './stripe/account.ts'
import { stripeProcessor } from './stripe/stripe.ts'
import { withTimeout } from './timeout.ts'

const processors: Readonly<Record<ProcessorName, (platform: Platform) => Processor>> = {
  sandbox: (platform) => sandboxProcessor(platform, (tx, event) => receiveEvent(tx, platform, { ...event, processor: 'sandbox' })),
  stripe: (platform) => stripeProcessor(stripeAccount(platform)),
}

/** The processor of this name. Each call ends within PROCESSOR_TIMEOUT and never throws: a failure is an unknown outcome. */
export function processorNamed(platform: Platform, name: ProcessorName): Processor {
  return withTimeout(processors[name](platform), {
    timeoutMs: platform.settings.PROCESSOR_TIMEOUT * 1000,
    onFault: ({ call, error }) => platform.log.error('processor_failed', { processor: name, call, cause: String(error) }),
  })
}

/** The answer of the processor of live merchants about the keys of this server. */
export type ProcessorCheck =
  | { readonly kind: 'accepted'; readonly processor: ProcessorName }
  | { readonly kind: 'refused'; readonly reason: string }
  | { readonly kind: 'absent' }

/**
 * Asks the processor of live merchants whether it accepts the keys of this server, as keys of real money; `absent` where none is set up.
 * Never called inside a transaction.
 */
export async function checkLiveProcessor(platform: Platform): Promise<ProcessorCheck> {
  if (platform.settings.STRIPE_SECRET_KEY === undefined) return { kind: 'absent' }
  const refusal = await findRefusal(stripeAccount(platform))
  return refusal === null ? { kind: 'accepted', processor: 'stripe' } : { kind: 'refused', reason: refusal }
}

/** The processor of a merchant: the sandbox in test mode; in live mode Stripe, or none without its settings. */
export function processorOf({ mode }: Pick<Merchant, 'mode'>, { settings }: Pick<Platform, 'settings'>): ProcessorName | null {
  if (mode === 'test') return 'sandbox'
  return settings.STRIPE_SECRET_KEY === undefined ? null : 'stripe'
}
