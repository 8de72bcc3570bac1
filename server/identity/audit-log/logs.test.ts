import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { newId } from '#kernel/id.ts'
import { aMember } from '#test/support/a-member.ts'
import { anAdministrator, anOrganization, aUser, type TestUser } from '#test/support/a-user.ts'
import { ownDatabase } from '#test/support/database.ts'
import { testServer } from '#test/support/server.ts'

const server = await testServer({ database: await ownDatabase() })
afterAll(() => server.close())
const { platform } = server
const boss = await anAdministrator(server)
const OF_PLATFORM = '/api/auth/admin/list-audit-entries'
const OF_ORGANIZATION = '/api/auth/organization/list-audit-entries'

interface Entry {
  readonly id: string
  readonly action: string
  readonly happenedAt: string
}

async function read(user: Pick<TestUser, 'request'>, path: string, query: Readonly<Record<string, string>> = {}) {
  const answer = await user.request('GET', `${path}?${new URLSearchParams(query)}`)
  expect(answer.status).toBe(200)
  return answer.json as { entries: Entry[]; nextBefore: string | null }
}

/** Writes entries of an organization, several in each millisecond. */
async function written(organizationId: string | null, count: number, details: Record<string, string> = {}): Promise<void> {
  const start = server.clock.now().getTime()
  await platform.database.transaction(async (tx) => {
    for (let index = 0; index < count; index += 1) {
      const now = new Date(start + Math.floor(index / 3))
      const entry = { organizationId, userId: null, caller: { kind: 'anonymous' }, details, now } as const
      await platform.audit.append(tx, { ...entry, action: 'product.created', target: { type: 'product', id: newId(now) } })
    }
  })
}

test('members with the permission list the entries of their organization, with names', async () => {
  const { id, owner } = await anOrganization(server)
  const [admin, member] = [await aMember(server, id, 'admin'), await aMember(server, id, 'member')]
  const { entries } = await read(admin, OF_ORGANIZATION, { organizationId: id })
  expect(entries.at(-1)).toMatchObject({
    action: 'organization.created',
    organizationId: id,
    userId: owner.id,
    user: { id: owner.id, name: owner.name, email: owner.email },
    actor: { type: 'person', id: owner.id, name: owner.name, email: owner.email, impersonatedBy: null },
    target: { type: 'organization', id },
    address: '127.0.0.1',
  })
  expect((await read(owner, OF_ORGANIZATION)).entries).toEqual(entries)
  for (const user of [member, (await anOrganization(server)).owner, boss]) {
    const answer = await user.request('GET', `${OF_ORGANIZATION}?organizationId=${id}`)
    expect([answer.status, answer.json.message]).toEqual([403, 'You are not allowed to read the audit log of this organization'])
  }
})

test('the log of an organization needs an organization', async () => {
  const answer = await (await aUser(server)).request('GET', OF_ORGANIZATION)
  expect([answer.status, answer.json.message]).toEqual([400, 'No active organization'])
})

test('an entry of an impersonation session has both names', async () => {
  const { id, owner } = await anOrganization(server)
  const impersonation = await boss.request('POST', '/api/auth/admin/impersonate-user', { body: { userId: owner.id } })
  const headers = { authorization: `Bearer ${impersonation.json.session.token}` }
  const body = { organizationId: id, data: { name: 'Another name' } }
  expect((await server.request('POST', '/api/auth/organization/update', { headers, body })).status).toBe(200)
  const [entry] = (await read(owner, OF_ORGANIZATION, { action: 'organization.updated' })).entries
  const impersonatedBy = { id: boss.id, name: boss.name, email: boss.email }
  const details = { name: 'Another name', nameBefore: expect.any(String) }
  expect(entry).toMatchObject({ actor: { id: owner.id, name: owner.name, impersonatedBy }, details })
  for (const actorId of [owner.id, boss.id])
    expect((await read(boss, OF_PLATFORM, { actorId, action: 'organization.updated' })).entries).toMatchObject([{ id: entry?.id }])
})

test.each([
  ['by what was done', () => ({ action: 'product.created' }), 30],
  ['by the kind of thing', () => ({ action: 'product.' }), 30],
  ['by an unknown resource', () => ({ action: 'produc.' }), 0],
  ['by the type of the target', () => ({ targetType: 'product' }), 30],
  ['from an instant on', () => ({ action: 'product.', from: new Date(server.clock.now().getTime() + 5).toISOString() }), 15],
  ['before an instant', () => ({ action: 'product.', to: new Date(server.clock.now().getTime() + 5).toISOString() }), 15],
  ['by an actor without entries', () => ({ actorId: newId(server.clock.now()) }), 0],
  ['by a user without entries', () => ({ userId: newId(server.clock.now()) }), 0],
  ['to the end of time', () => ({ action: 'product.', to: '9999-12-31' }), 30],
  ['before there was time', () => ({ to: '0001-01-01' }), 0],
])('both logs are filtered %s', async (_, query, count) => {
  const { id, owner } = await anOrganization(server)
  await written(id, 30)
  const parameters = { ...query(), limit: '100', organizationId: id }
  const own = await read(owner, OF_ORGANIZATION, parameters)
  expect(own.entries).toHaveLength(count)
  expect(await read(boss, OF_PLATFORM, parameters)).toEqual(own)
  const whole = (await read(boss, OF_PLATFORM, { ...query(), limit: '100' })).entries.filter(({ id: each }) =>
    own.entries.some((entry) => entry.id === each),
  )
  expect(whole).toEqual(own.entries)
  server.clock.advance(60)
})

