// Any sequence of what people do to organizations, to each other and to themselves, some of it at once.
import { createHash, randomInt } from 'node:crypto'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { rolesOf } from '#kernel/access.ts'
import type { Passwords } from '#platform/crypto/passwords.ts'
import { aUser, newSlug, PASSWORD, type TestUser } from '#test/support/a-user.ts'
import { ownDatabase } from '#test/support/database.ts'
import { type TestAnswer, testServer } from '#test/support/server.ts'

// On PostgreSQL, where those at once truly meet, a message takes longer.
const ON_POSTGRES = Boolean(process.env['DATABASE_URL'])
const RUNS = ON_POSTGRES ? 25 : 60
const STEPS = 40
const PEOPLE = 6
const LIMITS = { members: 4, invitations: 3, teams: 3 }
const seed = Number(process.env['SIMULATION_SEED'] ?? randomInt(2 ** 31))

/** What hashing costs is nothing that these rules are about. */
const cheap: Passwords = {
  hash: async (password) => `cheap:${createHash('sha256').update(password).digest('hex')}`,
  verify: async (password, stored) => ({ matches: stored === (await cheap.hash(password)), isOutdated: false }),
}
const server = await testServer({
  database: await ownDatabase(),
  passwords: cheap,
  settings: {
    INVITATION_REQUIRES_VERIFIED_EMAIL: 'false',
    MEMBERSHIP_LIMIT: String(LIMITS.members),
    INVITATION_LIMIT: String(LIMITS.invitations),
    INVITATION_EXPIRES_IN: '3600',
    MAX_TEAMS: String(LIMITS.teams),
  },
})
const { db } = server.platform.database
afterAll(() => server.close())

interface Invitation {
  readonly id: string
  readonly organization: string
  readonly email: string
  readonly role: string
  readonly status: string
  readonly inviter: string
  readonly isOver: boolean
}

/** Everything that is kept of organizations, as it stands in the tables. */
interface State {
  readonly organizations: readonly string[]
  readonly members: readonly { id: string; organization: string; person: string; role: string; team: string | null }[]
  readonly invitations: readonly Invitation[]
  readonly teams: readonly { readonly id: string; readonly organization: string }[]
  readonly roles: readonly { readonly name: string; readonly organization: string }[]
  readonly active: readonly { readonly person: string; readonly organization: string }[]
}

async function look(): Promise<State> {
  const { rows } = await sql<State>`select
    (select coalesce(json_agg(id order by id), '[]') from organizations) as organizations,
    (select coalesce(json_agg(json_build_object('id', id, 'organization', organization_id, 'person', user_id, 'role', role,
      'team', team_id) order by id), '[]') from members) as members,
    (select coalesce(json_agg(json_build_object('id', id, 'organization', organization_id, 'email', email, 'role', role, 'status', status,
      'inviter', inviter_id, 'isOver', expires_at <= ${server.clock.now()}) order by id), '[]') from invitations) as invitations,
    (select coalesce(json_agg(json_build_object('id', id, 'organization', organization_id) order by id), '[]') from teams) as teams,
    (select coalesce(json_agg(json_build_object('name', name, 'organization', organization_id)), '[]') from organization_roles) as roles,
    (select coalesce(json_agg(json_build_object('person', user_id, 'organization', active_organization_id)), '[]')
      from sessions where active_organization_id is not null) as active`.execute(db)
  const [state] = rows
  if (!state) throw new Error('There is nothing to be seen.')
  return state
}

/** One thing to do; the numbers choose among what there is. */
interface Deed {
  readonly act: keyof typeof acts
  readonly by: number
  readonly about: number
  readonly where: number
  readonly which: number
  readonly role: string
  /** Whether it is done by somebody who is in there, and to somebody who is: others try as well. */
  readonly isInside: boolean
  readonly isToInside: boolean
}

/** Who does it, and what there is when it is begun. */
interface Doing {
  readonly deed: Deed
  readonly person: TestUser
  readonly other: TestUser
  readonly organizationId: string
  readonly state: State
}

