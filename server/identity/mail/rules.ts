import type { LimitRule } from '#platform/limits/limits.ts'

/**
 * How many emails may be requested: for one recipient from all networks, from one network, and for the customers of one organization. The recipient limit counts known and
 * unknown emails alike, and drops further emails silently. The network limit is answered with 429, because it discloses nothing
 * about a user.
 */
export const emailLimits = {
  recipient: { name: 'mail:recipient', max: 10, windowSeconds: 3600 },
  organization: { name: 'mail:organization', max: 2000, windowSeconds: 3600 },
  // Higher than for other emails: all buyers of a mobile carrier may share a network.
  customerNetwork: { name: 'mail:customer-network', max: 500, windowSeconds: 3600 },
  network: { name: 'mail:network', max: 100, windowSeconds: 3600 },
} as const satisfies Readonly<Record<string, LimitRule>>
