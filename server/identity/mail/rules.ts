import type { LimitRule } from '#platform/limits/limits.ts'

/**
 * How many emails may be requested: for one recipient from all networks, and from one network. The recipient limit counts known and
 * unknown emails alike, and drops further emails silently. The network limit is answered with 429, because it discloses nothing
 * about a user.
 */
export const emailLimits = {
  recipient: { name: 'mail:recipient', max: 10, windowSeconds: 3600 },
  network: { name: 'mail:network', max: 100, windowSeconds: 3600 },
} as const satisfies Readonly<Record<string, LimitRule>>
