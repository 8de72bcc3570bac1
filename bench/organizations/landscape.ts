// The organizations that are asked about, the same on every side: laid out by SQL for people who signed up through its own door.
import { randomUUID } from 'node:crypto'
import { crowdOf, type Person } from '../accounts/crowd.ts'
import { query } from '../rivals/rivals.ts'
import type { Target } from '../targets.ts'
import type { Holder } from './asking.ts'

/** So many make organizations: each makes few in a run, for theirs reads all of a person's before it makes another. */
const MAKERS = 512
/** So many list what they belong to and invite to it, in turn. */
const OWNERS = 256
const ORGANIZATIONS_OF_ONE = 4
/** So many look at an organization of a hundred. */
const WATCHERS = 16
const MEMBERS = 100

/** Who asks, and what is theirs. */
export interface Landscape {
  readonly makers: readonly Person[]
  /** Each with some organizations that have no other member. */
  readonly owners: readonly Holder[]
  /** Each with one organization of a hundred members. */
  readonly watchers: readonly Holder[]
}

const AT = `timestamptz '2026-01-01 00:00:00Z'`

const OURS = [
  `insert into users (id, name, email, is_email_verified, created_at, updated_at)
   select id::uuid, 'Blaise Pascal', email, true, ${AT}, ${AT} from joining where is_new`,
  `insert into organizations (id, name, slug, created_at) select id::uuid, 'Analytical Engines', 'engines-' || id, ${AT} from founded`,
  `insert into teams (organization_id, id, name, created_at)
   select id::uuid, team_id::uuid, 'Analytical Engines', ${AT} from founded`,
  `insert into members (organization_id, id, user_id, role, team_id, created_at)
   select organization_id::uuid, gen_random_uuid(), users.id, joining.role, team_id::uuid, ${AT} + make_interval(secs => n)
   from joining join founded on founded.id = organization_id join users on users.email = joining.email`,
]

/** What 1.7 wants besides, which its program always gives. */
const wanted = (table: string, column: string, value: string) => `
  do $$ begin
    if exists (select from information_schema.columns where table_name = '${table}' and column_name = '${column}') then
      alter table ${table} alter "${column}" set default ${value};
    end if;
  end $$`

/** A rival's documented tables. */
const THEIRS = [
  wanted('team', 'memberCount', '1'),
  wanted('invitation', 'createdAt', AT),
  `insert into "user" (id, name, email, "emailVerified", "createdAt", "updatedAt")
   select id, 'Blaise Pascal', email, true, ${AT}, ${AT} from joining where is_new`,
  `insert into organization (id, name, slug, "createdAt") select id, 'Analytical Engines', 'engines-' || id, ${AT} from founded`,
  `insert into team (id, name, "organizationId", "createdAt") select team_id, 'Analytical Engines', id, ${AT} from founded`,
  `insert into member (id, "organizationId", "userId", role, "createdAt")
   select gen_random_uuid()::text, organization_id, known.id, joining.role, ${AT} + make_interval(secs => n)
   from joining join "user" as known on known.email = joining.email`,
]

function holderOf(person: Person, count: number): Holder {
  return { person, organizations: Array.from({ length: count }, () => randomUUID()) }
}

/** Signs people up at the target and lays their organizations out in its database. */
export async function landscapeOf(target: Target, databaseUrl: string, whose: 'ours' | 'theirs'): Promise<Landscape> {
  const people = await crowdOf(target, MAKERS + OWNERS + WATCHERS)
  const owners = people.slice(MAKERS, MAKERS + OWNERS).map((person) => holderOf(person, ORGANIZATIONS_OF_ONE))
  const watchers = people.slice(MAKERS + OWNERS).map((person) => holderOf(person, 1))
  const founded = [...owners, ...watchers].flatMap(({ organizations }) => organizations).map((id) => ({ id, team_id: randomUUID() }))
  const joining = [...owners, ...watchers].flatMap(({ person, organizations }) =>
    organizations.map((id) => ({ id: randomUUID(), email: person.email, organization_id: id, role: 'owner', n: 0, is_new: false })),
  )
  const colleagues = watchers.flatMap(({ organizations: [id = ''] }) =>
    Array.from({ length: MEMBERS - 1 }, (_, at) => {
      const email = `colleague-${randomUUID()}@example.test`
      return { id: randomUUID(), email, organization_id: id, role: 'member', n: at + 1, is_new: true }
    }),
  )
  await query(
    databaseUrl,
    [
      `create temp table founded as select id, team_id from json_to_recordset('${JSON.stringify(founded)}') as each (id text, team_id text)`,
      `create temp table joining as select id, email, organization_id, role, n, is_new
       from json_to_recordset('${JSON.stringify([...joining, ...colleagues])}')
         as each (id text, email text, organization_id text, role text, n int, is_new boolean)`,
      ...(whose === 'ours' ? OURS : THEIRS),
      'analyze',
    ].join(';\n'),
  )
  return { makers: people.slice(0, MAKERS), owners, watchers }
}
