// The measured organizations, the same on every server: inserted by SQL for users who signed up through the server's API.
import { randomUUID } from 'node:crypto'
import { type BenchUser, signUpUsers } from '../accounts/users.ts'
import { query } from '../rivals/rivals.ts'
import type { Target } from '../targets.ts'
import type { OrganizationOwner } from './requests.ts'

/** Users that create organizations: each creates few in a run, because the rivals read all organizations of the user first. */
const CREATORS = 512
/** Users that list their organizations and invite to them, in turn. */
const OWNERS = 256
const ORGANIZATIONS_OF_ONE = 4
/** Users that read an organization of a hundred members. */
const VIEWERS = 16
const MEMBERS = 100

/** The users with their organizations. */
export interface OrganizationSetup {
  readonly creators: readonly BenchUser[]
  /** Each with some organizations that have no other member. */
  readonly owners: readonly OrganizationOwner[]
  /** Each with one organization of a hundred members. */
  readonly viewers: readonly OrganizationOwner[]
}

const AT = `timestamptz '2026-01-01 00:00:00Z'`

const OURS = [
  `insert into users (id, name, email, is_email_verified, created_at, updated_at)
   select id::uuid, 'Blaise Pascal', email, true, ${AT}, ${AT} from new_members where is_new`,
  `insert into organizations (id, name, slug, created_at) select id::uuid, 'Analytical Engines', 'engines-' || id, ${AT} from new_organizations`,
  `insert into teams (organization_id, id, name, created_at)
   select id::uuid, team_id::uuid, 'Analytical Engines', ${AT} from new_organizations`,
  `insert into members (organization_id, id, user_id, role, team_id, created_at)
   select organization_id::uuid, gen_random_uuid(), users.id, new_members.role, team_id::uuid, ${AT} + make_interval(secs => n)
   from new_members join new_organizations on new_organizations.id = organization_id join users on users.email = new_members.email`,
]

/** Sets a default for a required column of 1.7 that its program always fills. */
const columnDefault = (table: string, column: string, value: string) => `
  do $$ begin
    if exists (select from information_schema.columns where table_name = '${table}' and column_name = '${column}') then
      alter table ${table} alter "${column}" set default ${value};
    end if;
  end $$`

/** The documented tables of the rivals. */
const THEIRS = [
  columnDefault('team', 'memberCount', '1'),
  columnDefault('invitation', 'createdAt', AT),
  `insert into "user" (id, name, email, "emailVerified", "createdAt", "updatedAt")
   select id, 'Blaise Pascal', email, true, ${AT}, ${AT} from new_members where is_new`,
  `insert into organization (id, name, slug, "createdAt") select id, 'Analytical Engines', 'engines-' || id, ${AT} from new_organizations`,
  `insert into team (id, name, "organizationId", "createdAt") select team_id, 'Analytical Engines', id, ${AT} from new_organizations`,
  `insert into member (id, "organizationId", "userId", role, "createdAt")
   select gen_random_uuid()::text, organization_id, known.id, new_members.role, ${AT} + make_interval(secs => n)
   from new_members join "user" as known on known.email = new_members.email`,
]

function ownerOf(user: BenchUser, count: number): OrganizationOwner {
  return { user, organizations: Array.from({ length: count }, () => randomUUID()) }
}

/** Signs up users at the target and inserts their organizations into its database. */
export async function createOrganizationSetup(target: Target, databaseUrl: string, whose: 'ours' | 'theirs'): Promise<OrganizationSetup> {
  const users = await signUpUsers(target, CREATORS + OWNERS + VIEWERS)
  const owners = users.slice(CREATORS, CREATORS + OWNERS).map((user) => ownerOf(user, ORGANIZATIONS_OF_ONE))
  const viewers = users.slice(CREATORS + OWNERS).map((user) => ownerOf(user, 1))
  const newOrganizations = [...owners, ...viewers]
    .flatMap(({ organizations }) => organizations)
    .map((id) => ({ id, team_id: randomUUID() }))
  const newMembers = [...owners, ...viewers].flatMap(({ user, organizations }) =>
    organizations.map((id) => ({ id: randomUUID(), email: user.email, organization_id: id, role: 'owner', n: 0, is_new: false })),
  )
  const colleagues = viewers.flatMap(({ organizations: [id = ''] }) =>
    Array.from({ length: MEMBERS - 1 }, (_, at) => {
      const email = `colleague-${randomUUID()}@example.test`
      return { id: randomUUID(), email, organization_id: id, role: 'member', n: at + 1, is_new: true }
    }),
  )
  await query(
    databaseUrl,
    [
      `create temp table new_organizations as select id, team_id from json_to_recordset('${JSON.stringify(newOrganizations)}') as each (id text, team_id text)`,
      `create temp table new_members as select id, email, organization_id, role, n, is_new
       from json_to_recordset('${JSON.stringify([...newMembers, ...colleagues])}')
         as each (id text, email text, organization_id text, role text, n int, is_new boolean)`,
      ...(whose === 'ours' ? OURS : THEIRS),
      'analyze',
    ].join(';\n'),
  )
  return { creators: users.slice(0, CREATORS), owners, viewers }
}
