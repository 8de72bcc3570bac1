// Attacks on organizations: foreign organizations, privilege escalation, the last owner, invitations, limits, slugs and metadata.
// Concurrent requests really overlap on PostgreSQL only; on the embedded database they queue.
import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { PasswordHasher } from '#platform/crypto/passwords.ts'
import { aMember } from '#test/support/a-member.ts'
import { anOrganization, aUser, newSlug, PASSWORD, type TestOrganization, type TestUser, uniqueEmail } from '#test/support/a-user.ts'
import { type TestAnswer, type TestServer, testServer } from '#test/support/server.ts'

const MANY = process.env['DATABASE_URL'] ? 50 : 20
const PATH = '/api/auth/organization'
const LIMITS = { ORGANIZATION_LIMIT: '60', MEMBERSHIP_LIMIT: '60', INVITATION_REQUIRES_VERIFIED_EMAIL: 'false' }

/** Fast hashing: the test signs up hundreds of users, and hashing is not its subject. */
const fastPasswords: PasswordHasher = {
  hash: async (password) => `cheap:${createHash('sha256').update(password).digest('hex')}`,
  verify: async (password, storedState) => ({ matches: storedState === (await fastPasswords.hash(password)), isOutdated: false }),
}

let server: TestServer
/** A server on the same database with low limits. */
let limited: TestServer
beforeAll(async () => {
  server = await testServer({ settings: LIMITS, passwords: fastPasswords })
  const settings = { ...LIMITS, ORGANIZATION_LIMIT: '3', MEMBERSHIP_LIMIT: '5' }
  limited = await testServer({ settings, passwords: fastPasswords, clock: server.clock })
})
afterAll(async () => {
  await limited.close()
  await server.close()
})

const post = (user: TestUser, call: string, body: object) => user.request('POST', `${PATH}/${call}`, { body })
const get = (user: TestUser, call: string) => user.request('GET', `${PATH}/${call}`)
const outcomeOf = ({ status, text, json }: TestAnswer) => (status === 200 ? 'done' : `${status} ${text && json.message}`)
const atOnce = async (many: number, request: (at: number) => Promise<TestAnswer>) =>
  Object.fromEntries(
    [...Map.groupBy(await Promise.all(Array.from({ length: many }, (_, at) => request(at))), outcomeOf)].map(([what, { length }]) => [
      what,
      length,
    ]),
  )
const createUsers = (many: number, target = server) => Promise.all(Array.from({ length: many }, () => aUser(target)))
/** The stored members, invitations, roles, teams and slug of an organization. */
async function storedState({ id }: { readonly id: string }): Promise<string[]> {
  const { rows } = await sql<{ line: string }>`
    select user_id || ' ' || role as line from members where organization_id = ${id}
    union all select email || ' ' || role from invitations where organization_id = ${id}
    union all select name || ' ' || permissions::text from organization_roles where organization_id = ${id}
    union all select id || ' ' || name from teams where organization_id = ${id}
    union all select 'the slug ' || slug from organizations where id = ${id} order by 1`.execute(server.platform.database.db)
  return rows.map(({ line }) => line)
}
const membersOf = async (id: string) =>
  server.platform.database.db.selectFrom('members').select(['id', 'user_id', 'role']).where('organization_id', '=', id).execute()
const memberIdOf = async (id: string, user: TestUser) => (await membersOf(id)).find((row) => row.user_id === user.id)?.id ?? ''

