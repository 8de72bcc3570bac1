import { sql } from 'kysely'
import { z } from 'zod'
import { fromOrganizationRow, organizations } from '#identity/organizations/index.ts'
import type { Block, MemberWithUser } from '#identity/organizations/model.ts'
import { assert } from '#kernel/assert.ts'
import { foldCase } from '#kernel/text.ts'
import type { Database } from '#platform/database/database.ts'
import { containing } from '#platform/database/list.ts'
import { id } from '#platform/http/wire-parts.ts'
import { cursorList, offsetList } from '#platform/resource/auth-list.ts'
import { byName } from '#platform/resource/by-name.ts'
import { value } from '#platform/resource/embedded.ts'
import { equal, filter, filterWithDefault } from '#platform/resource/filters.ts'
import { rows } from '#platform/resource/table.ts'
import {
  type Backlog,
  type CountedOrganization,
  type DatabaseState,
  EMAIL_JOB_KINDS,
  eventColumns,
  FAILING_MAXIMUM,
  type FailingEndpoint,
  type Health,
  jobColumns,
  shortText,
} from './model.ts'

/** Reads the backlog, and the endpoints that fail or were disabled for failing, the longest failing first: one statement. */
export async function readHealth(db: Database, now: Date): Promise<Health> {
  const isEmail = sql`kind = any(${[...EMAIL_JOB_KINDS]}::text[])`
  const { rows: found } = await sql<Backlog & DatabaseState & { readonly failing: readonly FailingRow[] }>`
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
      current_setting('server_version') as "databaseVersion",
      (select max(name) from kysely_migration) as schema,
      pg_database_size(current_database())::int8 as "databaseBytes",
      (select coalesce(json_agg(failing), '[]') from (${failingEndpoints}) as failing) as failing
    from jobs`.execute(db)
  const [read] = found
  assert(read, 'A count gives a row')
  const { failing, databaseVersion, schema, databaseBytes, ...backlog } = read
  return { backlog, failing: failing.map(fromFailingRow), database: { databaseVersion, schema, databaseBytes } }
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
  select endpoint.id, organizations.id as "organizationId", organizations.name as "organizationName",
    organizations.slug as "organizationSlug", endpoint.url, endpoint.is_enabled as "isEnabled", endpoint.failed_in_a_row as failures,
    endpoint.failing_since as "failingSince", (
      select created_at from webhook_deliveries as attempt
      where attempt.organization_id = endpoint.organization_id and attempt.endpoint_id = endpoint.id and not attempt.succeeded
      order by attempt.created_at desc limit 1
    ) as "lastFailedAt"
  from webhook_endpoints as endpoint left join organizations on organizations.id = endpoint.organization_id
  where (endpoint.failing_since is not null or endpoint.disabled_reason is not null) and endpoint.deleted_at is null
  order by endpoint.failing_since nulls last, endpoint.id limit ${sql.lit(FAILING_MAXIMUM)}`

const memberCount = sql<number>`(select count(*)::int from members where members.organization_id = organizations.id)`

// In JSON the time is text.
const block = value<Block | null>(
  sql`case when organizations.blocked_at is not null then
    json_build_object('at', organizations.blocked_at, 'reason', organizations.blocked_reason) end`,
  fromBlockRow,
)

function fromBlockRow(row: unknown): Block | null {
  const { at, reason } = (row ?? {}) as { readonly at?: string; readonly reason?: string }
  return at === undefined || reason === undefined ? null : { at: new Date(at), reason }
}

/** All organizations of the platform. */
export const organizationList = offsetList(organizations, {
  with: { memberCount: value(memberCount, Number), block },
  item: ({ memberCount: counted, block: shown, ...row }): CountedOrganization => ({
    ...fromOrganizationRow(row),
    memberCount: counted,
    block: shown,
  }),
  filters: {
    searchValue: filter(shortText.optional().meta({ description: 'Part of a name or slug, case-insensitive.' }), (text) => {
      const pattern = containing(foldCase(text))
      return text === '' ? undefined : sql<boolean>`(lower(organizations.name) like ${pattern} or organizations.slug like ${pattern})`
    }),
  },
  sorting: { createdAt: 'organizations.created_at', name: byName('organizations.name'), slug: 'organizations.slug' },
  defaultSorting: 'createdAt',
})

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
      ...organizations.aliases,
      memberCount.as('memberCount'),
      block.select.as('block'),
      sql<number>`(select count(*)::int from teams where teams.organization_id = organizations.id)`.as('teamCount'),
      sql<number>`(
        select count(*)::int from invitations
        where invitations.organization_id = organizations.id and status = 'pending' and expires_at > ${now}
      )`.as('pendingInvitationCount'),
    ])
    .where('id', '=', organizationId)
    .executeTakeFirst()
  if (!found) return undefined
  const shown = await db
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
  const members = shown.map(({ name, email, image, ...member }) => ({ ...member, user: { id: member.userId, name, email, image } }))
  const { memberCount: counted, block: stored, teamCount, pendingInvitationCount, ...row } = found
  return { ...fromOrganizationRow(row), memberCount: counted, block: fromBlockRow(stored), teamCount, pendingInvitationCount, members }
}

/** Waiting or dead jobs; dead ones by default. */
export const jobList = cursorList(rows('jobs', jobColumns), {
  filters: {
    state: filterWithDefault(z.enum(['dead', 'waiting']), 'dead', (state) =>
      state === 'dead' ? sql<boolean>`jobs.dead_at is not null` : sql<boolean>`jobs.dead_at is null`,
    ),
    kind: equal('jobs.kind', shortText),
  },
})

/** Stored domain events. */
export const eventList = cursorList(rows('domain_events', eventColumns), {
  filters: {
    name: equal('domain_events.name', shortText),
    organizationId: equal('domain_events.organization_id', id),
    resourceId: equal('domain_events.resource_id', id),
    state: filter(z.enum(['waiting', 'relayed']).optional(), (state) =>
      state === 'relayed' ? sql<boolean>`domain_events.relayed_at is not null` : sql<boolean>`domain_events.relayed_at is null`,
    ),
  },
})
