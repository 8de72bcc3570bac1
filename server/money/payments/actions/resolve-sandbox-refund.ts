import type { Platform } from '#platform/platform.ts'
import { resolveRefund } from '../adapters/sandbox-refunds.ts'
import { receiveEvent } from './receive-event.ts'

/** Acts as the bank of a customer: decides a refund of the sandbox that was pending. */
export function resolveSandboxRefund(
  platform: Platform,
  refund: { readonly organizationId: string; readonly refundId: string },
): Promise<void> {
  return platform.database.transaction((tx) =>
    resolveRefund(tx, { ...refund, deliver: (inner, event) => receiveEvent(inner, platform, { ...event, processor: 'sandbox' }) }),
  )
}