const UNKNOWN = '019a2f3c-7b5e-7c40-9a51-3f0d8e6b1c22'
const at = <T>(list: readonly T[], place: number): T | undefined => list[Math.floor(place * list.length)]
const here = <T extends { readonly organization: string }>(list: readonly T[], { organizationId }: Doing) =>
  list.filter(({ organization }) => organization === organizationId)
const memberOf = (doing: Doing, { id }: TestUser) => here(doing.state.members, doing).find(({ person }) => person === id)?.id ?? UNKNOWN
const teamOf = (doing: Doing) => at(here(doing.state.teams, doing), doing.deed.which)?.id ?? UNKNOWN
/** Mostly one that is open and for the person; others are tried as well. */
const answerable = ({ state, person, deed }: Doing) => {
  const own = state.invitations.filter(({ email, status }) => email === person.email && status === 'pending')
  return { invitationId: at(own.length > 0 ? own : state.invitations, deed.which)?.id ?? UNKNOWN }
}

/** What is sent for each act; undefined where nothing is to be sent. */
const acts = {
  create: () => ({ name: 'One of some', slug: newSlug() }),
  delete: ({ organizationId }: Doing) => ({ organizationId }),
  'set-active': ({ organizationId, deed }: Doing) => ({ organizationId: deed.about < 0.2 ? null : organizationId }),
  leave: ({ organizationId }: Doing) => ({ organizationId }),
  'invite-member': ({ organizationId, other, deed: { role, which } }: Doing) => ({
    ...{ organizationId, role, email: other.email, resend: which > 0.7 },
  }),
  'accept-invitation': answerable,
  'reject-invitation': answerable,
  'cancel-invitation': (doing: Doing) => {
    const found = here(doing.state.invitations, doing).filter(({ status }) => status === 'pending' || doing.deed.about > 0.8)
    return { invitationId: at(found, doing.deed.which)?.id ?? UNKNOWN }
  },
  'remove-member': (doing: Doing) => ({
    organizationId: doing.organizationId,
    memberIdOrEmail: doing.deed.which < 0.5 ? memberOf(doing, doing.other) : doing.other.email,
  }),
  'update-member-role': (doing: Doing) => ({
    ...{ organizationId: doing.organizationId, memberId: memberOf(doing, doing.other), role: doing.deed.role },
  }),
  'create-role': ({ organizationId, deed: { about } }: Doing) => ({
    organizationId,
    name: about < 0.5 ? 'packer' : 'spare',
    permissions: { member: ['update'] },
  }),
  'update-role': ({ organizationId }: Doing) => ({ organizationId, name: 'packer', permissions: { invitation: ['create'] } }),
  'delete-role': (doing: Doing) => ({
    ...{ organizationId: doing.organizationId, name: at(here(doing.state.roles, doing), doing.deed.which)?.name ?? 'king' },
  }),
  'create-team': ({ organizationId }: Doing) => ({ organizationId, name: 'Sales' }),
  'remove-team': (doing: Doing) => ({ organizationId: doing.organizationId, teamId: teamOf(doing) }),
  'set-member-team': (doing: Doing) => ({
    ...{ organizationId: doing.organizationId, memberId: memberOf(doing, doing.other), teamId: teamOf(doing) },
  }),
  'delete-user': () => ({ password: PASSWORD }),
  wait: () => undefined,
}

const place = fc.nat({ max: 999_999 }).map((part) => part / 1_000_000)
const often = fc.constantFrom(
  'invite-member',
  'invite-member',
  'accept-invitation',
  'accept-invitation',
  'update-member-role',
  'create-role',
)
const any = fc.constantFrom(...(Object.keys(acts) as Deed['act'][]))
const role = fc.constantFrom('owner', 'admin', 'member', 'packer', 'member,owner', 'packer,admin', 'king', '')
const deed: fc.Arbitrary<Deed> = fc.record({
  act: fc.oneof(any, often as typeof any),
  by: place,
  about: place,
  where: place,
  which: place,
  role,
  isInside: fc.integer({ min: 0, max: 3 }).map((one) => one > 0),
  isToInside: fc.boolean(),
})
/** Mostly one after the other; now and then two or three at once. */
const step = fc.oneof({ arbitrary: fc.tuple(deed), weight: 3 }, { arbitrary: fc.array(deed, { minLength: 2, maxLength: 3 }), weight: 1 })

