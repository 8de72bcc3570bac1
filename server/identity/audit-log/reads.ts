import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import type { Roles } from '#contract/access.ts'
import { customRolesJson, rolesFor } from '#identity/organizations/index.ts'
import { firstId } from '#kernel/id.ts'
import { id } from '#platform/http/wire-parts.ts'
import type { Platform } from '#platform/platform.ts'
import { type AuthListRequest, type CursorList, cursorList } from '#platform/resource/auth-list.ts'
import { value } from '#platform/resource/embedded.ts'
import { equal, type Filter, filter } from '#platform/resource/filters.ts'
import { rows } from '#platform/resource/table.ts'
import {
  type EntryActor,
  entryColumns,
  type LogEntry,
  type NamedUser,
  type SecurityEntry,
  securityActionNames,
  securityColumns,
} from './model.ts'

const NAME_MAXIMUM = 100

const actor = sql.ref('audit_entries.actor')

// Only the log of the platform shows the origin of an administrator's request.
const isByAdministrator = sql<boolean>`(
  ${actor} ->> 'impersonated_by' is not null or (${actor} ->> 'type' = 'person' and ${actor} ->> 'id' is distinct from audit_entries.user_id::text)
)`

/** The entries of a user's account: with `ofAccount`. */
export const securityList: CursorList<SecurityEntry> = cursorList(rows('audit_entries', securityColumns), {
  newestFirst: 'audit_entries.happened_at',
  with: {
    isByAdministrator: value<boolean>(isByAdministrator),
    address: value<string | null>(sql`case when not ${isByAdministrator} then audit_entries.ip_address end`),
    userAgent: value<string | null>(sql`case when not ${isByAdministrator} then audit_entries.user_agent end`),
    sessionId: value<string | null>(
      sql`coalesce(${actor} ->> 'session', case when audit_entries.action = 'user.signed_in' then audit_entries.target ->> 'id' end)`,
    ),
  },
  filters: {
    userId: filter(
      id.optional().meta({
        description: 'For administrators of the platform: the user whose entries are listed. Ignored for other callers.',
      }),
      () => undefined,
    ),
  },
})

/** The entries of this account. */
export function ofAccount(userId: string): RawBuilder<unknown> {
  return sql`audit_entries.user_id = ${userId}::uuid and audit_entries.organization_id is null
    and audit_entries.action = any(${securityActionNames}::text[])`
}

/** The actor with its name and that of the impersonator. */
const named = {
  select: sql`json_build_object(
    'type', ${actor} ->> 'type', 'id', ${actor} ->> 'id', 'name', actor_user.name, 'email', actor_user.email, 'impersonatedBy',
    case when ${actor} ->> 'impersonated_by' is not null then json_build_object(
      'id', ${actor} ->> 'impersonated_by', 'name', impersonator.name, 'email', impersonator.email
    ) end
  )`,
  join: sql`
    left join users as actor_user on actor_user.id = case ${actor} ->> 'type' when 'person' then (${actor} ->> 'id')::uuid end
    left join users as impersonator on impersonator.id = (${actor} ->> 'impersonated_by')::uuid`,
  read: (stored: unknown) => stored as EntryActor,
}

/** The user of an entry with their name. */
const subject = {
  select: sql`case when audit_entries.user_id is not null then
    json_build_object('id', audit_entries.user_id, 'name', subject.name, 'email', subject.email) end`,
  join: sql`left join users as subject on subject.id = audit_entries.user_id`,
  read: (stored: unknown) => stored as NamedUser | null,
}

const instant = z
  .union([z.iso.datetime({ offset: true }), z.iso.date()])
  .transform((text) => new Date(text))
  .meta({ format: 'date-time' })

const name = z.string().max(NAME_MAXIMUM)

/** The comparison of a bound in time. */
type Bound = (operator: '>=' | '<', at: Date) => RawBuilder<boolean>

function entryFilters(bound: Bound): Readonly<Record<string, Filter>> {
  return {
    actorId: filter(
      id.optional(),
      (actorId) => sql<boolean>`(${actor} ->> 'id' = ${actorId} or ${actor} ->> 'impersonated_by' = ${actorId})`,
    ).meta({ description: 'The actor, also as an impersonator.' }),
    userId: equal('audit_entries.user_id', id).meta({ description: 'The user whose account the action concerns.' }),
    action: filter(name.optional(), (action) => {
      if (action === '') return undefined
      return action.endsWith('.')
        ? sql<boolean>`starts_with(audit_entries.action, ${action})`
        : sql<boolean>`audit_entries.action = ${action}`
    }).meta({ description: '`member.removed`, or with a dot at the end all actions on a resource: `member.`' }),
    targetType: filter(name.optional(), (type) => sql<boolean>`audit_entries.target ->> 'type' = ${type}`),
    targetId: filter(name.optional(), (targetId) => sql<boolean>`audit_entries.target ->> 'id' = ${targetId}`),
    from: filter(instant.optional(), (at) => bound('>=', at)).meta({ description: 'Inclusive; an instant or a day (UTC).' }),
    to: filter(instant.optional(), (at) => bound('<', at)).meta({ description: 'Exclusive; an instant or a day (UTC).' }),
    // It names the log: `ofOrganization`.
    organizationId: filter(id.optional(), () => undefined),
  }
}

const entries = rows('audit_entries', entryColumns)

/** The entries of the platform. Ids follow the time, and have the index of this log: so a bound in time is a bound of ids. */
export const platformList: CursorList<LogEntry> = cursorList(entries, {
  with: { actor: named, user: subject },
  filters: entryFilters((operator, at) => {
    const first = firstId(new Date(Math.max(at.getTime(), 0)))
    return sql<boolean>`audit_entries.id ${sql.raw(operator)} ${first}::uuid`
  }),
})

/** The entries of one organization: with `ofOrganization`. They have an index on their times. */
export const organizationLog: CursorList<LogEntry> = cursorList(entries, {
  newestFirst: 'audit_entries.happened_at',
  with: { actor: named, user: subject },
  filters: entryFilters((operator, at) => sql<boolean>`audit_entries.happened_at ${sql.raw(operator)} ${at}`),
})

/** The entries of this organization. */
export function ofOrganization(organizationId: string): RawBuilder<unknown> {
  return sql`audit_entries.organization_id = ${organizationId}::uuid`
}

/** A log with the condition of its entries: of an organization, or of the whole platform. */
export function logOf(organizationId: string | null): { readonly list: CursorList<LogEntry> } & Pick<AuthListRequest, 'where'> {
  return organizationId === null ? { list: platformList } : { list: organizationLog, where: ofOrganization(organizationId) }
}

/** The membership of a user, as the reader of a page: `rolesOfReader`. */
export function membershipOf(organizationId: string, userId: string): RawBuilder<unknown> {
  return sql`
    select members.role, ${customRolesJson('members.organization_id')} as "customRoles" from members
    where members.organization_id = ${organizationId}::uuid and members.user_id = ${userId}::uuid`
}

/** The roles of a member who reads an organization's log, and the permissions of all roles. */
export interface MembershipRoles {
  readonly role: string
  readonly roles: Roles
}

/** The roles of `membershipOf`. */
export function rolesOfReader(platform: Pick<Platform, 'settings'>, reader: Readonly<Record<string, unknown>>): MembershipRoles {
  const { role, customRoles } = reader as { readonly role: string; readonly customRoles: Roles }
  return { role, roles: rolesFor(platform, customRoles) }
}
