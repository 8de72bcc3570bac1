import type { Platform } from '#platform/platform.ts'
import { declineCharge } from '../adapters/sandbox-decisions.ts'
import { receiveEvent } from './receive-event.ts'

/** Acts as the bank of a customer: declines a charge of the sandbox that it has not decided yet. */
export function resolveSandboxCharge(
  platform: Platform,
  charge: { readonly organizationId: string; readonly chargeId: string },
): Promise<void> {
  return platform.database.transaction((tx) =>
    declineCharge(tx, { ...charge, deliver: (inner, event) => receiveEvent(inner, platform, { ...event, processor: 'sandbox' }) }),
  )
}
