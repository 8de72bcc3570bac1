import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { madeRolesJson, rolesFor } from '#identity/organizations/index.ts'
import type { Roles } from '#kernel/access.ts'
import { firstId } from '#kernel/id.ts'
import type { Database } from '#platform/database/database.ts'
import type { Platform } from '#platform/platform.ts'
import { type EntryActor, type EntryFilter, type Log, type LogEntry, type SecurityEntry, securityActionNames } from './model.ts'

/** Which entries: whose, how many, and before which one. */
export interface EntriesAsked {
  readonly userId: string
  readonly limit: number
  readonly before: string | undefined
}

// Where administrators sit is nobody's business but the platform's, whose log says it.
const isByAdministrator = sql<boolean>`(
  actor ->> 'impersonated_by' is not null or (actor ->> 'type' = 'person' and actor ->> 'id' is distinct from user_id::text)
)`

/** What was done to a person's account, the latest first: one statement. Before an entry that is not theirs there is nothing. */
export async function listSecurityEntries(db: Database, { userId, limit, before }: EntriesAsked): Promise<SecurityEntry[]> {
  const edge = sql`(
    select happened_at from audit_entries where id = ${before ?? null}::uuid and user_id = ${userId}::uuid and organization_id is null
  )`
  const isEarlier = before === undefined ? sql`true` : sql`(happened_at, id) < (${edge}, ${before}::uuid)`
  const { rows } = await sql<SecurityEntry>`
    select id, action, happened_at as "happenedAt", ${isByAdministrator} as "isByAdministrator",
      case when not ${isByAdministrator} then address end as address,
      case when not ${isByAdministrator} then user_agent end as "userAgent", details,
      coalesce(actor ->> 'session', case when action = 'user.signed_in' then target ->> 'id' end) as "sessionId"
    from audit_entries
    where user_id = ${userId}::uuid and organization_id is null and action = any(${securityActionNames}::text[]) and ${isEarlier}
    order by happened_at desc, id desc limit ${limit}`.execute(db)
  return rows
}

/** Which entries of which log, how many, and before which one. */
export interface LogAsked {
  readonly log: Log
  readonly filter: EntryFilter
  readonly limit: number
  readonly before: string | undefined
}

interface LogRow extends Omit<LogEntry, 'actor' | 'user'> {
  readonly actor: { readonly type: EntryActor['type']; readonly id?: string; readonly impersonated_by?: string }
  readonly actorName: string | null
  readonly actorEmail: string | null
  readonly borrowerName: string | null
  readonly borrowerEmail: string | null
  readonly userName: string | null
  readonly userEmail: string | null
}

/**
 * Entries of a log, the latest first, with the names of who did it: one statement. Ids follow the time, so their order is that of
 * what happened, and an edge in time is one of ids.
 */
export async function listEntries(db: Database, asked: LogAsked): Promise<LogEntry[]> {
  const { rows } = await sql<LogRow>`${entriesOf(asked)} order by listed.id desc`.execute(db)
  return rows.map(fromLogRow)
}

/** What somebody who reads an organization's log may there: their roles, and what these are. */
export interface Standing {
  readonly role: string
  readonly roles: Roles
}

/** The entries of an organization's log and what whoever asks for them may there: one statement. Nothing for whoever is no member. */
export async function listEntriesFor(
  db: Database,
  platform: Pick<Platform, 'settings'>,
  { userId, ...asked }: LogAsked & { readonly log: { readonly organizationId: string }; readonly userId: string },
): Promise<(Standing & { readonly entries: LogEntry[] }) | undefined> {
  const { rows } = await sql<{ role: string; made: Roles } & (LogRow | { readonly id: null })>`
    select standing.role, standing.made, entry.* from (
      select members.role, ${madeRolesJson('members.organization_id')} as made from members
      where members.organization_id = ${asked.log.organizationId}::uuid and members.user_id = ${userId}::uuid
    ) as standing
    left join lateral (${entriesOf(asked)}) as entry on true order by entry.id desc`.execute(db)
  const [first] = rows
  if (!first) return undefined
  const entries = rows.flatMap(({ role: _role, made: _made, ...row }) => (row.id === null ? [] : [fromLogRow(row as LogRow)]))
  return { role: first.role, roles: rolesFor(platform, first.made), entries }
}

