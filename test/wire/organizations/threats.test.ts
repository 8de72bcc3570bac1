// Attacks on organizations: those of others, privileges in one's own, the last owner, invitations, limits, slugs and metadata.
// Many at once mean something on PostgreSQL, where they truly meet; embedded they queue.
import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Passwords } from '#platform/crypto/passwords.ts'
import { aMember } from '#test/support/a-member.ts'
import { anOrganization, aUser, newAddress, newSlug, PASSWORD, type TestOrganization, type TestUser } from '#test/support/a-user.ts'
import { type TestAnswer, type TestServer, testServer } from '#test/support/server.ts'

const MANY = process.env['DATABASE_URL'] ? 50 : 20
const ROOM = '/api/auth/organization'
const LIMITS = { ORGANIZATION_LIMIT: '60', MEMBERSHIP_LIMIT: '60', INVITATION_REQUIRES_VERIFIED_EMAIL: 'false' }

/** What hashing costs is nothing that these attacks are about: some hundred people sign up here. */
const cheap: Passwords = {
  hash: async (password) => `cheap:${createHash('sha256').update(password).digest('hex')}`,
  verify: async (password, stored) => ({ matches: stored === (await cheap.hash(password)), isOutdated: false }),
}

let server: TestServer
/** The same house with room for few. */
let narrow: TestServer
beforeAll(async () => {
  server = await testServer({ settings: LIMITS, passwords: cheap })
  const settings = { ...LIMITS, ORGANIZATION_LIMIT: '3', MEMBERSHIP_LIMIT: '5' }
  narrow = await testServer({ settings, passwords: cheap, clock: server.clock })
})
afterAll(async () => {
  await narrow.close()
  await server.close()
})

const post = (who: TestUser, call: string, body: object) => who.request('POST', `${ROOM}/${call}`, { body })
const get = (who: TestUser, call: string) => who.request('GET', `${ROOM}/${call}`)
const said = ({ status, text, json }: TestAnswer) => (status === 200 ? 'done' : `${status} ${text && json.message}`)
const atOnce = async (many: number, act: (at: number) => Promise<TestAnswer>) =>
  Object.fromEntries(
    [...Map.groupBy(await Promise.all(Array.from({ length: many }, (_, at) => act(at))), said)].map(([what, { length }]) => [what, length]),
  )
