import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { customRolesJson, rolesFor } from '#identity/organizations/index.ts'
import type { Roles } from '#kernel/access.ts'
import { firstId } from '#kernel/id.ts'
import type { Database } from '#platform/database/database.ts'
import type { Platform } from '#platform/platform.ts'
import { type EntryActor, type EntryFilter, type Log, type LogEntry, type SecurityEntry, securityActionNames } from './model.ts'

/** Selects entries of a user: page size and cursor. */
export interface SecurityEntriesQuery {
  readonly userId: string
  readonly limit: number
  readonly before: string | undefined
}

// Only the log of the platform shows the origin of an administrator's request.
const isByAdministrator = sql<boolean>`(
  actor ->> 'impersonated_by' is not null or (actor ->> 'type' = 'person' and actor ->> 'id' is distinct from user_id::text)
)`

/** The entries of a user's account, newest first: one statement. A cursor of another user's entry returns an empty page. */
export async function listSecurityEntries(db: Database, { userId, limit, before }: SecurityEntriesQuery): Promise<SecurityEntry[]> {
  const edge = sql`(
    select happened_at from audit_entries where id = ${before ?? null}::uuid and user_id = ${userId}::uuid and organization_id is null
  )`
  const isEarlier = before === undefined ? sql`true` : sql`(happened_at, id) < (${edge}, ${before}::uuid)`
  const { rows } = await sql<SecurityEntry>`
    select id, action, happened_at as "happenedAt", ${isByAdministrator} as "isByAdministrator",
      case when not ${isByAdministrator} then ip_address end as address,
      case when not ${isByAdministrator} then user_agent end as "userAgent", details,
      coalesce(actor ->> 'session', case when action = 'user.signed_in' then target ->> 'id' end) as "sessionId"
    from audit_entries
    where user_id = ${userId}::uuid and organization_id is null and action = any(${securityActionNames}::text[]) and ${isEarlier}
    order by happened_at desc, id desc limit ${limit}`.execute(db)
  return rows
}

/** Selects entries of a log: filter, page size and cursor. */
export interface LogEntriesQuery {
  readonly log: Log
  readonly filter: EntryFilter
  readonly limit: number
  readonly before: string | undefined
}

interface LogRow extends Omit<LogEntry, 'actor' | 'user'> {
  readonly actor: { readonly type: EntryActor['type']; readonly id?: string; readonly impersonated_by?: string }
  readonly actorName: string | null
  readonly actorEmail: string | null
  readonly impersonatorName: string | null
  readonly impersonatorEmail: string | null
  readonly userName: string | null
  readonly userEmail: string | null
}

/**
 * Entries of a log, newest first, with the names of the actors: one statement. Ids follow the time, so they have the order of the
 * entries, and a bound in time is a bound of ids.
 */
export async function listEntries(db: Database, query: LogEntriesQuery): Promise<LogEntry[]> {
  const { rows } = await sql<LogRow>`${entriesOf(query)} order by listed.id desc`.execute(db)
  return rows.map(fromLogRow)
}

/** The roles of a member who reads an organization's log, and the permissions of all roles. */
export interface MembershipRoles {
  readonly role: string
  readonly roles: Roles
}

/** The entries of an organization's log, with the roles of the reader: one statement. Undefined for a non-member. */
export async function listEntriesFor(
  db: Database,
  platform: Pick<Platform, 'settings'>,
  { userId, ...query }: LogEntriesQuery & { readonly log: { readonly organizationId: string }; readonly userId: string },
): Promise<(MembershipRoles & { readonly entries: LogEntry[] }) | undefined> {
  const { rows } = await sql<{ role: string; customRoles: Roles } & (LogRow | { readonly id: null })>`
    select membership.role, membership."customRoles", entry.* from (
      select members.role, ${customRolesJson('members.organization_id')} as "customRoles" from members
      where members.organization_id = ${query.log.organizationId}::uuid and members.user_id = ${userId}::uuid
    ) as membership
    left join lateral (${entriesOf(query)}) as entry on true order by entry.id desc`.execute(db)
  const [first] = rows
  if (!first) return undefined
  const entries = rows.flatMap(({ role: _role, customRoles: _customRoles, ...row }) => (row.id === null ? [] : [fromLogRow(row as LogRow)]))
  return { role: first.role, roles: rolesFor(platform, first.customRoles), entries }
}