test.each([
  ['the platform', () => [boss, OF_PLATFORM] as const],
  ['an organization', async () => [(await anOrganization(server)).owner, OF_ORGANIZATION] as const],
])('page by page each entry of %s is read once, the latest first', async (_, whose) => {
  const [reader, path] = await whose()
  const organizationId = (await reader.request('GET', '/api/auth/get-session')).json.session.activeOrganizationId
  await written(organizationId, 120)
  const query = { action: 'product.', from: server.clock.now().toISOString() }
  const seen: Entry[] = []
  let before: string | null = null
  do {
    const page: { entries: Entry[]; nextBefore: string | null } = await read(reader, path, {
      ...query,
      limit: '7',
      ...(before && { before }),
    })
    seen.push(...page.entries)
    before = page.nextBefore
  } while (before !== null)
  expect([seen.length, new Set(seen.map(({ id }) => id)).size]).toEqual([120, 120])
  expect(seen.map(({ happenedAt }) => happenedAt)).toEqual(
    seen
      .map(({ happenedAt }) => happenedAt)
      .toSorted()
      .toReversed(),
  )
  server.clock.advance(60)
})

test('the entry of another organization is not a cursor', async () => {
  const [own, other] = [await anOrganization(server), await anOrganization(server)]
  const [foreign] = (await read(other.owner, OF_ORGANIZATION)).entries
  expect((await read(own.owner, OF_ORGANIZATION, { before: foreign?.id ?? '' })).entries).toEqual([])
})

test('a log takes one round trip besides the lookup of the session', async () => {
  const { owner } = await anOrganization(server)
  expect((await owner.request('GET', OF_ORGANIZATION)).roundTrips).toBe(2)
  expect((await boss.request('GET', OF_PLATFORM)).roundTrips).toBe(2)
})

test('a log is exported as complete CSV, and the export is recorded', async () => {
  const { id, owner } = await anOrganization(server)
  await written(id, 1203, { note: '=1+1' })
  server.clock.advance(60)
  const answer = await owner.request('GET', `/api/auth/organization/export-audit-entries?action=product.`)
  expect(answer.status).toBe(200)
  expect(answer.headers['content-type']).toBe('text/csv; charset=utf-8; header=present')
  expect(answer.headers['content-disposition']).toBe('attachment; filename="audit-log.csv"')
  const lines = answer.text.split('\r\n')
  expect([lines.length, lines.at(-1)]).toEqual([1205, ''])
  expect(lines[0]).toMatch(/^id,happened_at,action,organization_id,actor_type,/)
  expect(new Set(lines.slice(1, -1).map((line) => line.split(',', 1)[0])).size).toBe(1203)
  const [entry] = (await read(owner, OF_ORGANIZATION)).entries
  expect(entry).toMatchObject({ action: 'audit_log.exported', actor: { id: owner.id }, details: { action: 'product.' } })
})

test('no cell of an export is a formula', async () => {
  const owner = await aUser(server, { name: '=HYPERLINK("https://evil.test")' })
  const { id } = await anOrganization(server, owner)
  const answer = await boss.request('GET', `/api/auth/admin/export-audit-entries?organizationId=${id}`)
  expect(answer.text).toContain(`,"'=HYPERLINK(""https://evil.test"")",`)
})

test.each(['list-audit-entries', 'export-audit-entries'])('%s of the platform is for administrators', async (call) => {
  const answer = await (await aUser(server)).request('GET', `/api/auth/admin/${call}`)
  expect([answer.status, answer.json.message]).toEqual([403, 'You are not an administrator of the platform'])
})

test.each(['limit=0', 'limit=101', 'before=x', 'from=yesterday', 'to=2026-13-01', 'actorId=me', `action=${'x'.repeat(101)}`])(
  '%s is refused',
  async (query) => {
    const answer = await boss.request('GET', `${OF_PLATFORM}?${query}`)
    expect([answer.status, answer.json.code]).toEqual([400, 'VALIDATION_ERROR'])
  },
)

test('audit entries can be neither updated nor deleted by any statement', async () => {
  const { id } = await anOrganization(server)
  const statements = [sql`update audit_entries set action = 'nothing'`, sql`delete from audit_entries`]
  for (const statement of statements) {
    const done = platform.database.transaction((tx) => sql`${statement} where organization_id = ${id}::uuid`.execute(tx))
    await expect(done).rejects.toThrow('append-only')
  }
})