const people = (many: number, house = server) => Promise.all(Array.from({ length: many }, () => aUser(house)))
/** The roles that are held and offered in an organization, as they are stored, by whom. */
async function stored({ id }: { readonly id: string }): Promise<string[]> {
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
const memberIdOf = async (id: string, person: TestUser) => (await membersOf(id)).find((row) => row.user_id === person.id)?.id ?? ''

describe('an organization of others', () => {
  test('is read by nobody, by id, slug, spelling or an active organization that is no more', async () => {
    const shop = await anOrganization(server)
    await post(shop.owner, 'invite-member', { email: newAddress(), role: 'member' })
    const past = await aMember(server, shop.id, 'admin')
    const kept = await post(past, 'set-active', { organizationId: shop.id })
    const cookie = [...kept.cookies.values()].map((line) => line.split(';', 1)[0]).join('; ')
    await post(shop.owner, 'remove-member', { memberIdOrEmail: past.email })
    const { owner: outsider } = await anOrganization(server)
    const reads = ['get-full-organization', 'list-members', 'list-invitations', 'list-roles', 'list-audit-entries']
    const named = [`organizationId=${shop.id}`, `organizationId=${shop.id.toUpperCase()}`, `organizationSlug=${shop.slug}`]
    const silent = new RegExp(`${shop.id}|${shop.slug}|${shop.owner.email}`)
    for (const headers of [{ cookie: outsider.cookie }, { cookie }, { cookie: past.cookie }]) {
      for (const path of [
        ...reads.flatMap((read) => named.map((name) => `${read}?${name}`)),
        ...reads,
        'get-active-member',
        'list-teams',
      ]) {
        const answer = await server.request('GET', `${ROOM}/${path}`, { headers })
        expect([path, answer.status < 500, answer.text]).toEqual([path, true, expect.not.stringMatching(silent)])
      }
      for (const path of ['products', 'orders', 'organizations', 'customers']) {
        const answer = await server.request('GET', `/v1/${path}/?organization_id=${shop.id}`, { headers })
        expect([path, answer.text]).toEqual([path, expect.not.stringMatching(silent)])
      }
    }
  })

  test('is acted on by nobody through ids of its members, teams, invitations and roles', async () => {
    const [shop, own] = [await anOrganization(server), await anOrganization(server)]
    const member = await aMember(server, shop.id, 'member')
    const { json: team } = await post(shop.owner, 'create-team', { name: 'Theirs' })
    const { json: invitation } = await post(shop.owner, 'invite-member', { email: newAddress(), role: 'member' })
    await post(shop.owner, 'create-role', { name: 'packer', permissions: { team: ['create'] } })
    const attacker = own.owner
    const [theirs, mine] = [await memberIdOf(shop.id, member), await memberIdOf(own.id, attacker)]
    const before = await stored(shop)
    const attacks: readonly (readonly [string, object, string])[] = [
      ['update-member-role', { memberId: theirs, role: 'admin' }, '400 Member not found'],
      ['remove-member', { memberIdOrEmail: theirs }, '400 Member not found'],
      ['remove-member', { memberIdOrEmail: member.email }, '400 Member not found'],
      ['set-member-team', { memberId: theirs, teamId: null }, '400 Member not found'],
      ['set-member-team', { memberId: mine, teamId: team.id }, '400 Team not found'],
      ['update-team', { teamId: team.id, data: { name: 'Mine' } }, '400 Team not found'],
      ['remove-team', { teamId: team.id }, '400 Team not found'],
      ['invite-member', { email: newAddress(), role: 'member', teamId: team.id }, '400 Team not found'],
      ['invite-member', { email: newAddress(), role: 'packer' }, '400 Role not found'],
      ['update-member-role', { memberId: mine, role: ['owner', 'packer'] }, '400 Role not found'],
      ['delete-role', { name: 'packer' }, '400 Role not found'],
      ['update-role', { name: 'packer', permissions: {} }, '400 Role not found'],
      ['cancel-invitation', { invitationId: invitation.id }, '400 Member not found'],
      ['accept-invitation', { invitationId: invitation.id }, '403 You are not the recipient of the invitation'],
      ['reject-invitation', { invitationId: invitation.id }, '403 You are not the recipient of the invitation'],
    ]
    for (const [call, body, refusal] of attacks) expect([call, said(await post(attacker, call, body))]).toEqual([call, refusal])
    expect(said(await get(attacker, `get-invitation-link?id=${invitation.id}`))).toBe('400 Member not found')
    expect(await stored(shop)).toEqual(before)
  })
})

describe('nobody gets at more than they have', () => {
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

  test.each(['admin', 'member', 'recruiter'])('as %s, by whatever looks like a role, for themselves or others', async (role) => {
    const shop = await anOrganization(server)
    await post(shop.owner, 'create-role', { name: 'recruiter', permissions: { invitation: ['create'], member: ['update'] } })
    const [attacker, friend] = [await aMember(server, shop.id, role), await aMember(server, shop.id, 'member')]
    const [own, other] = [await memberIdOf(shop.id, attacker), await memberIdOf(shop.id, friend)]
    const before = await stored(shop)
    const organizationId = shop.id
    for (const wanted of [...OWNER_IN_DISGUISE, ...(role === 'admin' ? [] : ['admin', 'recruiter,admin'])]) {
      const answers = [
        await post(attacker, 'update-member-role', { organizationId, memberId: own, role: wanted }),
        await post(attacker, 'update-member-role', { organizationId, memberId: other, role: wanted }),
        await post(attacker, 'invite-member', { organizationId, email: newAddress(), role: wanted }),
      ]
      for (const { status } of answers) expect([400, 403]).toContain(status)
    }
    expect(await stored(shop)).toEqual(before)
    expect((await post(attacker, 'has-permission', { organizationId, permissions: { organization: ['delete'] } })).json.success).toBe(false)
  })

  test('by roles that they make, change or name like one that is built in', async () => {
    const shop = await anOrganization(server)
    const organizationId = shop.id
    await post(shop.owner, 'create-role', { name: 'keeper', permissions: { role: ['create', 'update'], member: ['update'] } })
    const attacker = await aMember(server, shop.id, 'keeper')
    const before = await stored(shop)
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
        expect(said(answer)).toBe('403 You are not allowed to grant permissions that you do not hold yourself')
      }
    }
    for (const permissions of [{ '*': ['*'] }, { organization: ['*'] }, { organization: 'delete' }, [], null, '{"__proto__":{}}'])
      expect((await post(shop.owner, 'create-role', { organizationId, name: 'mine', permissions })).status).toBe(400)
    expect(await stored(shop)).toEqual(before)
  })

  test.each(['', ' ', ',', ', ,', [], [''], ['', ' '], 'king', 'member,king', ['member', 'king'], 'm\u0435mber'].map((role) => [role]))(
    'by the role %j, which is none, even for an owner',
    async (role) => {
      const shop = await anOrganization(server)
      const memberId = await memberIdOf(shop.id, await aMember(server, shop.id, 'member'))
      const before = await stored(shop)
      for (const answer of [
        await post(shop.owner, 'update-member-role', { memberId, role }),
        await post(shop.owner, 'invite-member', { email: newAddress(), role }),
      ])
        expect(said(answer)).toBe('400 Role not found')
      expect(await stored(shop)).toEqual(before)
    },
  )
})

