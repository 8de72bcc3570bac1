import type { LimitRule } from '#platform/limits/limits.ts'

/** The limit of sending the receipt of one order again. Its recipient and the organization have further limits (`emailLimits`). */
export const receiptLimit: LimitRule = { name: 'receipt:order', max: 3, windowSeconds: 3600 }
