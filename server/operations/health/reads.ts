import { sql } from 'kysely'
import { fromOrganizationRow, organizationColumns } from '#identity/organizations/index.ts'
import type { MemberWithUser, Organization } from '#identity/organizations/model.ts'
import { assert } from '#kernel/assert.ts'
import { foldCase } from '#kernel/text.ts'
import type { Database } from '#platform/database/database.ts'
import {
  type Backlog,
  EMAIL_JOB_KINDS,
  FAILING_MAXIMUM,
  type FailingEndpoint,
  type Health,
  type QueuedJob,
  type StoredEvent,
} from './model.ts'

/** Reads the backlog, and the endpoints that fail or were disabled for failing, the longest failing first: one statement. */
export async function readHealth(db: Database, now: Date): Promise<Health> {
  const isEmail = sql`kind = any(${[...EMAIL_JOB_KINDS]}::text[])`
  const { rows } = await sql<Backlog & { readonly failing: readonly FailingRow[] }>`
    select
      count(*) filter (where dead_at is null)::int as "waitingJobs",
      count(*) filter (where dead_at is null and run_at <= ${now})::int as "dueJobs",
      min(run_at) filter (where dead_at is null and run_at <= ${now}) as "oldestDueAt",
      count(*) filter (where dead_at is not null)::int as "deadJobs",
      (select count(*)::int from domain_events where relayed_at is null) as "waitingEvents",
      (select min(happened_at) from domain_events where relayed_at is null) as "oldestEventAt",
      count(*) filter (where dead_at is null and ${isEmail})::int as "waitingEmails",
      count(*) filter (where dead_at is not null and ${isEmail})::int as "deadEmails",
      (select last_error from jobs where last_error is not null and ${isEmail} order by coalesce(dead_at, run_at) desc limit 1)
        as "lastMailError",
      (select coalesce(json_agg(failing), '[]') from (${failingEndpoints}) as failing) as failing
    from jobs`.execute(db)
  const [read] = rows
  assert(read, 'A count gives a row')
  const { failing, ...backlog } = read
  return { backlog, failing: failing.map(fromFailingRow) }
}

// In JSON a time is text.
type FailingRow = Omit<FailingEndpoint, 'failingSince' | 'lastFailedAt'> & {
  readonly failingSince: string | null
  readonly lastFailedAt: string | null
}

function fromFailingRow({ failingSince, lastFailedAt, ...row }: FailingRow): FailingEndpoint {
  const instant = (text: string | null) => (text === null ? null : new Date(text))
  return { ...row, failingSince: instant(failingSince), lastFailedAt: instant(lastFailedAt) }
}

const failingEndpoints = sql`
  select endpoint.id, endpoint.organization_id as "organizationId", organizations.name as "organizationName",
    organizations.slug as "organizationSlug", endpoint.url, endpoint.is_enabled as "isEnabled", endpoint.failed_in_a_row as failures,
    endpoint.failing_since as "failingSince", (
      select created_at from webhook_deliveries as attempt
      where attempt.organization_id = endpoint.organization_id and attempt.endpoint_id = endpoint.id and not attempt.succeeded
      order by attempt.created_at desc limit 1
    ) as "lastFailedAt"
  from webhook_endpoints as endpoint join organizations on organizations.id = endpoint.organization_id
  where (endpoint.failing_since is not null or endpoint.disabled_reason is not null) and endpoint.deleted_at is null
  order by endpoint.failing_since nulls last, endpoint.id limit ${sql.lit(FAILING_MAXIMUM)}`

/** The filter, order and page of a list of organizations. */
export interface ListOrganizationsQuery {
  readonly searchValue: string | undefined
  readonly sortBy: 'createdAt' | 'name' | 'slug'
  readonly isDescending: boolean
  readonly limit: number
  readonly offset: number
}

/** An organization with its number of members. */
export type CountedOrganization = Organization & { readonly memberCount: number }

const memberCount = sql<number>`(select count(*)::int from members where members.organization_id = organizations.id)`.as('memberCount')
const sorted = { createdAt: sql`organizations.created_at`, name: sql`lower(organizations.name)`, slug: sql`organizations.slug` } as const

/** A page of all organizations, and the total: one statement. */
export async function listOrganizationsOfPlatform(
  db: Database,
  { searchValue, sortBy, isDescending, limit, offset }: ListOrganizationsQuery,
): Promise<{ readonly organizations: CountedOrganization[]; readonly total: number }> {
  const pattern = `%${foldCase(searchValue ?? '').replace(/[\\%_]/g, '\\$&')}%`
  const matches = searchValue
    ? sql<boolean>`(lower(organizations.name) like ${pattern} or organizations.slug like ${pattern})`
    : sql<boolean>`true`
  const direction = isDescending ? sql`desc` : sql`asc`
  const order = sql`${sorted[sortBy]} ${direction}, organizations.id ${direction}`
  const all = db.selectFrom('organizations').where(matches)
  const page = all
    .select([...organizationColumns, memberCount, sql`row_number() over (order by ${order})`.as('row_index')])
    .orderBy(sql`row_index`)
    .limit(limit)
    .offset(offset)
  const { rows } = await sql<{ readonly total: number } & (CountedRow | { readonly id: null })>`
    select counted.total, page.* from (${all.select(sql<number>`count(*)::int`.as('total'))}) as counted
    left join (${page}) as page on true order by page.row_index`.execute(db)
  const organizations = rows.flatMap((row) => (row.id === null ? [] : [fromCountedRow(row as CountedRow)]))
  return { organizations, total: rows[0]?.total ?? 0 }
}

