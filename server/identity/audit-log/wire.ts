import { z } from 'zod'
import { nameOfBrowser } from '#kernel/browser-name.ts'
import type { Cell } from '#kernel/csv.ts'
import { id, integerText, timestamp, toTimestamp } from '#platform/http/wire-parts.ts'
import {
  ENTRIES_DEFAULT,
  ENTRIES_MAXIMUM,
  type EntryFilter,
  type LogEntry,
  type SecurityEntry,
  securityActionNames,
  securityActions,
} from './model.ts'

/** Selects a page of entries. */
export const entriesQuery = z.object({
  limit: integerText(1, ENTRIES_MAXIMUM).optional().meta({ default: ENTRIES_DEFAULT }),
  before: id.optional().meta({ description: 'The `nextBefore` of the previous page: only earlier entries.' }),
  userId: id
    .optional()
    .meta({ description: 'For administrators of the platform: the user whose entries are listed. Ignored for other callers.' }),
})

/** An audit entry of an account, as its user sees it. */
export const securityEntry = z
  .object({
    id,
    action: z.enum(securityActionNames),
    happenedAt: timestamp,
    address: z.string().nullable(),
    userAgent: z.string().nullable(),
    browser: z.string().nullable().meta({ description: 'Common name of browser and system: `Firefox on Linux`.' }),
    details: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])),
    isByAdministrator: z
      .boolean()
      .meta({ description: 'Whether an administrator of the platform performed the action, directly or in an impersonation session.' }),
    isThisSession: z.boolean().meta({ description: 'Whether the session of the request performed the action, or was created by it.' }),
  })
  .meta({ id: 'SecurityEntry' })

/** A page of entries, newest first; `nextBefore` is null on the last page. */
export const entriesAnswer = z
  .object({ entries: z.array(securityEntry), nextBefore: id.nullable() })
  .meta({ id: 'SecurityEntryPage', description: 'Entries, newest first. `nextBefore` is the cursor of the next page; null on the last.' })

/** The entry with the details that its user may read. */
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
    return value === null ? [] : [[toCamelCase(key), value] as const]
  })
  return Object.fromEntries(shown)
}

function toCamelCase(key: string): string {
  return key.replace(/_([a-z])/g, (_, character: string) => character.toUpperCase())
}

const NAME_MAXIMUM = 100
const instant = z
  .union([z.iso.datetime({ offset: true }), z.iso.date()])
  .transform((text) => new Date(text))
  .meta({ format: 'date-time' })

/** Filters the entries of a log. */
export const filterQuery = z.object({
  actorId: id.optional().meta({ description: 'The actor, also as an impersonator.' }),
  userId: id.optional().meta({ description: 'The user whose account the action concerns.' }),
  action: z
    .string()
    .max(NAME_MAXIMUM)
    .optional()
    .meta({ description: '`member.removed`, or with a dot at the end all actions on a resource: `member.`' }),
  targetType: z.string().max(NAME_MAXIMUM).optional(),
  targetId: z.string().max(NAME_MAXIMUM).optional(),
  from: instant.optional().meta({ description: 'Inclusive; an instant or a day (UTC).' }),
  to: instant.optional().meta({ description: 'Exclusive; an instant or a day (UTC).' }),
  organizationId: id.optional(),
})

/** Filters the entries of a log, and selects a page. */
export const logQuery = filterQuery.extend({
  limit: integerText(1, ENTRIES_MAXIMUM).optional().meta({ default: ENTRIES_DEFAULT }),
  before: id.optional().meta({ description: 'The `nextBefore` of the previous page: only earlier entries.' }),
})

/** Maps the query string to the filter of the store. */
export function toFilter(query: z.output<typeof filterQuery>): EntryFilter {
  const { actorId, userId, action, targetType, targetId, from, to } = query
  return { actorId: actorId?.toLowerCase(), userId, action: action || undefined, targetType, targetId, from, to }
}

const namedUser = z.object({ id, name: z.string().nullable(), email: z.string().nullable() })

/** An audit entry: actor, impersonator, action, target, origin and time. */
export const logEntry = z
  .object({
    id,
    action: z.string(),
    happenedAt: timestamp,
    organizationId: id.nullable(),
    userId: id.nullable().meta({ description: 'The user who performed the action or whom it concerns.' }),
    user: namedUser.nullable().meta({ description: 'The user with their name, which is null after the user was deleted.' }),
    actor: z.object({
      type: z.enum(['person', 'organization_token', 'customer', 'service', 'nobody']),
      id: id.nullable(),
      name: z.string().nullable(),
      email: z.string().nullable(),
      impersonatedBy: namedUser.nullable().meta({ description: 'The administrator of the platform who impersonated the user.' }),
    }),
    target: z.object({ type: z.string(), id: z.string() }).nullable(),
    details: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
    address: z.string().nullable(),
    userAgent: z.string().nullable(),
    browser: z.string().nullable(),
    requestId: z.string().nullable(),
  })
  .meta({ id: 'AuditEntry' })

/** A page of entries, newest first; `nextBefore` is null on the last page. */
export const logAnswer = z
  .object({ entries: z.array(logEntry), nextBefore: id.nullable() })
  .meta({ id: 'AuditEntryPage', description: 'Entries, newest first. `nextBefore` is the cursor of the next page; null on the last.' })

/** Maps entries to a page; `found` has up to `limit` + 1 entries. */
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
    details: Object.fromEntries(Object.entries(details).map(([key, value]) => [toCamelCase(key), value])),
    userAgent,
    browser: nameOfBrowser(userAgent),
    happenedAt: toTimestamp(entry.happenedAt),
  }
}

/** The columns of an export, in order. */
export const EXPORT_COLUMNS = [
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

/** The cells of an entry in an export. */
export function toCells({ actor, target, ...entry }: LogEntry): Cell[] {
  const impersonator = actor.impersonatedBy
  return [
    ...[entry.id, toTimestamp(entry.happenedAt), entry.action, entry.organizationId],
    ...[actor.type, actor.id, actor.name, actor.email],
    ...[impersonator?.id ?? null, impersonator?.name ?? null, impersonator?.email ?? null],
    ...[entry.userId, target?.type ?? null, target?.id ?? null],
    ...[JSON.stringify(entry.details), entry.address, entry.userAgent, entry.requestId],
  ]
}