describe('one owner is left', () => {
  /** What owners do to themselves or to the next, in turn. */
  const ways: readonly ((shop: TestOrganization, own: TestUser, next: TestUser) => Promise<TestAnswer>)[] = [
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
    const shop = await anOrganization(server)
    const owners = [shop.owner]
    for (const person of await people(MANY - 1)) owners.push(await aMember(server, shop.id, 'owner', person))
    const answers = await atOnce(MANY, (at) => {
      const way = ways[chosen[at % chosen.length] ?? 0]
      const [own, next] = [owners[at], owners[(at + 1) % MANY]]
      return way && own && next ? way(shop, own, next) : Promise.reject(new Error('Nobody is there.'))
    })
    const left = (await membersOf(shop.id)).filter(({ role }) => role.split(',').includes('owner'))
    expect(left.length).toBeGreaterThan(0)
    expect(Object.keys(answers).filter((what) => what.startsWith('5'))).toEqual([])
    // Whoever is alone cannot do anything of the kind again.
    const last = owners.find(({ id }) => id === left[0]?.user_id)
    if (left.length === 1 && last) {
      for (const way of ways.slice(0, 4))
        expect(said(await way(shop, last, last))).toBe('400 You cannot leave the organization as the only owner')
    }
  })
})

describe('an invitation', () => {
  test('is of no use in a race with the end of what its inviter may', async () => {
    const shop = await anOrganization(server)
    const guests = await people(MANY)
    const inviter = await aMember(server, shop.id, 'admin')
    const invitations: string[] = []
    for (const { email } of guests)
      invitations.push((await post(inviter, 'invite-member', { organizationId: shop.id, email, role: 'admin' })).json.id)
    const memberId = await memberIdOf(shop.id, inviter)
    const answers = await atOnce(MANY, (at) => {
      if (at === 3) return post(shop.owner, 'update-member-role', { memberId, role: 'member' })
      if (at === 9) return post(shop.owner, 'remove-member', { memberIdOrEmail: memberId })
      const guest = guests[at] ?? inviter
      return post(guest, 'accept-invitation', { invitationId: invitations[at] })
    })
    const gone = /^400 Inviter is no longer (a member of|allowed to invite to) the organization$/
    // Whoever is removed first cannot step down any more.
    const { '400 Member not found': tooLate = 0, ...others } = answers
    expect([Object.keys(others).filter((what) => what !== 'done' && !gone.test(what)), tooLate <= 1]).toEqual([[], true])
    const settled = await get(shop.owner, 'list-invitations?status=accepted&limit=100')
    const joined = (await membersOf(shop.id)).filter(({ role, user_id }) => role === 'admin' && user_id !== inviter.id)
    expect(joined).toHaveLength(settled.json.length)
    const late = await post(guests[3] ?? inviter, 'accept-invitation', { invitationId: invitations[3] })
    expect(said(late)).toBe('400 Inviter is no longer a member of the organization')
  })

  test('makes one member of whoever accepts it many times, and is not canceled afterwards', async () => {
    const shop = await anOrganization(server)
    const guest = await aUser(server)
    const { json } = await post(shop.owner, 'invite-member', { email: guest.email, role: 'member' })
    const body = { invitationId: json.id }
    const answers = await atOnce(MANY, (at) => post(at % 5 ? guest : shop.owner, at % 5 ? 'accept-invitation' : 'cancel-invitation', body))
    expect(answers).toEqual({ done: 1, '400 Invitation not found': MANY - 1 })
    const [settled] = (await get(shop.owner, 'list-invitations')).json
    const many = (await membersOf(shop.id)).filter(({ user_id }) => user_id === guest.id).length
    expect([settled.status, many]).toEqual(settled.status === 'accepted' ? ['accepted', 1] : ['canceled', 0])
  })

  test('is for nobody whose address only looks like the invited one, nor by a link that is tried', async () => {
    const shop = await anOrganization(server)
    const email = newAddress()
    const { json } = await post(shop.owner, 'invite-member', { email, role: 'member' })
    const attacker = await aUser(server, { email: `x${email}` })
    for (const secret of [undefined, '', 'x', json.id, 'x'.repeat(200)]) {
      const answer = await post(attacker, 'accept-invitation', { invitationId: json.id, secret, email, userId: shop.owner.id })
      expect(said(answer)).toBe('403 You are not the recipient of the invitation')
    }
    for (const secret of ['', 'x', json.id]) {
      const answer = await server.request('GET', `${ROOM}/preview-invitation?id=${json.id}&secret=${secret}`)
      expect([answer.status, answer.json.message]).toEqual([400, 'Invitation not found!'])
    }
  })
})