const succeeded = new Set<string>()

const send = ({ person }: Doing, act: Deed['act'], body: object): Promise<TestAnswer> =>
  person.request('POST', act === 'delete-user' ? '/api/auth/delete-user' : `/api/auth/organization/${act}`, { body })

type People = (TestUser | undefined)[]

/** Somebody of all people, or of those in an organization. */
function choose(people: People, { members }: State, place: number, organizationId: string | undefined): TestUser | undefined {
  if (organizationId === undefined) return at(people, place)
  const inside = members.filter(({ organization }) => organization === organizationId)
  return people.find((each) => each?.id === at(inside, place)?.person)
}

/** Mostly whoever answers an invitation is somebody who was invited. */
function recipientOf(people: People, { invitations }: State, { act: name, about, which }: Deed): TestUser | undefined {
  if (about > 0.8 || !(name === 'accept-invitation' || name === 'reject-invitation')) return undefined
  const open = invitations.filter(({ status }) => status === 'pending')
  return people.find((each) => each?.email === at(open, which)?.email)
}

async function act(people: People, state: State, one: Deed): Promise<TestUser | undefined> {
  const organizationId = at(state.organizations, one.where ** 2) ?? UNKNOWN
  const person =
    recipientOf(people, state, one) ?? choose(people, state, one.isInside ? one.by ** 2 : one.by, one.isInside ? organizationId : undefined)
  const other = choose(people, state, one.about, one.isToInside ? organizationId : undefined)
  if (!person || !other) return
  const doing: Doing = { deed: one, person, other, state, organizationId }
  const body = acts[one.act](doing)
  if (!body) {
    server.clock.advance(2000)
    return
  }
  const { status, text } = await send(doing, one.act, body)
  expect([one, status < 500, text]).toEqual([one, true, text])
  if (status === 200) succeeded.add(one.act)
  if (status === 200 && one.act === 'delete-user') people[people.indexOf(person)] = undefined
  return person
}

const holdsOwner = ({ role: text }: { readonly role: string }) => rolesOf(text).includes('owner')
const unique = (keys: readonly string[]) => expect(keys.length).toBe(new Set(keys).size)
const most = (keys: readonly string[], limit: number) =>
  expect(
    Math.max(
      0,
      ...Map.groupBy(keys, (key) => key)
        .values()
        .map(({ length }) => length),
    ),
  ).toBeLessThanOrEqual(limit)

function expectInvariants({ organizations, members, invitations, teams, roles, active }: State): void {
  const places = members.map(({ organization, person }) => `${organization} ${person}`)
  unique(places)
  most(
    members.map(({ organization }) => organization),
    LIMITS.members,
  )
  for (const id of organizations) {
    expect(
      members.some((member) => member.organization === id && holdsOwner(member)),
      'an owner',
    ).toBe(true)
    expect(
      teams.some((team) => team.organization === id),
      'a team',
    ).toBe(true)
  }
  most(
    teams.map(({ organization }) => organization),
    LIMITS.teams,
  )
  for (const { organization, person } of active) expect(places, 'the active organization').toContain(`${organization} ${person}`)
  const pending = invitations.filter(({ status, isOver }) => status === 'pending' && !isOver)
  most(
    pending.map(({ organization }) => organization),
    LIMITS.invitations,
  )
  unique(pending.map(({ organization, email }) => `${organization} ${email}`))
  const known = new Set(roles.map(({ organization, name }) => `${organization} ${name}`))
  for (const { organization, role: text } of members) {
    const unknown = rolesOf(text).filter((name) => !['owner', 'admin', 'member'].includes(name) && !known.has(`${organization} ${name}`))
    expect([text, unknown, rolesOf(text).length > 0]).toEqual([text, [], true])
  }
}

