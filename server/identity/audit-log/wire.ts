import { z } from 'zod'
import { nameOfBrowser } from '#kernel/browser-name.ts'
import type { Cell } from '#kernel/csv.ts'
import { id, toTimestamp } from '#platform/http/wire-parts.ts'
import { cursorPage, fieldsOf } from '#platform/resource/fields.ts'
import { entryColumns, type LogEntry, type SecurityEntry, securityActions, securityColumns, toCamelCase } from './model.ts'

const PAGE = 'Entries, newest first. `nextBefore` is the cursor of the next page; null on the last.'

const securityFields = fieldsOf(securityColumns, 'camel')

/** An audit entry of an account, as its user sees it. */
export const securityEntry = z
  .object({
    ...securityFields.shape,
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
export const entriesAnswer = cursorPage('entries', securityEntry).meta({ id: 'SecurityEntryPage', description: PAGE })

/** The entry with the details that its user may read. */
export function toSecurityEntryWire(entry: SecurityEntry, sessionId: string): z.output<typeof securityEntry> {
  const { address, userAgent } = entry
  return {
    ...securityFields.toWire(entry),
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

const namedUser = z.object({ id, name: z.string().nullable(), email: z.string().nullable() })

const entryFields = fieldsOf(entryColumns, 'camel')

/** An audit entry: actor, impersonator, action, target, origin and time. */
export const logEntry = z
  .object({
    ...entryFields.shape,
    user: namedUser.nullable().meta({ description: 'The user with their name, which is null after the user was deleted.' }),
    actor: z.object({
      type: z.enum(['person', 'organization_token', 'customer', 'service', 'nobody']),
      id: id.nullable(),
      name: z.string().nullable(),
      email: z.string().nullable(),
      impersonatedBy: namedUser.nullable().meta({ description: 'The administrator of the platform who impersonated the user.' }),
    }),
    browser: z.string().nullable(),
  })
  .meta({ id: 'AuditEntry' })

/** A page of entries, newest first; `nextBefore` is null on the last page. */
export const logAnswer = cursorPage('entries', logEntry).meta({ id: 'AuditEntryPage', description: PAGE })

/** The entry as JSON. */
export function toLogEntryWire(entry: LogEntry): z.output<typeof logEntry> {
  const { user, actor, userAgent } = entry
  return { ...entryFields.toWire(entry), user, actor: { ...actor }, browser: nameOfBrowser(userAgent) }
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
