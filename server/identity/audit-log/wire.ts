import { z } from 'zod'
import { nameOfBrowser } from '#kernel/browser-name.ts'
import type { Cell } from '#kernel/csv.ts'
import { id, integerText, timestamp, toTimestamp } from '#platform/http/wire-parts.ts'
import {
  ENTRIES_MAXIMUM,
  ENTRIES_USUAL,
  type EntryFilter,
  type LogEntry,
  type SecurityEntry,
  securityActionNames,
  securityActions,
} from './model.ts'

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
    isByAdministrator: z
      .boolean()
      .meta({ description: 'Whether an administrator of the platform did it, perhaps in the name of the person.' }),
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
    isByAdministrator: entry.isByAdministrator,
    isThisSession: entry.sessionId === sessionId,
  }
}

function toDetailsWire({ action, details }: SecurityEntry): z.output<typeof securityEntry>['details'] {
  const shown = securityActions[action].flatMap((key) => {
    const value = details[key] ?? null
    return value === null ? [] : [[inCamelCase(key), value] as const]
  })
  return Object.fromEntries(shown)
}

function inCamelCase(key: string): string {
  return key.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())
}

const WORD_MAXIMUM = 100
const instant = z
  .union([z.iso.datetime({ offset: true }), z.iso.date()])
  .transform((text) => new Date(text))
  .meta({ format: 'date-time' })

/** Which entries of a log. */
export const filterQuery = z.object({
  actorId: id.optional().meta({ description: 'Who did it, also in the name of somebody else.' }),
  userId: id.optional().meta({ description: 'Whose account it concerns.' }),
  action: z
    .string()
    .max(WORD_MAXIMUM)
    .optional()
    .meta({ description: '`member.removed`, or with a dot at its end all acts on a thing: `member.`' }),
  targetType: z.string().max(WORD_MAXIMUM).optional(),
  targetId: z.string().max(WORD_MAXIMUM).optional(),
  from: instant.optional().meta({ description: 'From this instant or day (UTC) on.' }),
  to: instant.optional().meta({ description: 'Before this instant or day (UTC).' }),
  organizationId: id.optional(),
})

/** The same, page by page. */
export const logQuery = filterQuery.extend({
  limit: integerText(1, ENTRIES_MAXIMUM)
    .optional()
    .meta({ default: String(ENTRIES_USUAL) }),
  before: id.optional().meta({ description: 'The `nextBefore` of the page before: only what happened earlier.' }),
})

/** What is asked of the store. */
export function toFilter(query: z.output<typeof filterQuery>): EntryFilter {
  const { actorId, userId, action, targetType, targetId, from, to } = query
  return { actorId: actorId?.toLowerCase(), userId, action: action || undefined, targetType, targetId, from, to }
}

const named = z.object({ id, name: z.string().nullable(), email: z.string().nullable() })

/** One thing that was done, for whoever keeps watch: who, as whom, what, on what, from where, when. */
export const logEntry = z
  .object({
    id,
    action: z.string(),
    happenedAt: timestamp,
    organizationId: id.nullable(),
    userId: id.nullable().meta({ description: 'The person it was done by or to.' }),
    user: named.nullable().meta({ description: 'The same person with their name, which is null once they are gone.' }),
    actor: z.object({
      type: z.enum(['person', 'organization_token', 'service', 'nobody']),
      id: id.nullable(),
      name: z.string().nullable(),
      email: z.string().nullable(),
      impersonatedBy: named.nullable().meta({ description: 'The administrator of the platform who acted as that person.' }),
    }),
    target: z.object({ type: z.string(), id: z.string() }).nullable(),
    details: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
    address: z.string().nullable(),
    userAgent: z.string().nullable(),
    browser: z.string().nullable(),
    requestId: z.string().nullable(),
  })
  .meta({ id: 'AuditEntry' })

/** A page of them, the latest first; `nextBefore` is null on the last one. */
export const logAnswer = z.object({ entries: z.array(logEntry), nextBefore: id.nullable() }).meta({ id: 'AuditEntries' })

/** A page of a log, of entries of which one more than `limit` was read. */
export function toLogWire(found: readonly LogEntry[], limit: number): z.output<typeof logAnswer> {
  const entries = found.slice(0, limit).map(toLogEntryWire)
  return { entries, nextBefore: found.length > limit ? (entries.at(-1)?.id ?? null) : null }
}

function toLogEntryWire(entry: LogEntry): z.output<typeof logEntry> {
  const { actor, target, details, userAgent, ...rest } = entry
  return {
    ...rest,
    actor: { ...actor },
    target,
    details: Object.fromEntries(Object.entries(details).map(([key, value]) => [inCamelCase(key), value])),
    userAgent,
    browser: nameOfBrowser(userAgent),
    happenedAt: toTimestamp(entry.happenedAt),
  }
}

/** The columns of an export, in their order. */
export const EXPORTED = [
  'id',
  'happened_at',
  'action',
  'organization_id',
  'actor_type',
  'actor_id',
  'actor_name',
  'actor_email',
  'impersonated_by_id',
  'impersonated_by_name',
  'impersonated_by_email',
  'user_id',
  'target_type',
  'target_id',
  'details',
  'address',
  'user_agent',
  'request_id',
] as const

/** One entry as a line of an export. */
export function toCells({ actor, target, ...entry }: LogEntry): Cell[] {
  const borrower = actor.impersonatedBy
  return [
    ...[entry.id, toTimestamp(entry.happenedAt), entry.action, entry.organizationId],
    ...[actor.type, actor.id, actor.name, actor.email],
    ...[borrower?.id ?? null, borrower?.name ?? null, borrower?.email ?? null],
    ...[entry.userId, target?.type ?? null, target?.id ?? null],
    ...[JSON.stringify(entry.details), entry.address, entry.userAgent, entry.requestId],
  ]
}
