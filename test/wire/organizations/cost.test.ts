// The cost of organization calls in round trips to the database, and that it does not grow with the data of other organizations.

import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { anOrganization, aUser, newSlug, type TestOrganization, type TestUser, uniqueEmail } from '#test/support/a-user.ts'
import { ownDatabase } from '#test/support/database.ts'
import { type TestAnswer, type TestServer, testServer } from '#test/support/server.ts'

const PATH = '/api/auth/organization'
const OTHERS = 3000
const MEMBERS = 100

/** The id that `md5(…)::uuid` gives in the statements below. */
const md5 = (text: string) =>
  createHash('md5')
    .update(text)
    .digest('hex')
    .replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')

let server: TestServer
let organization: TestOrganization
/** A member of every other organization. */
let colleague: TestUser
const answers = new Map<string, TestAnswer>()

beforeAll(async () => {
  server = await testServer({ database: await ownDatabase() })
  const { db, transaction } = server.platform.database
  organization = await anOrganization(server)
  colleague = await aUser(server)
  const { id, owner } = organization
  const now = server.clock.now()
  // Other organizations of two members with a team, a role and two invitations each, and as many colleagues as are listed.
  await transaction(async (tx) => {
    const many = (count: number) => sql`generate_series(0, ${count - 1}) as n`
    await sql`insert into users (id, name, email, is_email_verified, role, created_at, updated_at)
      select md5('user ' || n)::uuid, 'User ' || n, 'user-' || n || '@many.example', true, 'user', ${now}, ${now}
      from ${many(OTHERS)}`.execute(tx)
    await sql`insert into organizations (id, name, slug, created_at)
      select md5('organization ' || n)::uuid, 'Shop ' || n, 'shop-of-many-' || n, ${now}
      from ${many(OTHERS / 2)}`.execute(tx)
    await sql`insert into members (organization_id, id, user_id, role, created_at)
      select md5('organization ' || n / 2)::uuid, md5('member ' || n)::uuid, md5('user ' || n)::uuid, 'owner', ${now}
      from ${many(OTHERS)}`.execute(tx)
    await sql`insert into members (organization_id, id, user_id, role, created_at)
      select ${id}::uuid, md5('colleague ' || n)::uuid, md5('user ' || n)::uuid, 'member', ${now} from ${many(MEMBERS - 1)}`.execute(tx)
    await sql`insert into members (organization_id, id, user_id, role, created_at)
      select md5('organization ' || n)::uuid, md5('joined ' || n)::uuid, ${colleague.id}::uuid, 'admin', ${now}::timestamptz + n * interval '1 second'
      from ${many(OTHERS / 2)}`.execute(tx)
    await sql`insert into teams (organization_id, id, name, created_at)
      select md5('organization ' || n)::uuid, md5('team ' || n)::uuid, 'Team', ${now} from ${many(OTHERS / 2)}`.execute(tx)
    await sql`insert into organization_roles (organization_id, name, permissions, created_at)
      select md5('organization ' || n)::uuid, 'packer', '{}', ${now} from ${many(OTHERS / 2)}`.execute(tx)
    await sql`insert into invitations
        (organization_id, id, email, role, status, inviter_id, secret_digest, sealed_secret, expires_at, created_at, updated_at)
      select md5('organization ' || n / 2)::uuid, md5('invitation ' || n)::uuid, 'guest-' || n || '@many.example', 'member', 'pending',
        md5('user ' || n)::uuid, 'digest ' || n, '', ${new Date(now.getTime() + 3_600_000)}, ${now}, ${now} from ${many(OTHERS)}`.execute(
      tx,
    )
  })
  for (const table of ['users', 'organizations', 'members', 'teams', 'organization_roles', 'invitations', 'sessions'])
    await sql`analyze ${sql.table(table)}`.execute(db)
  answers.set('create', await owner.request('POST', `${PATH}/create`, { body: { name: 'New', slug: newSlug(), metadata: { a: 1 } } }))
  answers.set('list', await owner.request('GET', `${PATH}/list`))
  answers.set('get-full-organization', await owner.request('GET', `${PATH}/get-full-organization?organizationId=${id}`))
  const invitation = { email: uniqueEmail(), role: 'member', organizationId: id }
  const invited = await owner.request('POST', `${PATH}/invite-member`, { body: invitation })
  answers.set('invite-member', invited)
  answers.set('get-invitation-link', await owner.request('GET', `${PATH}/get-invitation-link?id=${invited.json.id}`))
})
afterAll(() => server.close())

