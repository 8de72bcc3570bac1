import type { Platform } from '#platform/platform.ts'
import { resolveDispute } from '../adapters/sandbox-refunds.ts'
import { receiveEvent } from './receive-event.ts'

/** Acts as the bank of a cardholder: decides a dispute of the sandbox that was under review. */
export function resolveSandboxDispute(
  platform: Platform,
  dispute: { readonly organizationId: string; readonly chargeId: string },
): Promise<void> {
  return platform.database.transaction((tx) =>
    resolveDispute(tx, { ...dispute, deliver: (inner, event) => receiveEvent(inner, platform, { ...event, processor: 'sandbox' }) }),
  )
}
