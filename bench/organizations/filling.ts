// Fills a database with organizations that nobody asks about, by SQL: 100,000 members of a thousand, and as many invitations.
import { fill, MANY } from '../accounts/filling.ts'
import { query } from '../rivals/rivals.ts'

const OF_ONE = 100
const AT = `timestamptz '2026-01-01 00:00:00Z'`
const LATER = `timestamptz '2126-01-01 00:00:00Z'`

/** People of the filling in their order, each with the number of the organization that they are to be in. */
const settling = (users: string) =>
  `create temp table settling as
   select id, n, n / ${OF_ONE} as place, n % ${OF_ONE} = 0 as is_owner
   from (select id, (row_number() over (order by email) - 1)::int as n from ${users} where email like 'filled-%') as each`

const OURS = [
  settling('users'),
  'create temp table places as select place, id as owner_id, gen_random_uuid() as id, gen_random_uuid() as team_id from settling where is_owner',
  `insert into organizations (id, name, slug, created_at) select id, 'Analytical Engines', 'filled-' || id, ${AT} from places`,
  `insert into teams (organization_id, id, name, created_at) select id, team_id, 'Analytical Engines', ${AT} from places`,
  `insert into members (organization_id, id, user_id, role, team_id, created_at)
   select places.id, gen_random_uuid(), settling.id, case when is_owner then 'owner' else 'member' end, team_id, ${AT} + make_interval(secs => n)
   from settling join places using (place)`,
  `insert into invitations (
     organization_id, id, email, role, status, inviter_id, secret_digest, sealed_secret, expires_at, created_at, updated_at
   ) select places.id, gen_random_uuid(), 'asked-' || n || '@example.test', 'member', 'pending', owner_id,
     encode(sha256(settling.id::text::bytea), 'hex'), repeat('x', 80), ${LATER}, ${AT} + make_interval(secs => n), ${AT}
   from settling join places using (place)`,
]

/** A rival's documented tables: what 1.2 and 1.7 both have. */
const THEIRS = [
  settling('"user"'),
  'create temp table places as select place, id as owner_id, gen_random_uuid()::text as id from settling where is_owner',
  `insert into organization (id, name, slug, "createdAt") select id, 'Analytical Engines', 'filled-' || id, ${AT} from places`,
  `insert into team (id, name, "organizationId", "createdAt") select gen_random_uuid()::text, 'Analytical Engines', id, ${AT} from places`,
  `insert into member (id, "organizationId", "userId", role, "createdAt")
   select gen_random_uuid()::text, places.id, settling.id, case when is_owner then 'owner' else 'member' end, ${AT} + make_interval(secs => n)
   from settling join places using (place)`,
  `insert into invitation (id, "organizationId", email, role, status, "expiresAt", "inviterId")
   select gen_random_uuid()::text, places.id, 'asked-' || n || '@example.test', 'member', 'pending', ${LATER}, owner_id
   from settling join places using (place)`,
]

/** Fills a database of ours, or of a rival, with people and then with their organizations. */
export async function fillOrganizations(databaseUrl: string, whose: 'ours' | 'theirs'): Promise<void> {
  await fill(databaseUrl, whose)
  await query(databaseUrl, (whose === 'ours' ? OURS : THEIRS).join(';\n'))
  await query(databaseUrl, 'vacuum analyze')
}

/** As the lines name it. */
export const AMONG = ` among ${MANY.toLocaleString('en')}`