/** Whoever became an owner was made one by an owner, or made the organization. */
function expectOwnersByOwners(before: State, after: State, by: readonly TestUser[]): void {
  const owns = (state: State) => new Set(state.members.filter(holdsOwner).map(({ organization, person }) => `${organization} ${person}`))
  const [then, now] = [owns(before), owns(after)]
  for (const key of now.difference(then)) {
    const [organization = '', person = ''] = key.split(' ')
    if (!before.organizations.includes(organization)) continue
    const inviters = before.invitations
      .filter((each) => each.organization === organization && holdsOwner(each))
      .map(({ inviter }) => inviter)
    const makers = [...by.map(({ id }) => id), ...inviters].filter((id) => then.has(`${organization} ${id}`))
    expect([person, makers.length > 0]).toEqual([person, true])
  }
}

/** What somebody is shown is what they belong to, at once. */
async function expectShown({ members, active }: State, person: TestUser): Promise<void> {
  const [list, member] = [
    await person.request('GET', '/api/auth/organization/list'),
    await person.request('GET', '/api/auth/organization/get-active-member'),
  ]
  const own = members.filter((each) => each.person === person.id)
  expect(list.json.map(({ id }: { id: string }) => id).sort()).toEqual(own.map(({ organization }) => organization).sort())
  const chosen = active.find((each) => each.person === person.id)?.organization
  expect(member.json?.organizationId).toBe(chosen)
}

const INSIDE = { by: 0, where: 0, which: 0, role: '', about: 0, isInside: true, isToInside: false } as const
/** An owner, an admin, a member and a spare role: what most needs is there from the beginning. */
const BEGINNING: readonly Deed[] = [
  { ...INSIDE, act: 'create', isInside: false },
  { ...INSIDE, act: 'create-role' },
  { ...INSIDE, act: 'create-role', about: 0.7 },
  { ...INSIDE, act: 'invite-member', about: 0.17, role: 'admin' },
  { ...INSIDE, act: 'accept-invitation', by: 0.17, isInside: false },
  { ...INSIDE, act: 'invite-member', about: 0.34, role: 'packer' },
  { ...INSIDE, act: 'accept-invitation', by: 0.34, isInside: false },
  { ...INSIDE, act: 'invite-member', about: 0.7, role: 'member' },
  { ...INSIDE, act: 'create-team' },
]

async function live(steps: readonly (readonly Deed[])[]): Promise<void> {
  await db.deleteFrom('organizations').execute()
  await db.deleteFrom('users').execute()
  const people: People = await Promise.all(Array.from({ length: PEOPLE }, () => aUser(server)))
  let state = await look()
  for (const deeds of [...BEGINNING.map((one) => [one]), ...steps]) {
    server.clock.advance(1)
    const before = state
    const by = (await Promise.all(deeds.map((one) => act(people, before, one)))).filter((person) => person !== undefined)
    state = await look()
    expectInvariants(state)
    // Of several at once one may make another an owner who then acts as one.
    if (deeds.length === 1) expectOwnersByOwners(before, state, by)
    const seen = by.find((person) => people.includes(person))
    if (seen) await expectShown(state, seen)
  }
}

test(
  'every organization has an owner, memberships are single, roles known, limits kept, and no session shows what is not its person’s',
  { timeout: 120_000 },
  () =>
    fc.assert(fc.asyncProperty(fc.array(step, { minLength: 15, maxLength: STEPS, size: 'max' }), live), {
      numRuns: RUNS,
      seed,
      interruptAfterTimeLimit: 60_000,
    }),
)

test.skipIf(ON_POSTGRES)('every act did what it is for in some of those sequences', () => {
  expect([...succeeded].sort()).toEqual(
    Object.keys(acts)
      .filter((name) => name !== 'wait')
      .sort(),
  )
})
