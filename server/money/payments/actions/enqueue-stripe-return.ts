import { refuse } from '#kernel/refusal.ts'
import type { Tx } from '#platform/database/database.ts'
import type { Platform } from '#platform/platform.ts'
import { enqueue } from '#platform/worker/enqueue.ts'
import { attemptOfIntent } from '../adapters/stripe/record.ts'
import { queryPaymentSpec } from '../job-specs.ts'
import { paymentRefusals } from '../refusals.ts'
import { findPaymentByKey } from '../store.ts'

const SECRET = /^((?:pi|seti)_\w+?)_secret_\w+$/

/**
 * Enqueues a query about the intent of a client secret, whose page has taken the action of the bank: the webhook may be late. It decides
 * nothing, since Stripe is asked. Refuses a secret of no attempt (404).
 */
export async function enqueueStripeReturn(tx: Tx, platform: Platform, clientSecret: string): Promise<void> {
  const [, intent] = SECRET.exec(clientSecret) ?? refuse(paymentRefusals.ResourceNotFound)
  const attempt = (await attemptOfIntent(tx, { intent: intent ?? '', named: null })) ?? refuse(paymentRefusals.ResourceNotFound)
  const { organizationId, key } = attempt
  const payment = (await findPaymentByKey(tx, organizationId, key)) ?? refuse(paymentRefusals.ResourceNotFound)
  const reference = { organizationId, paymentId: payment.id }
  await enqueue(tx, platform, queryPaymentSpec, reference, { key: `${queryPaymentSpec.kind}:return:${payment.id}` })
}
