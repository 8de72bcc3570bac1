import { afterAll, describe, expect, test } from 'vitest'
import { smallServer } from '#test/support/small-server.ts'
import { errorPage } from './error-page.ts'

const gauges = async () => [{ name: 'jobs_waiting', help: 'Jobs that are due.', values: [{ labels: { kind: 'mail' }, value: 3 }] }]
const server = await smallServer({ METRICS_TOKEN: 'let-me-read' }, { gauges })
const { app } = server
afterAll(server.stop)

test('/healthz answers without the database and /readyz with it', async () => {
  const alive = await app.inject('/healthz')
  expect([alive.statusCode, alive.json(), server.answers.at(-1)?.roundTrips]).toEqual([200, { status: 'ok' }, 0])
  expect((await app.inject('/readyz')).json()).toEqual({ status: 'ready' })
  await app.inject('/readyz')
  expect((await app.inject({ method: 'HEAD', url: '/healthz' })).statusCode).toBe(200)
})

test('the server is not ready while the database does not answer or is not migrated', async () => {
  const other = await smallServer()
  const { database } = other.platform
  const broken = { ...database, ping: () => Promise.reject(new Error('gone')) }
  Object.assign(other.platform, { database: { ...database, pendingMigrations: async () => ['0009_more'] } })
  expect((await other.app.inject('/readyz')).json()).toEqual({ error: 'ServiceUnavailable', detail: 'The database is not migrated.' })
  Object.assign(other.platform, { database: broken })
  const answer = await other.app.inject('/readyz')
  expect([answer.statusCode, answer.headers['retry-after'], answer.json().detail]).toEqual([503, '2', 'The database does not answer.'])
  Object.assign(other.platform, { database })
  await other.stop()
})

describe('/metrics', () => {
  const read = (token: string) => app.inject({ url: '/metrics', headers: { authorization: `Bearer ${token}` } })

  test('is found only with its token', async () => {
    expect((await app.inject('/metrics')).statusCode).toBe(404)
    expect((await read('wrong')).statusCode).toBe(404)
    const without = await smallServer()
    expect((await without.app.inject({ url: '/metrics', headers: { authorization: 'Bearer undefined' } })).statusCode).toBe(404)
    await without.stop()
  })

  test('counts answers and round trips by route and shows the gauges of other modules', async () => {
    await app.inject('/api/auth/ok')
    const { body } = await read('let-me-read')
    expect(body).toMatch(/guildhall_http_requests_total\{route="auth:ok",method="GET",status="200"\} \d+/)
    expect(body).toContain('guildhall_http_request_duration_seconds_count{route="auth:ok"}')
    expect(body).toContain('guildhall_database_messages_total{route="readyz"}')
    expect(body).toContain('guildhall_jobs_waiting{kind="mail"} 3')
    expect(body).toContain('nodejs_eventloop_lag_seconds')
    expect((await read('let-me-read')).statusCode).toBe(200)
  })
})

test('/api/auth/ok answers ok', async () => {
  expect((await app.inject('/api/auth/ok')).json()).toEqual({ ok: true })
})

describe('the error page', () => {
  test('shows the code as text, with a link back and without scripts', async () => {
    const answer = await app.inject('/api/auth/error?error=<script>alert(1)</script>"\'&error=second')
    expect(answer.headers['content-type']).toBe('text/html; charset=utf-8')
    expect(answer.headers['content-security-policy']).toMatch(/^default-src 'none'; style-src 'sha256-[^']+'; base-uri 'none'/)
    expect(answer.body).toContain('&lt;script&gt;alert(1)&lt;/script&gt;&quot;&#39;')
    expect(answer.body).toContain('<a href="/error?error=%3Cscript%3Ealert(1)%3C%2Fscript%3E%22&#39;">')
    expect(answer.body).toContain('<a href="/">')
    expect(answer.body).not.toContain('<script')
  })

  test('shows Unknown without a code', async () => {
    expect((await app.inject('/api/auth/error')).body).toBe(errorPage('Unknown'))
    expect((await app.inject('/api/auth/error?error=')).body).toBe(errorPage('Unknown'))
  })
})

test('the well-known paths for changing a password and for security.txt answer', async () => {
  const change = await app.inject('/.well-known/change-password')
  expect([change.statusCode, change.headers['location']]).toEqual([302, '/account/security'])
  const { body } = await app.inject('/.well-known/security.txt')
  expect(body).toContain('Contact: mailto:guildhall@localhost\nExpires: 2027-03-12T14:20:00.000Z\n')
})