describe('a foreign organization', () => {
  test('cannot be read by id, slug, another spelling, or as the active organization of a former member', async () => {
    const organization = await anOrganization(server)
    await post(organization.owner, 'invite-member', { email: uniqueEmail(), role: 'member' })
    const formerMember = await aMember(server, organization.id, 'admin')
    const activated = await post(formerMember, 'set-active', { organizationId: organization.id })
    const cookie = [...activated.cookies.values()].map((line) => line.split(';', 1)[0]).join('; ')
    await post(organization.owner, 'remove-member', { memberIdOrEmail: formerMember.email })
    const { owner: outsider } = await anOrganization(server)
    const reads = ['get-full-organization', 'list-members', 'list-invitations', 'list-roles', 'list-audit-entries']
    const named = [
      `organizationId=${organization.id}`,
      `organizationId=${organization.id.toUpperCase()}`,
      `organizationSlug=${organization.slug}`,
    ]
    const secretPattern = new RegExp(`${organization.id}|${organization.slug}|${organization.owner.email}`)
    for (const headers of [{ cookie: outsider.cookie }, { cookie }, { cookie: formerMember.cookie }]) {
      for (const path of [
        ...reads.flatMap((read) => named.map((name) => `${read}?${name}`)),
        ...reads,
        'get-active-member',
        'list-teams',
      ]) {
        const answer = await server.request('GET', `${PATH}/${path}`, { headers })
        expect([path, answer.status < 500, answer.text]).toEqual([path, true, expect.not.stringMatching(secretPattern)])
      }
      for (const path of ['products', 'orders', 'organizations', 'customers']) {
        const answer = await server.request('GET', `/v1/${path}/?organization_id=${organization.id}`, { headers })
        expect([path, answer.text]).toEqual([path, expect.not.stringMatching(secretPattern)])
      }
    }
  })

  test('cannot be changed through ids of its members, teams, invitations and roles', async () => {
    const [organization, own] = [await anOrganization(server), await anOrganization(server)]
    const member = await aMember(server, organization.id, 'member')
    const { json: team } = await post(organization.owner, 'create-team', { name: 'Theirs' })
    const { json: invitation } = await post(organization.owner, 'invite-member', { email: uniqueEmail(), role: 'member' })
    await post(organization.owner, 'create-role', { name: 'packer', permissions: { team: ['create'] } })
    const attacker = own.owner
    const [foreignMemberId, ownMemberId] = [await memberIdOf(organization.id, member), await memberIdOf(own.id, attacker)]
    const before = await storedState(organization)
    const attacks: readonly (readonly [string, object, string])[] = [
      ['update-member-role', { memberId: foreignMemberId, role: 'admin' }, '400 Member not found'],
      ['remove-member', { memberIdOrEmail: foreignMemberId }, '400 Member not found'],
      ['remove-member', { memberIdOrEmail: member.email }, '400 Member not found'],
      ['set-member-team', { memberId: foreignMemberId, teamId: null }, '400 Member not found'],
      ['set-member-team', { memberId: ownMemberId, teamId: team.id }, '400 Team not found'],
      ['update-team', { teamId: team.id, data: { name: 'Mine' } }, '400 Team not found'],
      ['remove-team', { teamId: team.id }, '400 Team not found'],
      ['invite-member', { email: uniqueEmail(), role: 'member', teamId: team.id }, '400 Team not found'],
      ['invite-member', { email: uniqueEmail(), role: 'packer' }, '400 Role not found'],
      ['update-member-role', { memberId: ownMemberId, role: ['owner', 'packer'] }, '400 Role not found'],
      ['delete-role', { name: 'packer' }, '400 Role not found'],
      ['update-role', { name: 'packer', permissions: {} }, '400 Role not found'],
      ['cancel-invitation', { invitationId: invitation.id }, '400 Member not found'],
      ['accept-invitation', { invitationId: invitation.id }, '403 You are not the recipient of the invitation'],
      ['reject-invitation', { invitationId: invitation.id }, '403 You are not the recipient of the invitation'],
    ]
    for (const [call, body, refusal] of attacks) expect([call, outcomeOf(await post(attacker, call, body))]).toEqual([call, refusal])
    expect(outcomeOf(await get(attacker, `get-invitation-link?id=${invitation.id}`))).toBe('400 Member not found')
    expect(await storedState(organization)).toEqual(before)
  })
})

