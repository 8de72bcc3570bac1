// Inserts passive organizations by SQL: 100,000 members of a thousand organizations, and as many invitations.
import { BULK_USERS, insertUsers } from '../accounts/bulk-users.ts'
import { query } from '../rivals/rivals.ts'

const OF_ONE = 100
const AT = `timestamptz '2026-01-01 00:00:00Z'`
const LATER = `timestamptz '2126-01-01 00:00:00Z'`

/** The bulk users in order, each with the number of their organization. */
const numberedUsers = (users: string) =>
  `create temp table numbered_users as
   select id, n, n / ${OF_ONE} as number, n % ${OF_ONE} = 0 as is_owner
   from (select id, (row_number() over (order by email) - 1)::int as n from ${users} where email like 'filled-%') as each`

const OURS = [
  numberedUsers('users'),
  'create temp table bulk_organizations as select number, id as owner_id, gen_random_uuid() as id, gen_random_uuid() as team_id from numbered_users where is_owner',
  `insert into organizations (id, name, slug, created_at) select id, 'Analytical Engines', 'filled-' || id, ${AT} from bulk_organizations`,
  `insert into teams (organization_id, id, name, created_at) select id, team_id, 'Analytical Engines', ${AT} from bulk_organizations`,
  `insert into members (organization_id, id, user_id, role, team_id, created_at)
   select bulk_organizations.id, gen_random_uuid(), numbered_users.id, case when is_owner then 'owner' else 'member' end, team_id, ${AT} + make_interval(secs => n)
   from numbered_users join bulk_organizations using (number)`,
  `insert into invitations (
     organization_id, id, email, role, status, inviter_id, secret_digest, sealed_secret, expires_at, created_at, updated_at
   ) select bulk_organizations.id, gen_random_uuid(), 'invited-' || n || '@example.test', 'member', 'pending', owner_id,
     encode(sha256(numbered_users.id::text::bytea), 'hex'), repeat('x', 80), ${LATER}, ${AT} + make_interval(secs => n), ${AT}
   from numbered_users join bulk_organizations using (number)`,
]

/** The documented tables of the rivals, common to 1.2 and 1.7. */
const THEIRS = [
  numberedUsers('"user"'),
  'create temp table bulk_organizations as select number, id as owner_id, gen_random_uuid()::text as id from numbered_users where is_owner',
  `insert into organization (id, name, slug, "createdAt") select id, 'Analytical Engines', 'filled-' || id, ${AT} from bulk_organizations`,
  `insert into team (id, name, "organizationId", "createdAt") select gen_random_uuid()::text, 'Analytical Engines', id, ${AT} from bulk_organizations`,
  `insert into member (id, "organizationId", "userId", role, "createdAt")
   select gen_random_uuid()::text, bulk_organizations.id, numbered_users.id, case when is_owner then 'owner' else 'member' end, ${AT} + make_interval(secs => n)
   from numbered_users join bulk_organizations using (number)`,
  `insert into invitation (id, "organizationId", email, role, status, "expiresAt", "inviterId")
   select gen_random_uuid()::text, bulk_organizations.id, 'invited-' || n || '@example.test', 'member', 'pending', ${LATER}, owner_id
   from numbered_users join bulk_organizations using (number)`,
]

/** Inserts the users and their organizations into a database of ours, or of a rival. */
export async function insertOrganizations(databaseUrl: string, whose: 'ours' | 'theirs'): Promise<void> {
  await insertUsers(databaseUrl, whose)
  await query(databaseUrl, (whose === 'ours' ? OURS : THEIRS).join(';\n'))
  await query(databaseUrl, 'vacuum analyze')
}

/** The suffix in the names of the lines. */
export const LINE_SUFFIX = ` among ${BULK_USERS.toLocaleString('en')}`
