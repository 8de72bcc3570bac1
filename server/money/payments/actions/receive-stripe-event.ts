import { refuse } from '#kernel/refusal.ts'
import type { RunTransaction } from '#platform/database/database.ts'
import type { Platform } from '#platform/platform.ts'
import { readWebhook } from '../adapters/stripe/events.ts'
import { attemptOfIntent } from '../adapters/stripe/record.ts'
import { paymentRefusals } from '../refusals.ts'
import { receiveEvent } from './receive-event.ts'

/** A webhook as it came. */
export interface ReceiveStripeEventInput {
  readonly body: string
  readonly signature: string
}

/**
 * Stores an event of Stripe in the inbox, once however often it is sent; a job works on it. Refuses a webhook without a valid signature
 * (400) before it opens a transaction, and all of them where no account is set (404). Events about what is not ours are accepted and left: an account
 * may serve others. So are those of the test mode, which the log reports: live organizations take no test money.
 */
export async function receiveStripeEvent(transaction: RunTransaction, platform: Platform, webhook: ReceiveStripeEventInput): Promise<void> {
  const secret = platform.settings.STRIPE_WEBHOOK_SECRET ?? refuse(paymentRefusals.ResourceNotFound)
  const event = readWebhook({ ...webhook, secret, now: platform.clock.now() })
  if (event === null) refuse(paymentRefusals.InvalidSignature)
  if (event === undefined) return
  if (event.isTest) return platform.log.error('stripe_test_event', { event: event.eventId, intent: event.intent })
  await transaction(async (tx) => {
    const attempt = await attemptOfIntent(tx, event)
    if (!attempt) return
    const { organizationId, key } = attempt
    await receiveEvent(tx, platform, { organizationId, key, processor: 'stripe', eventId: event.eventId, type: event.type })
  })
}