function entriesOf({ log, filter, limit, before }: LogEntriesQuery): RawBuilder<LogRow> {
  const conditions = [...logCondition(log), ...beforeCondition(log, before), ...filterConditions(filter, log)]
  const where = conditions.length ? sql`where ${sql.join(conditions, sql` and `)}` : sql``
  return sql<LogRow>`
    select listed.id, listed.organization_id as "organizationId", listed.user_id as "userId", listed.actor, listed.action, listed.target,
      listed.details, listed.address, listed.user_agent as "userAgent", listed.request_id as "requestId",
      listed.happened_at as "happenedAt", actor_user.name as "actorName", actor_user.email as "actorEmail", impersonator.name as "impersonatorName",
      impersonator.email as "impersonatorEmail", subject.name as "userName", subject.email as "userEmail"
    from (
      select id, organization_id, user_id, actor, action, target, details, ip_address as address, user_agent, request_id, happened_at
      from audit_entries ${where} order by ${log === 'platform' ? sql`id desc` : sql`happened_at desc, id desc`} limit ${limit}::int
    ) as listed
    left join users as actor_user on actor_user.id = case listed.actor ->> 'type' when 'person' then (listed.actor ->> 'id')::uuid end
    left join users as impersonator on impersonator.id = (listed.actor ->> 'impersonated_by')::uuid
    left join users as subject on subject.id = listed.user_id`
}

type Condition = RawBuilder<SqlBool>

function logCondition(log: Log): Condition[] {
  return log === 'platform' ? [] : [sql`organization_id = ${log.organizationId}::uuid`]
}

function beforeCondition(log: Log, before: string | undefined): Condition[] {
  if (before === undefined) return []
  if (log === 'platform') return [sql`id < ${before}::uuid`]
  const edge = sql`(select happened_at from audit_entries where id = ${before}::uuid and organization_id = ${log.organizationId}::uuid)`
  return [sql`(happened_at, id) < (${edge}, ${before}::uuid)`]
}

// Each log has an index: the platform's on ids, an organization's on times. So a bound in time is compared with either.
function boundOf(log: Log, at: Date): readonly [column: RawBuilder<unknown>, value: RawBuilder<unknown>] {
  if (log !== 'platform') return [sql`happened_at`, sql`${at}`]
  return [sql`id`, sql`${firstId(new Date(Math.max(at.getTime(), 0)))}::uuid`]
}

function filterConditions(filter: EntryFilter, log: Log): Condition[] {
  const { actorId, userId, action, targetType, targetId, from, to } = filter
  const conditions: Condition[] = []
  if (actorId !== undefined) conditions.push(sql`(actor ->> 'id' = ${actorId} or actor ->> 'impersonated_by' = ${actorId})`)
  if (userId !== undefined) conditions.push(sql`user_id = ${userId}::uuid`)
  if (action !== undefined) conditions.push(action.endsWith('.') ? sql`starts_with(action, ${action})` : sql`action = ${action}`)
  if (targetType !== undefined) conditions.push(sql`target ->> 'type' = ${targetType}`)
  if (targetId !== undefined) conditions.push(sql`target ->> 'id' = ${targetId}`)
  for (const [at, operator] of [[from, sql`>=`] as const, [to, sql`<`] as const]) {
    if (at === undefined) continue
    const [column, value] = boundOf(log, at)
    conditions.push(sql`${column} ${operator} ${value}`)
  }
  return conditions
}

function fromLogRow({
  actor,
  actorName,
  actorEmail,
  impersonatorName,
  impersonatorEmail,
  userName,
  userEmail,
  ...entry
}: LogRow): LogEntry {
  const { type, id = null, impersonated_by: impersonatorId } = actor
  const impersonatedBy = impersonatorId === undefined ? null : { id: impersonatorId, name: impersonatorName, email: impersonatorEmail }
  const user = entry.userId === null ? null : { id: entry.userId, name: userName, email: userEmail }
  return { ...entry, user, actor: { type, id, name: actorName, email: actorEmail, impersonatedBy } }
}
