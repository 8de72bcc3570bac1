// The error page to which a browser is redirected when a link fails.
import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { composition } from '#server/app.ts'
import { aUser, PASSWORD, type TestUser } from '#test/support/a-user.ts'
import { ownDatabase } from '#test/support/database.ts'
import { linkTo } from '#test/support/emails.ts'
import { testServer } from '#test/support/server.ts'

const PROVIDER = { GITHUB_CLIENT_ID: 'a client', GITHUB_CLIENT_SECRET: 'its secret' }
const server = await testServer({ database: await ownDatabase(), settings: { DELETE_USER_VERIFICATION: 'true', ...PROVIDER } })
afterAll(() => server.close())

const ERROR = '/api/auth/error'

test.each([
  ['?error=%3Cscript%3Ealert(1)%3C/script%3E', '&lt;script&gt;alert(1)&lt;/script&gt;'],
  ['?error=%22%20onmouseover=%22x', '&quot; onmouseover=&quot;x'],
  ["?error='%26lt;", '&#39;&amp;lt;'],
  ['?error=%3C!--', '&lt;!--'],
  ['?error=a%0D%0ASet-Cookie:%20b=c', 'a\r\nSet-Cookie: b=c'],
  ['?error=state_not_found&error=another', 'state_not_found'],
  ['', 'Unknown'],
  ['?error=', 'Unknown'],
  ['?error', 'Unknown'],
  ['?code=x', 'Unknown'],
  [`?error=${'x'.repeat(5000)}`, 'x'.repeat(200)],
])('the error page escapes the query %s', async (query, escaped) => {
  const answer = await server.request('GET', `${ERROR}${query}`)
  expect([answer.status, answer.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
  expect(answer.text).toContain(`<code>${escaped}</code>`)
  expect(answer.text).not.toMatch(/<script|<!--|onmouseover="/)
  expect([answer.cookies.size, answer.headers['x-content-type-options'], answer.headers['cache-control']]).toEqual([
    0,
    'nosniff',
    'no-store',
  ])
})

test.each(['error=a%00b', 'error[x]=y', '__proto__=1', 'error=%ED%A0%80'])(
  'a browser gets the error page for the query %s',
  async (query) => {
    const answer = await server.request('GET', `${ERROR}?${query}`)
    expect([answer.status, answer.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
  },
)

test('the error page allows no script, no framing and only its own style, and links to the start page', async () => {
  const { text, headers } = await server.request('GET', ERROR)
  const [, style = ''] = /<style>([^<]*)<\/style>/.exec(text) ?? []
  const digest = createHash('sha256').update(style).digest('base64')
  const policy = `default-src 'none'; style-src 'sha256-${digest}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`
  expect(headers['content-security-policy']).toBe(policy)
  expect(text).toContain('<a href="/">')
})

const failed = `${ERROR}?error=internal_server_error`
const { db } = server.platform.database

/** A mailed link of each kind and a provider callback of a user, with the headers of their browser. */
async function linksOf(user: TestUser) {
  const { email } = user
  await server.request('POST', '/api/auth/send-verification-email', { body: { email } })
  await server.request('POST', '/api/auth/forget-password', { body: { email } })
  await user.request('POST', '/api/auth/delete-user', { body: { password: PASSWORD } })
  const links: string[] = []
  for (const kind of ['verification', 'reset-password', 'delete-account']) links.push(await linkTo(server, email, kind))
  const { json, cookies } = await user.request('POST', '/api/auth/sign-in/social', { body: { provider: 'github' } })
  const { state } = Object.fromEntries(new URL(json.url).searchParams)
  links.push(`/api/auth/callback/github?code=given&state=${state}`)
  const cookie = [user.cookie, ...[...cookies.values()].map((line) => line.split(';', 1)[0])].join('; ')
  return { links, headers: { cookie, accept: 'text/html' } }
}

test('a link that a browser opens while the disk is full shows a page that reports it, and works afterwards', async () => {
  const { links, headers } = await linksOf(await aUser(server))
  await sql`create function no_room() returns trigger language plpgsql as 'begin raise exception using errcode = 53100; end'`.execute(db)
  const tables = ['users', 'verifications', 'sessions', 'accounts'].map((name) => sql.table(name))
  for (const table of tables)
    await sql`create trigger no_room before insert or update or delete on ${table} execute function no_room()`.execute(db)
  const outcomes: unknown[] = []
  for (const link of links) {
    const { status, headers: received, text } = await server.request('GET', link, { headers })
    outcomes.push([status, received['retry-after'], received['content-type'], text.includes('the disk is full. Try again later.')])
  }
  for (const table of tables) await sql`drop trigger no_room on ${table}`.execute(db)
  const full = [507, '30', 'text/html; charset=utf-8', true]
  // The reset link redirects to a page and writes nothing.
  expect(outcomes).toEqual([full, [302, undefined, undefined, false], full, full])
  const [verification = '', , deletion = ''] = links
  for (const link of [verification, deletion]) {
    const { status, headers: received } = await server.request('GET', link, { headers })
    expect([status, String(received['location']).includes('error')]).toEqual([302, false])
  }
})

test('every link that a browser opens while the server fails redirects to the error page', async () => {
  const { links: ofUser, headers } = await linksOf(await aUser(server))
  const links = [...ofUser, ...['discord', 'github'].map((provider) => `/v1/linked-accounts/${provider}/callback?code=given&state=given`)]
  await sql`alter table verifications rename to verifications_gone`.execute(db)
  // A POST is only redirected, without the database.
  const navigated = composition.routes.filter(({ isNavigated, method }) => isNavigated && method === 'GET').map(({ path }) => path)
  const opened = navigated.map((path) => links.find((link) => link.startsWith(path.replace(/\{.*$/, ''))))
  expect(opened).not.toContain(undefined)
  for (const link of opened) {
    const answer = await server.request('GET', link ?? '', { headers })
    const location = `${server.settings.BASE_URL}${failed}`
    expect([link, answer.status, answer.headers['location'], answer.text]).toEqual([link, 302, location, ''])
  }
  expect((await server.request('GET', failed)).text).toContain('<code>internal_server_error</code>')
})

test('a JSON answer does not expose the cause of a failure', async () => {
  const answer = await server.request('POST', '/api/auth/forget-password', { body: { email: (await aUser(server)).email } })
  expect(answer.text).not.toMatch(/verifications|relation|select|insert/)
})