test.each([
  ['create', 2],
  ['list', 1],
  ['get-full-organization', 1],
  ['invite-member', 3],
  ['get-invitation-link', 2],
] as const)('organization/%s takes %i round trips, the look-up of the caller included', (call, roundTrips) => {
  const answer = answers.get(call)
  expect([answer?.status, answer?.roundTrips, answer?.statements.length]).toEqual([200, roundTrips, roundTrips])
})

test('get-full-organization lists a hundred members', () => {
  expect(answers.get('get-full-organization')?.json.members).toHaveLength(MEMBERS)
})

/** The generic plan of a statement. */
function planOf(text: string): Promise<string> {
  const values = Array.from({ length: Math.max(0, ...[...text.matchAll(/\$(\d+)/g)].map(([, number]) => Number(number))) }, () => 'null')
  return server.platform.database.transaction(async (tx) => {
    await sql`set local plan_cache_mode = force_generic_plan`.execute(tx)
    await sql`prepare looked_at as ${sql.raw(text)}`.execute(tx)
    const args = values.length > 0 ? sql.raw(`(${values})`) : sql``
    const { rows } = await sql<{ 'QUERY PLAN': string }>`explain execute looked_at${args}`.execute(tx)
    await sql`deallocate looked_at`.execute(tx)
    return rows.map((row) => row['QUERY PLAN']).join('\n')
  })
}

test.each(['create', 'list', 'get-full-organization', 'invite-member', 'get-invitation-link'])(
  'organization/%s scans no table sequentially',
  async (call) => {
    const texts = answers.get(call)?.statements ?? []
    expect(texts.length).toBeGreaterThan(0)
    for (const text of texts) {
      const plan = await planOf(text)
      expect([plan, plan.match(/Seq Scan on (users|organizations|members|teams|organization_roles|invitations)/g)]).toEqual([plan, null])
    }
  },
)

interface PlanNode {
  readonly 'Relation Name'?: string
  readonly 'Actual Rows': number
  readonly 'Actual Loops': number
  readonly Plans?: readonly PlanNode[]
}

function rowsRead(node: PlanNode, table: string): number {
  const own = node['Relation Name'] === table ? node['Actual Rows'] * node['Actual Loops'] : 0
  return (node.Plans ?? []).reduce((sum, child) => sum + rowsRead(child, table), own)
}

describe('a user of 1,500 organizations on /v1', () => {
  const nth = (n: number) => md5(`organization ${n}`)
  const [first, last] = [nth(0), nth(OTHERS / 2 - 1)]
  const productsOf = (id: string) => colleague.request('GET', `/v1/products/?organization_id=${id}`)
  const create = (id: string) =>
    colleague.request('POST', '/v1/products/', {
      body: {
        organization_id: id,
        name: 'Lamp',
        recurring_interval: null,
        prices: [{ amount_type: 'fixed', price_amount: 1000, price_currency: 'usd' }],
      },
    })

  test('is recognized by the rows of the hundred memberships that are listed', async () => {
    const { statements } = await productsOf(first)
    const { secrets, database } = server.platform
    const [recognized = ''] = statements
    const text = recognized.replace('$1', `'${secrets.digest(colleague.token)}'`)
    const { rows } = await database.transaction(async (tx) => {
      // Until a vacuum has marked the pages as visible to all, the planner may read a table this small by a bitmap instead.
      await sql`set local enable_bitmapscan = off`.execute(tx)
      return sql<{ 'QUERY PLAN': { Plan: PlanNode }[] }>`explain (analyze, format json) ${sql.raw(text)}`.execute(tx)
    })
    const [plan] = rows[0]?.['QUERY PLAN'] ?? []
    expect(plan && rowsRead(plan.Plan, 'members')).toBeGreaterThan(0)
    expect(plan && rowsRead(plan.Plan, 'members')).toBeLessThanOrEqual(102)
    expect(plan && rowsRead(plan.Plan, 'organization_roles')).toBe(0)
  })

  test('acts in these, and in any other one once it is active', async () => {
    expect((await create(first)).status).toBe(201)
    expect((await create(last)).status).toBe(422)
    await colleague.request('POST', `${PATH}/set-active`, { body: { organizationId: last } })
    const created = await create(last)
    expect([created.status, created.json.organization_id]).toEqual([201, last])
    expect((await colleague.request('GET', `/v1/products/${created.json.id}`)).status).toBe(200)
    expect((await create(first)).status).toBe(201)
    await colleague.request('POST', `${PATH}/set-active`, { body: { organizationId: null } })
    expect((await colleague.request('GET', `/v1/products/${created.json.id}`)).status).toBe(404)
  })
})