describe('privileges cannot be escalated', () => {
  const OWNER_IN_DISGUISE = [
    ...[
      'owner',
      ' owner ',
      'owner,',
      ',owner',
      'admin,owner',
      'member, owner',
      'member,,owner',
      'owner,owner',
      'Owner',
      'OWNER',
      'ｏｗｎｅｒ',
    ],
    ...['owner\u0000', 'own\u00ader', 'owner\n', 'owner;admin', '*', '__proto__', 'constructor', 'toString', 'hasOwnProperty'],
    ...[['owner'], ['admin', 'owner'], ['member,owner'], [' owner'], ['admin', ['owner']], { 0: 'owner' }, true, null, 7],
  ]

  test.each(['admin', 'member', 'recruiter'])('by a member with the role %s through values that resemble a higher role', async (role) => {
    const organization = await anOrganization(server)
    await post(organization.owner, 'create-role', { name: 'recruiter', permissions: { invitation: ['create'], member: ['update'] } })
    const [attacker, friend] = [await aMember(server, organization.id, role), await aMember(server, organization.id, 'member')]
    const [own, other] = [await memberIdOf(organization.id, attacker), await memberIdOf(organization.id, friend)]
    const before = await storedState(organization)
    const organizationId = organization.id
    for (const disguise of [...OWNER_IN_DISGUISE, ...(role === 'admin' ? [] : ['admin', 'recruiter,admin'])]) {
      const answers = [
        await post(attacker, 'update-member-role', { organizationId, memberId: own, role: disguise }),
        await post(attacker, 'update-member-role', { organizationId, memberId: other, role: disguise }),
        await post(attacker, 'invite-member', { organizationId, email: uniqueEmail(), role: disguise }),
      ]
      for (const { status } of answers) expect([400, 403]).toContain(status)
    }
    expect(await storedState(organization)).toEqual(before)
    expect((await post(attacker, 'has-permission', { organizationId, permissions: { organization: ['delete'] } })).json.success).toBe(false)
  })

  test('through custom roles with more permissions or the name of a built-in role', async () => {
    const organization = await anOrganization(server)
    const organizationId = organization.id
    await post(organization.owner, 'create-role', { name: 'keeper', permissions: { role: ['create', 'update'], member: ['update'] } })
    const attacker = await aMember(server, organization.id, 'keeper')
    const before = await storedState(organization)
    for (const name of ['owner', 'Owner', 'admin', 'member', '__proto__', 'owner ', 'a,owner', '']) {
      const { status } = await post(attacker, 'create-role', { organizationId, name, permissions: { member: ['update'] } })
      expect([name, [400, 403].includes(status)]).toEqual([name, true])
    }
    for (const permissions of [
      { organization: ['delete'] },
      { role: ['delete'] },
      { billing: ['orders:read'] },
      { member: ['update', 'delete'] },
    ]) {
      for (const call of ['create-role', 'update-role']) {
        const name = call === 'create-role' ? 'mine' : 'keeper'
        const answer = await post(attacker, call, { organizationId, name, permissions })
        expect(outcomeOf(answer)).toBe('403 You are not allowed to grant permissions that you do not hold yourself')
      }
    }
    for (const permissions of [{ '*': ['*'] }, { organization: ['*'] }, { organization: 'delete' }, [], null, '{"__proto__":{}}'])
      expect((await post(organization.owner, 'create-role', { organizationId, name: 'mine', permissions })).status).toBe(400)
    expect(await storedState(organization)).toEqual(before)
  })

  test.each(['', ' ', ',', ', ,', [], [''], ['', ' '], 'king', 'member,king', ['member', 'king'], 'm\u0435mber'].map((role) => [role]))(
    'through the invalid role %j, which even an owner cannot assign',
    async (role) => {
      const organization = await anOrganization(server)
      const memberId = await memberIdOf(organization.id, await aMember(server, organization.id, 'member'))
      const before = await storedState(organization)
      for (const answer of [
        await post(organization.owner, 'update-member-role', { memberId, role }),
        await post(organization.owner, 'invite-member', { email: uniqueEmail(), role }),
      ])
        expect(outcomeOf(answer)).toBe('400 Role not found')
      expect(await storedState(organization)).toEqual(before)
    },
  )
})

/** Repeats a request while the server has no free connection to the database, as it asks for: on a busy machine some wait too long for one. */
async function whenFree(send: () => Promise<TestAnswer>): Promise<TestAnswer> {
  let answer = await send()
  for (let time = 0; time < 5 && answer.status === 503 && answer.headers['retry-after'] !== undefined; time += 1) answer = await send()
  return answer
}

