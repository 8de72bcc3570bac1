import { z } from 'zod'
import { nameOfBrowser } from '#kernel/browser-name.ts'
import { id, integerText, timestamp, toTimestamp } from '#platform/http/wire-parts.ts'
import { ENTRIES_MAXIMUM, ENTRIES_USUAL, type SecurityEntry, securityActionNames, securityActions } from './model.ts'

/** Which entries are asked for. */
export const entriesQuery = z.object({
  limit: integerText(1, ENTRIES_MAXIMUM)
    .optional()
    .meta({ default: String(ENTRIES_USUAL) }),
  before: id.optional().meta({ description: 'The `nextBefore` of the page before: only what happened earlier.' }),
  userId: id.optional().meta({ description: 'For administrators of the platform: whose entries. Ignored for everybody else.' }),
})

/** One thing that was done to an account, as its person reads it. */
export const securityEntry = z
  .object({
    id,
    action: z.enum(securityActionNames),
    happenedAt: timestamp,
    address: z.string().nullable(),
    userAgent: z.string().nullable(),
    browser: z.string().nullable().meta({ description: 'Browser and system as people name them: `Firefox on Linux`.' }),
    details: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])),
    isThisSession: z.boolean().meta({ description: 'Whether it was done in the session of the request, or began it.' }),
  })
  .meta({ id: 'SecurityEntry' })

/** A page of them, the latest first; `nextBefore` is null on the last one. */
export const entriesAnswer = z.object({ entries: z.array(securityEntry), nextBefore: id.nullable() }).meta({ id: 'SecurityEntries' })

/** The entry with those of its details that its person may read. */
export function toSecurityEntryWire(entry: SecurityEntry, sessionId: string): z.output<typeof securityEntry> {
  const { id: entryId, action, address, userAgent } = entry
  return {
    id: entryId,
    action,
    happenedAt: toTimestamp(entry.happenedAt),
    address,
    userAgent,
    browser: nameOfBrowser(userAgent),
    details: toDetailsWire(entry),
    isThisSession: entry.sessionId === sessionId,
  }
}

function toDetailsWire({ action, details }: SecurityEntry): z.output<typeof securityEntry>['details'] {
  const shown = securityActions[action].flatMap((key) => {
    const value = details[key] ?? null
    return value === null ? [] : [[key.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase()), value] as const]
  })
  return Object.fromEntries(shown)
}
