// Random sequences of actions on organizations, members and accounts, some of them concurrent.
import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { rolesOf } from '#contract/access.ts'
import type { PasswordHasher } from '#platform/crypto/passwords.ts'
import { seedOf } from '#test/seeds.ts'
import { aUser, newSlug, PASSWORD, type TestUser } from '#test/support/a-user.ts'
import { ownDatabase } from '#test/support/database.ts'
import { type TestAnswer, testServer } from '#test/support/server.ts'

const RUNS = 25
const STEPS = 40
const USERS = 6
const LIMITS = { members: 4, invitations: 3, teams: 3 }
const seed = seedOf('SIMULATION_SEED')

/** Fast hashing: its cost is not the subject of this test. */
const fastPasswords: PasswordHasher = {
  hash: async (password) => `cheap:${createHash('sha256').update(password).digest('hex')}`,
  verify: async (password, stored) => ({ matches: stored === (await fastPasswords.hash(password)), isOutdated: false }),
}
const server = await testServer({
  database: await ownDatabase(),
  passwords: fastPasswords,
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
  readonly isExpired: boolean
}

/** The rows of all tables about organizations. */
interface State {
  readonly organizations: readonly string[]
  readonly members: readonly { id: string; organization: string; user: string; role: string; team: string | null }[]
  readonly invitations: readonly Invitation[]
  readonly teams: readonly { readonly id: string; readonly organization: string }[]
  readonly roles: readonly { readonly name: string; readonly organization: string }[]
  readonly active: readonly { readonly user: string; readonly organization: string }[]
}

async function readState(): Promise<State> {
  const { rows } = await sql<State>`select
    (select coalesce(json_agg(id order by id), '[]') from organizations) as organizations,
    (select coalesce(json_agg(json_build_object('id', id, 'organization', organization_id, 'user', user_id, 'role', role,
      'team', team_id) order by id), '[]') from members) as members,
    (select coalesce(json_agg(json_build_object('id', id, 'organization', organization_id, 'email', email, 'role', role, 'status', status,
      'inviter', inviter_id, 'isExpired', expires_at <= ${server.clock.now()}) order by id), '[]') from invitations) as invitations,
    (select coalesce(json_agg(json_build_object('id', id, 'organization', organization_id) order by id), '[]') from teams) as teams,
    (select coalesce(json_agg(json_build_object('name', name, 'organization', organization_id)), '[]') from organization_roles) as roles,
    (select coalesce(json_agg(json_build_object('user', user_id, 'organization', active_organization_id)), '[]')
      from sessions where active_organization_id is not null) as active`.execute(db)
  const [state] = rows
  if (!state) throw new Error('The state could not be read.')
  return state
}

/** One action with its inputs; the numbers select among the existing objects. */
interface ActionInput {
  readonly action: keyof typeof actions
  readonly actorAt: number
  readonly targetAt: number
  readonly organizationAt: number
  readonly objectAt: number
  readonly role: string
  /** Whether the actor is a member of the organization, and whether the target is; otherwise any user. */
  readonly isActorMember: boolean
  readonly isTargetMember: boolean
}

/** An action with its actor, its target and the state before it. */
interface ActionContext {
  readonly input: ActionInput
  readonly user: TestUser
  readonly other: TestUser
  readonly organizationId: string
  readonly state: State
}

const UNKNOWN = '019a2f3c-7b5e-7c40-9a51-3f0d8e6b1c22'
const at = <T>(list: readonly T[], position: number): T | undefined => list[Math.floor(position * list.length)]
const inOrganization = <T extends { readonly organization: string }>(list: readonly T[], { organizationId }: ActionContext) =>
  list.filter(({ organization }) => organization === organizationId)
const memberOf = (context: ActionContext, { id }: TestUser) =>
  inOrganization(context.state.members, context).find(({ user }) => user === id)?.id ?? UNKNOWN
const teamOf = (context: ActionContext) => at(inOrganization(context.state.teams, context), context.input.objectAt)?.id ?? UNKNOWN
/** An invitation to answer: a pending one to the user if there is one, otherwise any. */
const invitationToAnswer = ({ state, user, input }: ActionContext) => {
  const own = state.invitations.filter(({ email, status }) => email === user.email && status === 'pending')
  return { invitationId: at(own.length > 0 ? own : state.invitations, input.objectAt)?.id ?? UNKNOWN }
}

/** The body of the request of each action; undefined for an action without a request. */
const actions = {
  create: () => ({ name: 'One of some', slug: newSlug() }),
  delete: ({ organizationId }: ActionContext) => ({ organizationId }),
  'set-active': ({ organizationId, input }: ActionContext) => ({ organizationId: input.targetAt < 0.2 ? null : organizationId }),
  leave: ({ organizationId }: ActionContext) => ({ organizationId }),
  'invite-member': ({ organizationId, other, input: { role, objectAt } }: ActionContext) => ({
    organizationId,
    role,
    email: other.email,
    resend: objectAt > 0.7,
  }),
  'accept-invitation': invitationToAnswer,
  'reject-invitation': invitationToAnswer,
  'cancel-invitation': (context: ActionContext) => {
    const found = inOrganization(context.state.invitations, context).filter(
      ({ status }) => status === 'pending' || context.input.targetAt > 0.8,
    )
    return { invitationId: at(found, context.input.objectAt)?.id ?? UNKNOWN }
  },
  'remove-member': (context: ActionContext) => ({
    organizationId: context.organizationId,
    memberIdOrEmail: context.input.objectAt < 0.5 ? memberOf(context, context.other) : context.other.email,
  }),
  'update-member-role': (context: ActionContext) => ({
    organizationId: context.organizationId,
    memberId: memberOf(context, context.other),
    role: context.input.role,
  }),
  'create-role': ({ organizationId, input: { targetAt } }: ActionContext) => ({
    organizationId,
    name: targetAt < 0.5 ? 'packer' : 'spare',
    permissions: { member: ['update'] },
  }),
  'update-role': ({ organizationId }: ActionContext) => ({ organizationId, name: 'packer', permissions: { invitation: ['create'] } }),
  'delete-role': (context: ActionContext) => ({
    organizationId: context.organizationId,
    name: at(inOrganization(context.state.roles, context), context.input.objectAt)?.name ?? 'king',
  }),
  'create-team': ({ organizationId }: ActionContext) => ({ organizationId, name: 'Sales' }),
  'remove-team': (context: ActionContext) => ({ organizationId: context.organizationId, teamId: teamOf(context) }),
  'set-member-team': (context: ActionContext) => ({
    organizationId: context.organizationId,
    memberId: memberOf(context, context.other),
    teamId: teamOf(context),
  }),
  'delete-user': () => ({ password: PASSWORD }),
  wait: () => undefined,
}

const position = fc.nat({ max: 999_999 }).map((part) => part / 1_000_000)
const frequent = fc.constantFrom(
  'invite-member',
  'invite-member',
  'accept-invitation',
  'accept-invitation',
  'update-member-role',
  'create-role',
)
const anyAction = fc.constantFrom(...(Object.keys(actions) as ActionInput['action'][]))
const role = fc.constantFrom('owner', 'admin', 'member', 'packer', 'member,owner', 'packer,admin', 'king', '')
const inputFields = {
  actorAt: position,
  targetAt: position,
  organizationAt: position,
  objectAt: position,
  role,
  isActorMember: fc.integer({ min: 0, max: 3 }).map((chosen) => chosen > 0),
  isTargetMember: fc.boolean(),
}
const input: fc.Arbitrary<ActionInput> = fc.record({ ...inputFields, action: fc.oneof(anyAction, frequent as typeof anyAction) })
/** Usually one action, sometimes two or three concurrent ones. */
const step = fc.oneof({ arbitrary: fc.tuple(input), weight: 3 }, { arbitrary: fc.array(input, { minLength: 2, maxLength: 3 }), weight: 1 })

const succeeded = new Set<string>()

const send = ({ user }: ActionContext, action: ActionInput['action'], body: object): Promise<TestAnswer> =>
  user.request('POST', action === 'delete-user' ? '/api/auth/delete-user' : `/api/auth/organization/${action}`, { body })

type Users = (TestUser | undefined)[]

/** Selects one of all users, or of the members of an organization. */
function select(users: Users, { members }: State, position: number, organizationId: string | undefined): TestUser | undefined {
  if (organizationId === undefined) return at(users, position)
  const inside = members.filter(({ organization }) => organization === organizationId)
  return users.find((each) => each?.id === at(inside, position)?.user)
}

/** The recipient of a pending invitation, as the usual actor of an answer to one. */
function recipientOf(users: Users, { invitations }: State, { action: name, targetAt, objectAt }: ActionInput): TestUser | undefined {
  if (targetAt > 0.8 || !(name === 'accept-invitation' || name === 'reject-invitation')) return undefined
  const open = invitations.filter(({ status }) => status === 'pending')
  return users.find((each) => each?.email === at(open, objectAt)?.email)
}

async function runAction(users: Users, state: State, chosen: ActionInput): Promise<TestUser | undefined> {
  const organizationId = at(state.organizations, chosen.organizationAt ** 2) ?? UNKNOWN
  const user =
    recipientOf(users, state, chosen) ??
    select(users, state, chosen.isActorMember ? chosen.actorAt ** 2 : chosen.actorAt, chosen.isActorMember ? organizationId : undefined)
  const other = select(users, state, chosen.targetAt, chosen.isTargetMember ? organizationId : undefined)
  if (!user || !other) return
  const context: ActionContext = { input: chosen, user, other, state, organizationId }
  const body = actions[chosen.action](context)
  if (!body) {
    server.clock.advance(2000)
    return
  }
  const { status, text } = await send(context, chosen.action, body)
  expect([chosen, status < 500, text]).toEqual([chosen, true, text])
  if (status === 200) succeeded.add(chosen.action)
  if (status === 200 && chosen.action === 'delete-user') users[users.indexOf(user)] = undefined
  return user
}

const holdsOwner = ({ role: text }: { readonly role: string }) => rolesOf(text).includes('owner')
const expectUnique = (keys: readonly string[]) => expect(keys.length).toBe(new Set(keys).size)
const expectAtMost = (keys: readonly string[], limit: number) =>
  expect(
    Math.max(
      0,
      ...Map.groupBy(keys, (key) => key)
        .values()
        .map(({ length }) => length),
    ),
  ).toBeLessThanOrEqual(limit)

function expectInvariants({ organizations, members, invitations, teams, roles, active }: State): void {
  const memberships = members.map(({ organization, user }) => `${organization} ${user}`)
  expectUnique(memberships)
  expectAtMost(
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
  expectAtMost(
    teams.map(({ organization }) => organization),
    LIMITS.teams,
  )
  for (const { organization, user } of active) expect(memberships, 'the active organization').toContain(`${organization} ${user}`)
  const pending = invitations.filter(({ status, isExpired }) => status === 'pending' && !isExpired)
  expectAtMost(
    pending.map(({ organization }) => organization),
    LIMITS.invitations,
  )
  expectUnique(pending.map(({ organization, email }) => `${organization} ${email}`))
  const customRoles = new Set(roles.map(({ organization, name }) => `${organization} ${name}`))
  for (const { organization, role: text } of members) {
    const unknown = rolesOf(text).filter(
      (name) => !['owner', 'admin', 'member'].includes(name) && !customRoles.has(`${organization} ${name}`),
    )
    expect([text, unknown, rolesOf(text).length > 0]).toEqual([text, [], true])
  }
}

/** Asserts that every new owner was made one by an owner, or created the organization. */
function expectOwnersMadeByOwners(before: State, after: State, actorAt: readonly TestUser[]): void {
  const owns = (state: State) => new Set(state.members.filter(holdsOwner).map(({ organization, user }) => `${organization} ${user}`))
  const [then, now] = [owns(before), owns(after)]
  for (const key of now.difference(then)) {
    const [organization = '', user = ''] = key.split(' ')
    if (!before.organizations.includes(organization)) continue
    const inviters = before.invitations
      .filter((each) => each.organization === organization && holdsOwner(each))
      .map(({ inviter }) => inviter)
    const grantors = [...actorAt.map(({ id }) => id), ...inviters].filter((id) => then.has(`${organization} ${id}`))
    expect([user, grantors.length > 0]).toEqual([user, true])
  }
}

/** Asserts that the API shows a user exactly their memberships. */
async function expectVisibleState({ members, active }: State, user: TestUser): Promise<void> {
  const [list, member] = [
    await user.request('GET', '/api/auth/organization/list'),
    await user.request('GET', '/api/auth/organization/get-active-member'),
  ]
  const own = members.filter((each) => each.user === user.id)
  expect(list.json.map(({ id }: { id: string }) => id).sort()).toEqual(own.map(({ organization }) => organization).sort())
  const chosen = active.find((each) => each.user === user.id)?.organization
  expect(member.json?.organizationId).toBe(chosen)
}

const BY_MEMBER = { actorAt: 0, organizationAt: 0, objectAt: 0, role: '', targetAt: 0, isActorMember: true, isTargetMember: false } as const
/** The initial actions: an owner, an admin, a member, a team and a spare role. */
const INITIAL_ACTIONS: readonly ActionInput[] = [
  { ...BY_MEMBER, action: 'create', isActorMember: false },
  { ...BY_MEMBER, action: 'create-role' },
  { ...BY_MEMBER, action: 'create-role', targetAt: 0.7 },
  { ...BY_MEMBER, action: 'invite-member', targetAt: 0.17, role: 'admin' },
  { ...BY_MEMBER, action: 'accept-invitation', actorAt: 0.17, isActorMember: false },
  { ...BY_MEMBER, action: 'invite-member', targetAt: 0.34, role: 'packer' },
  { ...BY_MEMBER, action: 'accept-invitation', actorAt: 0.34, isActorMember: false },
  { ...BY_MEMBER, action: 'invite-member', targetAt: 0.7, role: 'member' },
  { ...BY_MEMBER, action: 'create-team' },
]

async function runSequence(steps: readonly (readonly ActionInput[])[]): Promise<void> {
  await db.deleteFrom('organizations').execute()
  await db.deleteFrom('users').execute()
  const users: Users = await Promise.all(Array.from({ length: USERS }, () => aUser(server)))
  let state = await readState()
  for (const inputs of [...INITIAL_ACTIONS.map((chosen) => [chosen]), ...steps]) {
    server.clock.advance(1)
    const before = state
    const actorAt = (await Promise.all(inputs.map((chosen) => runAction(users, before, chosen)))).filter((user) => user !== undefined)
    state = await readState()
    expectInvariants(state)
    // With concurrent actions one may make another user an owner, who then acts as an owner.
    if (inputs.length === 1) expectOwnersMadeByOwners(before, state, actorAt)
    const remaining = actorAt.find((user) => users.includes(user))
    if (remaining) await expectVisibleState(state, remaining)
  }
}

test(
  'after any sequence of actions organizations have an owner, memberships are unique, roles exist, limits hold, and sessions show only their own user’s data',
  { timeout: 120_000 },
  () =>
    fc.assert(fc.asyncProperty(fc.array(step, { minLength: 15, maxLength: STEPS, size: 'max' }), runSequence), {
      numRuns: RUNS,
      seed,
    }),
)

/** More of such sequences, of single actions, for those that none of the first sequences made succeed. */
const MORE_RUNS = 100

test('every action succeeds in some sequence of organization actions', { timeout: 300_000 }, async () => {
  const expected = Object.keys(actions).filter((name) => name !== 'wait')
  for (let run = 1; run <= MORE_RUNS && expected.some((action) => !succeeded.has(action)); run += 1) {
    const missing = (Object.keys(actions) as ActionInput['action'][]).filter((action) => !succeeded.has(action))
    const single = fc.record({ ...inputFields, action: fc.constantFrom(...missing) }).map((each) => [each])
    const [steps = []] = fc.sample(fc.array(single, { minLength: STEPS, maxLength: STEPS }), { numRuns: 1, seed: seed + run })
    await runSequence(steps)
  }
  expect([...succeeded].sort()).toEqual(expected.sort())
})