describe('an organization keeps an owner', () => {
  /** The ways in which an owner gives up their own role or takes it from the next owner. */
  const methods: readonly ((organization: TestOrganization, own: TestUser, next: TestUser) => Promise<TestAnswer>)[] = [
    ({ id }, own) => post(own, 'leave', { organizationId: id }),
    async ({ id }, own) => post(own, 'update-member-role', { organizationId: id, memberId: await memberIdOf(id, own), role: 'admin' }),
    async ({ id }, own) => post(own, 'remove-member', { organizationId: id, memberIdOrEmail: await memberIdOf(id, own) }),
    (_, own) => own.request('POST', '/api/auth/delete-user', { body: { password: PASSWORD } }),
    async ({ id }, own, next) =>
      post(own, 'update-member-role', { organizationId: id, memberId: await memberIdOf(id, next), role: 'member' }),
    ({ id }, own, next) => post(own, 'remove-member', { organizationId: id, memberIdOrEmail: next.email }),
  ]

  test.each([
    ['leave', [0]],
    ['step down', [1]],
    ['delete their accounts', [3]],
    ['remove each other', [5]],
    ['do all of that', [0, 1, 2, 3, 4, 5]],
  ])('when many owners %s at once', async (_, chosen) => {
    const organization = await anOrganization(server)
    const owners = [organization.owner]
    for (const user of await createUsers(MANY - 1)) owners.push(await aMember(server, organization.id, 'owner', user))
    const answers = await atOnce(MANY, (at) => {
      const method = methods[chosen[at % chosen.length] ?? 0]
      const [own, next] = [owners[at], owners[(at + 1) % MANY]]
      if (!method || !own || !next) throw new Error('An owner is missing.')
      return whenFree(() => method(organization, own, next))
    })
    const left = (await membersOf(organization.id)).filter(({ role }) => role.split(',').includes('owner'))
    expect(left.length).toBeGreaterThan(0)
    expect(Object.keys(answers).filter((what) => what.startsWith('5'))).toEqual([])
    // The last owner cannot give up the role.
    const last = owners.find(({ id }) => id === left[0]?.user_id)
    if (left.length === 1 && last) {
      for (const method of methods.slice(0, 4))
        expect(outcomeOf(await method(organization, last, last))).toBe('400 You cannot leave the organization as the only owner')
    }
  })
})

describe('an invitation', () => {
  test('cannot be accepted once its inviter has lost the permission, even in a race', async () => {
    const organization = await anOrganization(server)
    const guests = await createUsers(MANY)
    const inviter = await aMember(server, organization.id, 'admin')
    const invitations: string[] = []
    for (const { email } of guests)
      invitations.push((await post(inviter, 'invite-member', { organizationId: organization.id, email, role: 'admin' })).json.id)
    const memberId = await memberIdOf(organization.id, inviter)
    const answers = await atOnce(MANY, (at) => {
      if (at === 3) return post(organization.owner, 'update-member-role', { memberId, role: 'member' })
      if (at === 9) return post(organization.owner, 'remove-member', { memberIdOrEmail: memberId })
      const guest = guests[at] ?? inviter
      return post(guest, 'accept-invitation', { invitationId: invitations[at] })
    })
    const gone = /^400 Inviter is no longer (a member of|allowed to invite to) the organization$/
    // After the removal the role change finds no member.
    const { '400 Member not found': tooLate = 0, ...others } = answers
    expect([Object.keys(others).filter((what) => what !== 'done' && !gone.test(what)), tooLate <= 1]).toEqual([[], true])
    const settled = await get(organization.owner, 'list-invitations?status=accepted&limit=100')
    const joined = (await membersOf(organization.id)).filter(({ role, user_id }) => role === 'admin' && user_id !== inviter.id)
    expect(joined).toHaveLength(settled.json.length)
    const late = await post(guests[3] ?? inviter, 'accept-invitation', { invitationId: invitations[3] })
    expect(outcomeOf(late)).toBe('400 Inviter is no longer a member of the organization')
  })

  test('that is accepted and canceled concurrently ends accepted with one member, or canceled', async () => {
    const organization = await anOrganization(server)
    const guest = await aUser(server)
    const { json } = await post(organization.owner, 'invite-member', { email: guest.email, role: 'member' })
    const body = { invitationId: json.id }
    const answers = await atOnce(MANY, (at) =>
      post(at % 5 ? guest : organization.owner, at % 5 ? 'accept-invitation' : 'cancel-invitation', body),
    )
    expect(answers).toEqual({ done: 1, '400 Invitation not found': MANY - 1 })
    const [settled] = (await get(organization.owner, 'list-invitations')).json
    const many = (await membersOf(organization.id)).filter(({ user_id }) => user_id === guest.id).length
    expect([settled.status, many]).toEqual(settled.status === 'accepted' ? ['accepted', 1] : ['canceled', 0])
  })

  test('cannot be used with a similar email or a guessed secret', async () => {
    const organization = await anOrganization(server)
    const email = uniqueEmail()
    const { json } = await post(organization.owner, 'invite-member', { email, role: 'member' })
    const attacker = await aUser(server, { email: `x${email}` })
    for (const secret of [undefined, '', 'x', json.id, 'x'.repeat(200)]) {
      const answer = await post(attacker, 'accept-invitation', { invitationId: json.id, secret, email, userId: organization.owner.id })
      expect(outcomeOf(answer)).toBe('403 You are not the recipient of the invitation')
    }
    for (const secret of ['', 'x', json.id]) {
      const answer = await server.request('GET', `${PATH}/preview-invitation?id=${json.id}&secret=${secret}`)
      expect([answer.status, answer.json.message]).toEqual([400, 'Invitation not found!'])
    }
  })
})

