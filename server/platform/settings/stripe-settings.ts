// The settings of Stripe, the processor of live organizations.
import { type Kind, kinds } from './kinds.ts'
import { type Setting, setting } from './setting.ts'

function keyBeginning(pattern: RegExp, example: string): Kind<string | undefined> {
  return {
    name: 'text',
    read: (value) => (pattern.test(value) ? { value } : { fault: `must be a key of Stripe, such as ${example}` }),
  }
}

/** The settings of the account at Stripe. */
export const stripeSettings = {
  STRIPE_SECRET_KEY: setting({
    kind: keyBeginning(/^[sr]k_(test|live)_\w+$/, 'sk_live_…'),
    default: undefined,
    defaultText: 'live organizations cannot take payments',
    sentence: 'The secret or restricted key of your account at Stripe. docs/guides/stripe.md names the permissions that it needs.',
    isSecret: true,
  }),
  STRIPE_PUBLISHABLE_KEY: setting({
    kind: keyBeginning(/^pk_(test|live)_\w+$/, 'pk_live_…'),
    default: undefined,
    sentence: 'The publishable key of the same account: the payment form in the browser names it.',
  }),
  STRIPE_WEBHOOK_SECRET: setting({
    kind: keyBeginning(/^whsec_\w+$/, 'whsec_…'),
    default: undefined,
    sentence: 'The signing secret of the webhook endpoint at Stripe that calls BASE_URL/v1/stripe/events.',
    isSecret: true,
  }),
  STRIPE_API_BASE: setting({
    kind: kinds.origin as Kind<string | undefined>,
    default: undefined,
    defaultText: 'https://api.stripe.com',
    sentence: 'Sends every call to Stripe to this URL instead, for tests: http://host:port.',
  }),
} as const

type Values = { readonly [N in keyof typeof stripeSettings]: (typeof stripeSettings)[N] extends Setting<infer T> ? T : never }

const together = ['STRIPE_SECRET_KEY', 'STRIPE_PUBLISHABLE_KEY', 'STRIPE_WEBHOOK_SECRET'] as const

/** The missing settings of a partly configured account, and keys of different modes, one sentence each. */
export function stripeFaults(read: Values): string[] {
  const present = together.find((name) => read[name] !== undefined)
  if (present === undefined) return []
  const missing = together.filter((name) => read[name] === undefined).map((name) => `${name} is missing, while ${present} is set.`)
  const { STRIPE_SECRET_KEY: secret, STRIPE_PUBLISHABLE_KEY: publishable } = read
  const isMixed = secret !== undefined && publishable !== undefined && isTestKey(secret) !== isTestKey(publishable)
  return isMixed ? [...missing, 'STRIPE_SECRET_KEY and STRIPE_PUBLISHABLE_KEY are of different modes: one is a test key.'] : missing
}

/** Whether a key of Stripe belongs to its test mode, which moves no money. */
export function isTestKey(key: string): boolean {
  return key.includes('_test_')
}
