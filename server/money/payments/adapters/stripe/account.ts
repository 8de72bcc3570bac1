// The client of Stripe's API.
import Stripe from 'stripe'
import { stripeClient } from '#platform/net/stripe-client.ts'
import type { Platform } from '#platform/platform.ts'

/** The account at Stripe, with the platform whose database holds what belongs to its intents. */
export interface StripeAccount {
  readonly api: Stripe
  readonly platform: Platform
}

/** Seconds to wait after 429 without a Retry-After, and at most. */
const RETRY_AFTER_SECONDS = 1
const RETRY_AFTER_MAXIMUM = 5

/** The account of STRIPE_SECRET_KEY. A call ends within PROCESSOR_TIMEOUT; a lost answer is asked for once more with the same key. */
export function stripeAccount(platform: Platform): StripeAccount {
  const api = stripeClient(platform.settings, { timeoutSeconds: platform.settings.PROCESSOR_TIMEOUT, retries: 1 })
  return { api, platform }
}

/** Calls Stripe, and once more after the time that it names where it limits the rate of calls: a limited call had no effect. */
export async function withRateLimitRetry<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call()
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeRateLimitError)) throw error
    const named = Number(error.headers?.['retry-after'] ?? RETRY_AFTER_SECONDS)
    const seconds = Number.isFinite(named) ? Math.min(Math.max(named, 0), RETRY_AFTER_MAXIMUM) : RETRY_AFTER_SECONDS
    await new Promise((resolve) => setTimeout(resolve, seconds * 1000))
    return call()
  }
}

/**
 * An answer that is about what was requested. Throws for an answer about another object, as a broken intermediary gives it: it decides
 * nothing, and the object is looked up again.
 */
export function answerAbout<T>(answer: T, isAbout: (answer: T) => boolean): T {
  if (!isAbout(answer)) throw new Error('Stripe answered about another object.')
  return answer
}

/** Why Stripe does not take real money with the keys of the account, by a call that changes nothing; null where it does. */
export async function findRefusal({ api }: StripeAccount): Promise<string | null> {
  try {
    const { livemode } = await withRateLimitRetry(() => api.balance.retrieve())
    return livemode ? null : 'The keys are test keys.'
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

/** Whether Stripe has refused a request because the object is in another state, as after a success. */
export function isUnexpectedState(error: unknown): boolean {
  return error instanceof Stripe.errors.StripeInvalidRequestError && /^(payment|setup)_intent_unexpected_state$/.test(error.code ?? '')
}
