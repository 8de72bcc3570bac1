import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { emails } from '#emails/index.ts'
import { newId } from '#kernel/id.ts'
import { buyerLanguages, offeredLanguages } from '#kernel/language/languages.ts'
import { migrationTexts } from '#platform/database/migrations/migrations.ts'
import { VERSION } from '#platform/program.ts'
import { aMember } from '#test/support/a-member.ts'
import { aMerchant } from '#test/support/a-merchant.ts'
import { anAdministrator, anOrganization, aUser } from '#test/support/a-user.ts'
import { ownDatabase } from '#test/support/database.ts'
import { testServer } from '#test/support/server.ts'

const server = await testServer({ database: await ownDatabase() })
afterAll(() => server.close())
const { database } = server.platform
const administrator = await anAdministrator(server)
const UNKNOWN = '019a2f3c-7b5e-7c40-9a51-3f0d8e6b1c22'

async function get(call: string, query: Readonly<Record<string, string>> = {}) {
  const answer = await administrator.request('GET', `/api/auth/admin/${call}?${new URLSearchParams(query)}`)
  expect(answer.status).toBe(200)
  return answer.json
}

/** Inserts a dead job; nothing of its payload may be shown. */
async function aDeadJob(kind: string): Promise<string> {
  const now = server.clock.now()
  const id = newId(now)
  const payload = JSON.stringify({ secret: 'of the job' })
  await database.transaction((tx) =>
    sql`
      insert into jobs (id, kind, payload, run_at, attempts, last_error, dead_at, created_at)
      values (${id}, ${kind}, ${payload}::jsonb, ${now}, 12, 'Error: no answer', ${now}, ${now})`.execute(tx),
  )
  return id
}

test.each([
  ['GET', '/api/auth/admin/health'],
  ['GET', '/api/auth/admin/list-organizations'],
  ['GET', `/api/auth/admin/get-organization?organizationId=${UNKNOWN}`],
  ['GET', '/api/auth/admin/list-jobs'],
  ['POST', '/api/auth/admin/retry-job'],
  ['GET', '/api/auth/admin/list-facts'],
  ['GET', '/api/auth/admin/list-emails'],
  ['GET', '/api/auth/admin/get-email?name=receipt'],
] as const)('%s %s requires an administrator', async (method, path) => {
  const sent = method === 'POST' ? { body: { all: true } } : {}
  const answer = await (await anOrganization(server)).owner.request(method, path, sent)
  expect([answer.status, answer.json.message]).toEqual([403, 'You are not an administrator of the platform'])
  expect((await server.request(method, path, sent)).status).toBe(401)
})

test('health reports waiting and dead jobs and the mail transport', async () => {
  await server.drain()
  const user = await aUser(server)
  const before = await get('health')
  expect(before.facts).toEqual({ waiting: expect.any(Number), oldestAt: server.clock.now().toISOString() })
  expect(before.facts.waiting).toBeGreaterThan(0)
  expect(before.mail.transport).toBe('Mail is kept in the development inbox: http://localhost:3000/dev/mail')
  await server.drain()
  await server.request('POST', '/api/auth/forget-password', { body: { email: user.email } })
  await aDeadJob('mail:send')
  const now = await get('health')
  expect(now.facts).toEqual({ waiting: 0, oldestAt: null })
  expect(now.queue).toEqual({ waiting: 1, due: 1, oldestDueAt: server.clock.now().toISOString(), dead: 1 })
  expect(now.mail).toMatchObject({ waiting: 1, dead: 1, lastError: 'Error: no answer' })
})

test('health names the versions of program, schema and database, and the size of the database', async () => {
  const { versions, storage } = await get('health')
  expect(versions).toEqual({
    program: VERSION,
    webBuild: null,
    schema: Object.keys(migrationTexts()).at(-1),
    database: expect.stringMatching(/^\d+\.\d+$/),
  })
  const isEmbedded = database.mode === 'embedded'
  expect(storage).toEqual({ isEmbedded, databaseBytes: expect.any(Number), freeBytes: isEmbedded ? storage.freeBytes : null })
  expect(storage.databaseBytes).toBeGreaterThan(1_000_000)
})