function entriesOf({ log, filter, limit, before }: LogAsked): RawBuilder<LogRow> {
  const conditions = [...within(log), ...earlierThan(log, before), ...fitting(filter, log)]
  const where = conditions.length ? sql`where ${sql.join(conditions, sql` and `)}` : sql``
  return sql<LogRow>`
    select listed.id, listed.organization_id as "organizationId", listed.user_id as "userId", listed.actor, listed.action, listed.target,
      listed.details, listed.address, listed.user_agent as "userAgent", listed.request_id as "requestId",
      listed.happened_at as "happenedAt", doer.name as "actorName", doer.email as "actorEmail", borrower.name as "borrowerName",
      borrower.email as "borrowerEmail", concerned.name as "userName", concerned.email as "userEmail"
    from (
      select id, organization_id, user_id, actor, action, target, details, address, user_agent, request_id, happened_at
      from audit_entries ${where} order by ${log === 'platform' ? sql`id desc` : sql`happened_at desc, id desc`} limit ${limit}::int
    ) as listed
    left join users as doer on doer.id = case listed.actor ->> 'type' when 'person' then (listed.actor ->> 'id')::uuid end
    left join users as borrower on borrower.id = (listed.actor ->> 'impersonated_by')::uuid
    left join users as concerned on concerned.id = listed.user_id`
}

type Condition = RawBuilder<SqlBool>

function within(log: Log): Condition[] {
  return log === 'platform' ? [] : [sql`organization_id = ${log.organizationId}::uuid`]
}

function earlierThan(log: Log, before: string | undefined): Condition[] {
  if (before === undefined) return []
  if (log === 'platform') return [sql`id < ${before}::uuid`]
  const edge = sql`(select happened_at from audit_entries where id = ${before}::uuid and organization_id = ${log.organizationId}::uuid)`
  return [sql`(happened_at, id) < (${edge}, ${before}::uuid)`]
}

// In the platform's log an instant is looked for among the ids, in that of an organization among its times: so there is an index.
function edgeOf(log: Log, at: Date): readonly [column: RawBuilder<unknown>, value: RawBuilder<unknown>] {
  if (log !== 'platform') return [sql`happened_at`, sql`${at}`]
  return [sql`id`, sql`${firstId(new Date(Math.max(at.getTime(), 0)))}::uuid`]
}

function fitting(filter: EntryFilter, log: Log): Condition[] {
  const { actorId, userId, action, targetType, targetId, from, to } = filter
  const conditions: Condition[] = []
  if (actorId !== undefined) conditions.push(sql`(actor ->> 'id' = ${actorId} or actor ->> 'impersonated_by' = ${actorId})`)
  if (userId !== undefined) conditions.push(sql`user_id = ${userId}::uuid`)
  if (action !== undefined) conditions.push(action.endsWith('.') ? sql`starts_with(action, ${action})` : sql`action = ${action}`)
  if (targetType !== undefined) conditions.push(sql`target ->> 'type' = ${targetType}`)
  if (targetId !== undefined) conditions.push(sql`target ->> 'id' = ${targetId}`)
  for (const [at, operator] of [[from, sql`>=`] as const, [to, sql`<`] as const]) {
    if (at === undefined) continue
    const [column, value] = edgeOf(log, at)
    conditions.push(sql`${column} ${operator} ${value}`)
  }
  return conditions
}

function fromLogRow({ actor, actorName, actorEmail, borrowerName, borrowerEmail, userName, userEmail, ...entry }: LogRow): LogEntry {
  const { type, id = null, impersonated_by: borrower } = actor
  const impersonatedBy = borrower === undefined ? null : { id: borrower, name: borrowerName, email: borrowerEmail }
  const user = entry.userId === null ? null : { id: entry.userId, name: userName, email: userEmail }
  return { ...entry, user, actor: { type, id, name: actorName, email: actorEmail, impersonatedBy } }
}