type CountedRow = Parameters<typeof fromOrganizationRow>[0] & { readonly memberCount: number }

function fromCountedRow({ id, name, slug, logo, metadata, createdAt, modifiedAt, memberCount: members }: CountedRow): CountedOrganization {
  return { ...fromOrganizationRow({ id, name, slug, logo, metadata, createdAt, modifiedAt }), memberCount: members }
}

const MEMBERS_SHOWN = 100

/** One organization with its members, oldest first, and its counts. */
export interface OrganizationDetails extends CountedOrganization {
  readonly members: readonly MemberWithUser[]
  readonly teamCount: number
  readonly pendingInvitationCount: number
}

/** The organization with this id: two statements. */
export async function findOrganizationOfPlatform(
  db: Database,
  organizationId: string,
  now: Date,
): Promise<OrganizationDetails | undefined> {
  const found = await db
    .selectFrom('organizations')
    .select([
      ...organizationColumns,
      memberCount,
      sql<number>`(select count(*)::int from teams where teams.organization_id = organizations.id)`.as('teamCount'),
      sql<number>`(
        select count(*)::int from invitations
        where invitations.organization_id = organizations.id and status = 'pending' and expires_at > ${now}
      )`.as('pendingInvitationCount'),
    ])
    .where('id', '=', organizationId)
    .executeTakeFirst()
  if (!found) return undefined
  const rows = await db
    .selectFrom('members')
    .innerJoin('users', 'users.id', 'members.user_id')
    .select([
      'members.id as id',
      'members.organization_id as organizationId',
      'members.user_id as userId',
      'members.role as role',
      'members.team_id as teamId',
      'members.created_at as createdAt',
      'users.name as name',
      'users.email as email',
      'users.image as image',
    ])
    .where('members.organization_id', '=', organizationId)
    .orderBy('members.created_at')
    .orderBy('members.id')
    .limit(MEMBERS_SHOWN)
    .execute()
  const members = rows.map(({ name, email, image, ...member }) => ({ ...member, user: { id: member.userId, name, email, image } }))
  const { memberCount: counted, teamCount, pendingInvitationCount, ...row } = found
  return { ...fromOrganizationRow(row), memberCount: counted, teamCount, pendingInvitationCount, members }
}

/** The filter and page of a list of jobs. */
export interface ListJobsQuery {
  readonly isDead: boolean
  readonly kind: string | undefined
  readonly before: string | undefined
  readonly limit: number
}

/** Lists waiting or dead jobs, newest first. */
export function listJobs(db: Database, { isDead, kind, before, limit }: ListJobsQuery): Promise<QueuedJob[]> {
  let jobs = db
    .selectFrom('jobs')
    .select(['id', 'kind', 'attempts', 'run_at as runAt', 'last_error as lastError', 'dead_at as deadAt', 'created_at as createdAt'])
    .where('dead_at', isDead ? 'is not' : 'is', null)
  if (kind !== undefined) jobs = jobs.where('kind', '=', kind)
  if (before !== undefined) jobs = jobs.where('id', '<', before)
  return jobs.orderBy('id', 'desc').limit(limit).execute()
}

/** The filter and page of a list of events. */
export interface ListEventsQuery {
  readonly name: string | undefined
  readonly organizationId: string | undefined
  readonly resourceId: string | undefined
  readonly isRelayed: boolean | undefined
  readonly before: string | undefined
  readonly limit: number
}

/** Lists stored events, newest first. */
export function listEvents(db: Database, query: ListEventsQuery): Promise<StoredEvent[]> {
  const { name, organizationId, resourceId, isRelayed, before, limit } = query
  let events = db
    .selectFrom('domain_events')
    .select([
      'id',
      'name',
      sql<StoredEvent['audience']>`audience`.as('audience'),
      'organization_id as organizationId',
      'resource_id as resourceId',
      'payload',
      'happened_at as happenedAt',
      'relayed_at as relayedAt',
    ])
  if (name !== undefined) events = events.where('name', '=', name)
  if (organizationId !== undefined) events = events.where('organization_id', '=', organizationId)
  if (resourceId !== undefined) events = events.where('resource_id', '=', resourceId)
  if (isRelayed !== undefined) events = events.where('relayed_at', isRelayed ? 'is not' : 'is', null)
  if (before !== undefined) events = events.where('id', '<', before)
  return events.orderBy('id', 'desc').limit(limit).execute()
}