test('health lists the failing endpoints, the longest failing first', async () => {
  const merchant = await aMerchant(server)
  const body = { url: 'https://example.com/hook', format: 'raw', secret: 'a secret of the tests', events: ['order.paid'] }
  const { id } = (await merchant.request('POST', '/v1/webhooks/endpoints', { body })).json
  expect((await get('health')).webhooks.failing).toEqual([])
  const since = server.clock.now()
  const failing = { failing_since: since, failed_in_a_row: 4 }
  await database.transaction((tx) => tx.updateTable('webhook_endpoints').set(failing).where('id', '=', id).execute())
  expect((await get('health')).webhooks.failing).toEqual([
    {
      id,
      organizationId: merchant.organizationId,
      organizationName: expect.any(String),
      organizationSlug: expect.any(String),
      url: body.url,
      isEnabled: true,
      failures: 4,
      failingSince: since.toISOString(),
      lastFailedAt: null,
    },
  ])
})

test('organizations are searched, sorted and paged, with their number of members', async () => {
  const { id, owner, slug } = await anOrganization(server)
  await aMember(server, id, 'member')
  const found = await get('list-organizations', { searchValue: slug.toUpperCase() })
  expect(found).toMatchObject({ total: 1, organizations: [{ id, slug, metadata: null, memberCount: 2 }] })
  expect(await get('list-organizations', { searchValue: '%' })).toEqual({ total: 0, organizations: [] })
  const all = await get('list-organizations', { sortBy: 'slug', limit: '100' })
  const second = await get('list-organizations', { sortBy: 'slug', limit: '1', offset: '1' })
  expect(second).toEqual({ total: all.total, organizations: [all.organizations[1]] })
  const answer = await get('get-organization', { organizationId: id })
  expect(answer).toMatchObject({ id, memberCount: 2, pendingInvitationCount: 0, teamCount: expect.any(Number) })
  expect(answer.members).toContainEqual(expect.objectContaining({ userId: owner.id, role: 'owner' }))
  expect(answer.members).toHaveLength(2)
})

test('an unknown organization is not found', async () => {
  const answer = await administrator.request('GET', `/api/auth/admin/get-organization?organizationId=${UNKNOWN}`)
  expect([answer.status, answer.json.message]).toEqual([404, 'Organization not found'])
})

test('dead jobs are listed without their payloads, and retried by id, by kind, or all', async () => {
  const [one, two, three] = [await aDeadJob('payments:query'), await aDeadJob('webhooks:deliver'), await aDeadJob('webhooks:deliver')]
  const dead = async (query = {}) => (await get('list-jobs', query)).jobs.map((job: { id: string }) => job.id)
  expect(await dead()).toEqual(expect.arrayContaining([one, two, three]))
  expect((await dead({ kind: 'webhooks:deliver' })).toSorted()).toEqual([two, three].toSorted())
  expect(JSON.stringify(await get('list-jobs'))).not.toContain('of the job')
  const post = (body: object) => administrator.request('POST', '/api/auth/admin/retry-job', { body })
  expect((await post({ jobId: one })).json).toEqual({ retried: 1 })
  const again = await post({ jobId: one })
  expect([again.status, again.json.message]).toEqual([404, 'Job not found'])
  expect(await dead()).not.toContain(one)
  expect((await get('list-jobs', { state: 'waiting', kind: 'payments:query' })).jobs).toMatchObject([
    { id: one, deadAt: null, attempts: 0 },
  ])
  expect((await post({ kind: 'webhooks:deliver' })).json).toEqual({ retried: 2 })
  const four = await aDeadJob('webhooks:deliver')
  const refused = [{}, { every: true }, { all: false }, { all: true, kind: 'webhooks:deliver' }, { jobId: four, kind: 'webhooks:deliver' }]
  const refusals: unknown[] = []
  for (const body of refused) {
    const { status, json } = await post(body)
    refusals.push([status, json.errors?.map(({ path }: { path: string }) => path)])
  }
  expect(refusals).toEqual(['jobId', 'jobId', 'all', 'all', 'kind'].map((path) => [400, [path]]))
  expect(await dead()).toContain(four)
  expect((await post({ all: true })).json.retried).toBeGreaterThanOrEqual(1)
  expect(await dead()).toEqual([])
  const { entries } = await get('list-audit-entries', { action: 'job.retried' })
  expect(entries).toHaveLength(3)
  const entryOfOne = entries.find((entry: { target: unknown }) => entry.target !== null)
  expect(entryOfOne).toMatchObject({ actor: { id: administrator.id }, target: { type: 'job', id: one } })
})