// Embedded there is one connection: nobody can come between the steps of another.
test.skipIf(!process.env['DATABASE_URL'])('who is removed while choosing the organization does not keep it as the active one', async () => {
  const { db, transaction } = server.platform.database
  const shop = await anOrganization(server)
  const person = await aMember(server, shop.id, 'member')
  const waiting = async () => {
    const { rows } = await sql<{ many: number }>`
      select count(*)::int as many from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(db)
    return rows[0]?.many ?? 0
  }
  const open = Promise.withResolvers<void>()
  const held = Promise.withResolvers<void>()
  const holding = transaction(async (tx) => {
    await sql`select from sessions where user_id = ${person.id} for update`.execute(tx)
    held.resolve()
    await open.promise
  })
  await held.promise
  const choosing = post(person, 'set-active', { organizationId: shop.id })
  await expect.poll(waiting).toBe(1)
  let isRemoved = false
  const removing = post(shop.owner, 'remove-member', { memberIdOrEmail: person.email }).finally(() => {
    isRemoved = true
  })
  await expect.poll(async () => isRemoved || (await waiting()) > 1).toBe(true)
  open.resolve()
  await holding
  expect([(await choosing).status, (await removing).status]).toEqual([200, 200])
  const { json } = await person.request('GET', '/api/auth/get-session')
  expect(json.session.activeOrganizationId).toBeNull()
})

describe('limits hold when many come at once', () => {
  test('members of an organization', async () => {
    const shop = await anOrganization(narrow)
    const guests = await people(MANY, narrow)
    const invitations: string[] = []
    for (const { email } of guests) invitations.push((await post(shop.owner, 'invite-member', { email, role: 'member' })).json.id)
    const answers = await atOnce(MANY, (at) => post(guests[at] ?? shop.owner, 'accept-invitation', { invitationId: invitations[at] }))
    expect(answers).toEqual({ done: 4, '403 Organization membership limit reached': MANY - 4 })
    expect(await membersOf(shop.id)).toHaveLength(5)
    const pending = await get(shop.owner, 'list-invitations?status=pending&limit=100')
    expect(pending.json).toHaveLength(MANY - 4)
  })

  test('organizations of one person', async () => {
    const person = await aUser(narrow)
    const answers = await atOnce(MANY, () => post(person, 'create', { name: 'One of many', slug: newSlug() }))
    expect(answers).toEqual({ done: 3, '403 You have reached the maximum number of organizations': MANY - 3 })
    expect((await get(person, 'list')).json).toHaveLength(3)
  })

  test('a slug that is made, taken over and asked for', async () => {
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
  ])('is not %j', async (slug) => {
    const { owner } = await anOrganization(server)
    const answers = [
      await post(owner, 'create', { name: 'Shop', slug }),
      await post(owner, 'update', { data: { slug } }),
      await post(owner, 'check-slug', { slug }),
    ]
    expect(answers.map(({ status }) => status)).toEqual([400, 400, 400])
  })

  test('that is given up is free again, and one that is taken is nobody else’s', async () => {
    const [first, second] = [await anOrganization(server), await anOrganization(server)]
    expect(said(await post(second.owner, 'update', { data: { slug: first.slug } }))).toBe('400 Organization already exists')
    await post(first.owner, 'delete', { organizationId: first.id })
    expect(said(await post(second.owner, 'update', { data: { slug: first.slug } }))).toBe('done')
    expect(said(await post(first.owner, 'create', { name: 'Again', slug: second.slug }))).toBe('done')
  })
})

describe('metadata', () => {
  const deep = (levels: number) => `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`
  test.each([
    ['a list', '[]'],
    ['a text', '"{}"'],
    ['a number', '7'],
    ['a NUL', '{"a":"\\u0000"}'],
    ['half a character', '{"a":"\\ud800"}'],
    ['a NUL in a key', '{"\\u0000":1}'],
    ['more than 10,000 characters', JSON.stringify({ a: 'x'.repeat(10_001) })],
    ['many keys', JSON.stringify(Object.fromEntries(Array.from({ length: 2000 }, (_, at) => [`key ${at}`, at])))],
    ['depth', deep(3000)],
    ['great depth', deep(100_000)],
    ['keys of prototypes', '{"__proto__":{"role":"owner"},"constructor":{"prototype":{"role":"owner"}}}'],
    ['a number that is none', '{"a":1e999}'],
    ['the same key twice', '{"a":1,"a":2}'],
    ['what looks like our own', '{"id":"x","role":"owner","members":[],"createdAt":null}'],
  ])('that is %s is kept as it is or refused, and means nothing', async (_, metadata) => {
    const { owner, id, slug } = await anOrganization(server)
    const headers = { 'content-type': 'application/json' }
    const made = await owner.request('POST', `${ROOM}/update`, { headers, body: `{"data":{"metadata":${metadata}}}` })
    expect([200, 400, 413]).toContain(made.status)
    const shown = (await get(owner, 'get-full-organization')).json
    expect(shown).toMatchObject({ id, slug, members: [{ role: 'owner' }] })
    if (made.status !== 200) return expect(shown.metadata).toBeNull()
    expect(JSON.parse(shown.metadata)).toEqual(made.json.metadata)
    expect(({} as { role?: string }).role).toBeUndefined()
  })
})
