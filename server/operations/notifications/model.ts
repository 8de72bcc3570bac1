import { z } from 'zod'

/** A queued email about an organization. `to` is null if its owners get it, each in their own language; `email` is its key in the registry of emails. */
export const queuedNotification = z.object({
  email: z.string(),
  organizationId: z.string(),
  to: z.string().nullable(),
  /** The language of the recipient; null or absent if it is unknown. */
  language: z.string().nullish(),
  key: z.string(),
  /** When what it reports happened, in the merchant's time (ISO). Absent for what no event sends. */
  happenedAt: z.iso.datetime().nullish(),
  /** Whether the merchant has requested it: it is counted apart from what buyers cause. Absent where not. */
  isRequested: z.boolean().optional(),
  values: z.unknown(),
})

export type QueuedNotification = z.output<typeof queuedNotification>