// The embedded database has one connection: requests cannot interleave.
test.skipIf(!process.env['DATABASE_URL'])(
  'a member who is removed while they select the organization does not keep it as the active one',
  async () => {
    const { db, transaction } = server.platform.database
    const organization = await anOrganization(server)
    const user = await aMember(server, organization.id, 'member')
    const waiting = async () => {
      const { rows } = await sql<{ many: number }>`
      select count(*)::int as many from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(db)
      return rows[0]?.many ?? 0
    }
    const open = Promise.withResolvers<void>()
    const locked = Promise.withResolvers<void>()
    const lockHolder = transaction(async (tx) => {
      await sql`select from sessions where user_id = ${user.id} for update`.execute(tx)
      locked.resolve()
      await open.promise
    })
    await locked.promise
    const selecting = post(user, 'set-active', { organizationId: organization.id })
    await expect.poll(waiting).toBe(1)
    let isRemoved = false
    const removing = post(organization.owner, 'remove-member', { memberIdOrEmail: user.email }).finally(() => {
      isRemoved = true
    })
    await expect.poll(async () => isRemoved || (await waiting()) > 1).toBe(true)
    open.resolve()
    await lockHolder
    expect([(await selecting).status, (await removing).status]).toEqual([200, 200])
    const { json } = await user.request('GET', '/api/auth/get-session')
    expect(json.session.activeOrganizationId).toBeNull()
  },
)

describe('concurrent requests cannot exceed', () => {
  test('the member limit of an organization', async () => {
    const organization = await anOrganization(limited)
    const guests = await createUsers(MANY, limited)
    const invitations: string[] = []
    for (const { email } of guests) invitations.push((await post(organization.owner, 'invite-member', { email, role: 'member' })).json.id)
    const answers = await atOnce(MANY, (at) =>
      post(guests[at] ?? organization.owner, 'accept-invitation', { invitationId: invitations[at] }),
    )
    expect(answers).toEqual({ done: 4, '403 Organization membership limit reached': MANY - 4 })
    expect(await membersOf(organization.id)).toHaveLength(5)
    const pending = await get(organization.owner, 'list-invitations?status=pending&limit=100')
    expect(pending.json).toHaveLength(MANY - 4)
  })

  test('the organization limit of a user', async () => {
    const user = await aUser(limited)
    const answers = await atOnce(MANY, () => post(user, 'create', { name: 'One of many', slug: newSlug() }))
    expect(answers).toEqual({ done: 3, '403 You have reached the maximum number of organizations': MANY - 3 })
    expect((await get(user, 'list')).json).toHaveLength(3)
  })

  test('one organization per slug', async () => {
    const slug = newSlug()
    const shops = await Promise.all(Array.from({ length: 4 }, () => anOrganization(server)))
    const answers = await atOnce(MANY, (at) => {
      const { owner, id } = shops[at % 4] ?? (shops[0] as TestOrganization)
      if (at % 2) return post(owner, 'create', { name: 'One of many', slug })
      return post(owner, 'update', { organizationId: id, data: { slug: at % 4 ? slug.toUpperCase() : slug } })
    })
    const { rows } = await sql<{ many: number }>`select count(*)::int as many from organizations where lower(slug) = ${slug}`.execute(
      server.platform.database.db,
    )
    expect([rows, Object.keys(answers).filter((what) => what.startsWith('5'))]).toEqual([[{ many: 1 }], []])
  })
})

describe('a slug', () => {
  test.each([
    ...[
      '',
      '.',
      '..',
      '../admin',
      'a/b',
      'a\\b',
      '/',
      '%2e%2e',
      '%2fadmin',
      'a b',
      ' a',
      'a\n',
      'a\u0000b',
      'a?b',
      'a#b',
      'a@b',
      'a:b',
      'a.b',
    ],
    ...[
      'Shop',
      'SHOP',
      'shöp',
      'ѕhop',
      'ｓｈｏｐ',
      'sh\u00adop',
      '-shop',
      'shop-',
      'sh--op',
      'sh_op',
      '<b>shop</b>',
      "shop'--",
      'x'.repeat(65),
    ],
    ...['admin', 'api', 'v1', 'auth', 'checkout', 'login', 'www', 'static', 'null', 'undefined', 'root', 'guildhall'],
  ])('cannot be %j', async (slug) => {
    const { owner } = await anOrganization(server)
    const answers = [
      await post(owner, 'create', { name: 'Shop', slug }),
      await post(owner, 'update', { data: { slug } }),
      await post(owner, 'check-slug', { slug }),
    ]
    expect(answers.map(({ status }) => status)).toEqual([400, 400, 400])
  })

  test('is free again after the deletion of its organization, and cannot be taken before', async () => {
    const [first, second] = [await anOrganization(server), await anOrganization(server)]
    expect(outcomeOf(await post(second.owner, 'update', { data: { slug: first.slug } }))).toBe('400 Organization already exists')
    await post(first.owner, 'delete', { organizationId: first.id })
    expect(outcomeOf(await post(second.owner, 'update', { data: { slug: first.slug } }))).toBe('done')
    expect(outcomeOf(await post(first.owner, 'create', { name: 'Again', slug: second.slug }))).toBe('done')
  })
})

describe('metadata', () => {
  const deep = (levels: number) => `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`
  test.each([
    ['a list as its value', '[]'],
    ['a string as its value', '"{}"'],
    ['a number as its value', '7'],
    ['a NUL', '{"a":"\\u0000"}'],
    ['an unpaired surrogate', '{"a":"\\ud800"}'],
    ['a NUL in a key', '{"\\u0000":1}'],
    ['more than 10,000 characters', JSON.stringify({ a: 'x'.repeat(10_001) })],
    ['many keys', JSON.stringify(Object.fromEntries(Array.from({ length: 2000 }, (_, at) => [`key ${at}`, at])))],
    ['depth', deep(3000)],
    ['great depth', deep(100_000)],
    ['keys of prototypes', '{"__proto__":{"role":"owner"},"constructor":{"prototype":{"role":"owner"}}}'],
    ['an infinite number', '{"a":1e999}'],
    ['the same key twice', '{"a":1,"a":2}'],
    ['keys of an organization', '{"id":"x","role":"owner","members":[],"createdAt":null}'],
  ])('with %s is stored unchanged or refused, and has no effect', async (_, metadata) => {
    const { owner, id, slug } = await anOrganization(server)
    const headers = { 'content-type': 'application/json' }
    const updated = await owner.request('POST', `${PATH}/update`, { headers, body: `{"data":{"metadata":${metadata}}}` })
    expect([200, 400, 413]).toContain(updated.status)
    const read = (await get(owner, 'get-full-organization')).json
    expect(read).toMatchObject({ id, slug, members: [{ role: 'owner' }] })
    if (updated.status !== 200) return expect(read.metadata).toBeNull()
    expect(JSON.parse(read.metadata)).toEqual(updated.json.metadata)
    expect(({} as { role?: string }).role).toBeUndefined()
  })
})
