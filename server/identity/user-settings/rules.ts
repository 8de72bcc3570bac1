import type { LimitRule } from '#platform/limits/limits.ts'

/**
 * Limit of send-verification-email per network: its answer discloses whether a user has the email. The limit per email is that of
 * the emails sent to it.
 */
export const verificationLimit: LimitRule = { name: 'verification-tells:network', max: 10, windowSeconds: 3600 }

/** How often change-email may disclose to one network that an email is in use, and how often one account may request a change. */
export const changeLimits = {
  network: { name: 'change-email-tells:network', max: 10, windowSeconds: 3600 },
  account: { name: 'change-email:account', max: 10, windowSeconds: 3600 },
} as const satisfies Readonly<Record<string, LimitRule>>