test('events are listed by name, organization and state, page by page', async () => {
  const { id } = await anOrganization(server)
  const created = await get('list-facts', { organizationId: id, name: 'organization.created' })
  expect(created.facts).toMatchObject([{ organizationId: id, resourceId: id, payload: { id }, relayedAt: null }])
  await server.drain()
  expect((await get('list-facts', { organizationId: id, state: 'waiting' })).facts).toEqual([])
  const seen: string[] = []
  let before: string | null = null
  do {
    const page: { facts: { id: string }[]; nextBefore: string | null } = await get('list-facts', { limit: '5', ...(before && { before }) })
    seen.push(...page.facts.map((event) => event.id))
    before = page.nextBefore
  } while (before !== null)
  const stored = await database.db.selectFrom('domain_events').select('id').execute()
  expect([seen.length, new Set(seen)]).toEqual([stored.length, new Set(stored.map((event) => event.id))])
})

test('a sealed payload of an event is not shown', async () => {
  const now = server.clock.now()
  const payload = JSON.stringify({ sealed: server.platform.secrets.seal('fact', '{}') })
  const id = newId(now)
  await database.transaction((tx) =>
    sql`
      insert into domain_events (id, name, audience, resource_id, payload, happened_at)
      values (${id}, 'checkout.created', 'merchant', ${id}, ${payload}::jsonb, ${now})`.execute(tx),
  )
  expect((await get('list-facts', { resourceId: id })).facts).toMatchObject([{ id, payload: null }])
})

test('every email is previewed from its sample, as HTML and as text', async () => {
  const { emails: listed } = await get('list-emails')
  expect(listed.map(({ name }: { name: string }) => name).toSorted()).toEqual(
    Object.values(emails)
      .map(({ name }) => name)
      .toSorted(),
  )
  const localesOf = new Map<string, string[]>(listed.map(({ name, locales }: { name: string; locales: string[] }) => [name, locales]))
  expect([localesOf.get('receipt'), localesOf.get('verification')]).toEqual([buyerLanguages, offeredLanguages])
  for (const locale of buyerLanguages) {
    const { emails: inList } = await get('list-emails', { locale })
    const names = [...localesOf].flatMap(([name, locales]) => (locales.includes(locale) ? [name] : []))
    expect(inList.map(({ name }: { name: string }) => name)).toEqual(names)
    for (const { name, subject } of inList) {
      const email = await get('get-email', { name, locale })
      const html = expect.stringContaining(`<html lang="${locale}"`)
      expect(email).toMatchObject({ name, locale, subject, html, text: expect.stringMatching(/.{20}/s) })
    }
  }
})

test.each([{ name: 'unknown-email' }, { name: 'receipt', locale: 'tlh' }, { name: 'constructor' }])(
  'an unknown email or locale %j is not found',
  async (query) => {
    const answer = await administrator.request('GET', `/api/auth/admin/get-email?${new URLSearchParams(query as Record<string, string>)}`)
    expect([answer.status, answer.json.message]).toEqual([404, 'E-mail not found'])
  },
)
