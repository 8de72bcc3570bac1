import type { LimitRule } from '#platform/limits/limits.ts'

/**
 * How often letters may be asked for: of one address, whoever asks, and from one network. The first is counted for every address
 * alike, known or not, and what is beyond it is dropped in silence; the second is told, for it says nothing about anybody.
 */
export const mailing = {
  recipient: { name: 'mail:recipient', max: 10, windowSeconds: 3600 },
  network: { name: 'mail:network', max: 100, windowSeconds: 3600 },
} as const satisfies Readonly<Record<string, LimitRule>>
