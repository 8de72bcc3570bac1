import Stripe from 'stripe'
import { present } from '#kernel/assert.ts'
import type { Settings } from '../config.ts'

/** The time that a call may take, and the number of repetitions of a call without an answer. */
export interface StripeClientOptions {
  readonly timeoutSeconds: number
  readonly retries: number
}

// A client has the open connections to Stripe. One process has one account, and tests have some.
const clients = new Map<string, Stripe>()

/** The client of Stripe's API for STRIPE_SECRET_KEY, which must be set. */
export function stripeClient(
  { STRIPE_SECRET_KEY, STRIPE_API_BASE }: Pick<Settings, 'STRIPE_SECRET_KEY' | 'STRIPE_API_BASE'>,
  { timeoutSeconds, retries }: StripeClientOptions,
): Stripe {
  const secretKey = present(STRIPE_SECRET_KEY, 'STRIPE_SECRET_KEY')
  const name = JSON.stringify([secretKey, STRIPE_API_BASE, timeoutSeconds, retries])
  const options = { timeout: timeoutSeconds * 1000, maxNetworkRetries: retries, telemetry: false } as const
  const client = clients.get(name) ?? new Stripe(secretKey, { ...addressOf(STRIPE_API_BASE), ...options })
  clients.set(name, client)
  return client
}

function addressOf(base: string | undefined) {
  if (base === undefined) return {}
  const { protocol, hostname, port } = new URL(base)
  const isPlain = protocol === 'http:'
  return { protocol: isPlain ? ('http' as const) : ('https' as const), host: hostname, port: port || (isPlain ? '80' : '443') }
}
