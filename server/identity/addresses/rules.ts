import type { LimitRule } from '#platform/limits/limits.ts'

/**
 * How often send-verification-email may be asked from one network: its answer tells whether an address exists. Of one address it
 * may be asked as often as letters may be sent to it.
 */
export const asking: LimitRule = { name: 'verification-tells:network', max: 10, windowSeconds: 3600 }

/** How often change-email may tell one network that an address exists, and how often one account may ask for a change. */
export const changing = {
  network: { name: 'change-email-tells:network', max: 10, windowSeconds: 3600 },
  account: { name: 'change-email:account', max: 10, windowSeconds: 3600 },
} as const satisfies Readonly<Record<string, LimitRule>>
