import { afterAll, describe, expect, test } from 'vitest'
import { countThings, OURS, smallServer, THEIRS } from '#test/support/small-server.ts'

const server = await smallServer({ TRUSTED_ORIGINS: 'https://app.test,*.wild.test' })
const { app, answers, logLines } = server
afterAll(server.stop)

const asJson = { 'content-type': 'application/json' }
const token = { authorization: 'Bearer oat:products:write' }
const good = { name: 'Thing', count: 1 }

describe('an answer', () => {
  test('contains the fields of its schema and nothing more, with a plain content type and the request id', async () => {
    const answer = await app.inject({ method: 'POST', url: '/api/auth/things', payload: { ...good, secret: 1 } })
    expect([answer.statusCode, answer.body]).toEqual([200, '{"name":"Thing","count":1}'])
    expect(answer.headers).toMatchObject({
      'content-type': 'application/json',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    })
    expect(answer.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/)
    expect(logLines.join()).toContain(String(answer.headers['x-request-id']))
  })

  test('that breaks its schema is a 500 with the request id, and its cause is only in the log', async () => {
    const answer = await app.inject({ url: `/v1/things/${OURS}?fault=leak`, headers: token })
    expect(answer.json()).toEqual({
      error: 'InternalServerError',
      detail: 'Internal Server Error',
      request_id: answer.headers['x-request-id'],
    })
    expect(logLines.at(-1)).toContain('is not what it declares')
  })

  test('counts its round trips to the database: a transaction of one statement is two', async () => {
    await app.inject({ method: 'POST', url: '/v1/things/', headers: token, payload: good })
    expect(answers.at(-1)).toMatchObject({ name: 'things:create', status: 201, roundTrips: 2 })
    await app.inject({ url: `/v1/things/${OURS}`, headers: token })
    expect(answers.at(-1)).toMatchObject({ name: 'things:get', status: 200, roundTrips: 1 })
  })

  test('to a read is 304 when its ETag is known', async () => {
    const first = await app.inject({ url: `/v1/things/${OURS}`, headers: token })
    const again = await app.inject({ url: `/v1/things/${OURS}`, headers: { ...token, 'if-none-match': String(first.headers['etag']) } })
    expect([again.statusCode, again.body]).toEqual([304, ''])
  })

  test('is the same with and without the trailing slash', async () => {
    for (const url of ['/v1/things', '/v1/things/']) {
      expect((await app.inject({ method: 'POST', url, headers: token, payload: good })).statusCode).toBe(201)
    }
  })
})

describe('a refusal', () => {
  test('rolls back what its transaction did', async () => {
    const answer = await app.inject({ method: 'POST', url: '/v1/things/', headers: token, payload: { ...good, name: 'closed thing' } })
    expect([answer.statusCode, answer.json()]).toEqual([403, { error: 'NotOpenThing', detail: 'The thing is not open.' }])
    expect(await countThings('closed thing')).toBe(0)
  })

  test('of /api/auth contains the code of its sentence, and the status name as reason phrase', async () => {
    const answer = await app.inject({ method: 'POST', url: '/api/auth/things', payload: { ...good, name: 'taken' } })
    expect([answer.statusCode, answer.statusMessage, answer.json()]).toEqual([
      422,
      'UNPROCESSABLE_ENTITY',
      { code: 'THIS_NAME_IS_TAKEN', message: 'This name is taken' },
    ])
  })

  test('for an unexpected error does not contain its cause', async () => {
    const answer = await app.inject({ method: 'POST', url: '/v1/things/', headers: token, payload: { ...good, name: 'broken' } })
    expect(answer.statusCode).toBe(500)
    expect(answer.body).not.toContain('secret cause')
    expect(logLines.at(-1)).toContain('secret cause')
  })

  test('for an unavailable database contains a Retry-After header', async () => {
    const answer = await app.inject({ url: `/v1/things/${OURS}?fault=down`, headers: token })
    expect([answer.statusCode, answer.json().error, answer.headers['retry-after']]).toEqual([503, 'ServiceUnavailable', '2'])
  })
})

test('an unexpected failure of a navigation redirects to the error page', async () => {
  const answer = await app.inject('/api/auth/go/broken')
  expect([answer.statusCode, answer.headers['location']]).toEqual([
    302,
    expect.stringMatching(/^http:\/\/[^/]+\/api\/auth\/error\?error=internal_server_error$/),
  ])
  expect(logLines.at(-1)).toContain('A request failed.')
})

test.each<[state: string, status: number, wait: string | undefined, code: string, sentence: string]>([
  ['57P03', 503, '2', 'service_unavailable', 'The server cannot answer just now. Try again.'],
  ['53100', 507, '30', 'insufficient_storage', 'Nothing can be written just now: the disk is full. Try again later.'],
  ['23503', 404, undefined, 'not_found', 'Not found'],
])(
  'the database error %s is shown to a navigating browser as a page and to programs as JSON',
  async (state, status, wait, code, sentence) => {
    const url = `/api/auth/go/${state}`
    const page = await app.inject({ url, headers: { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' } })
    expect([page.statusCode, page.headers['retry-after'], page.headers['content-type']]).toEqual([status, wait, 'text/html; charset=utf-8'])
    expect(page.body).toContain(`<code>${code}</code></p><p>${sentence}</p><p><a href="">Try again</a></p>`)
    expect([page.headers['cache-control'], page.headers['content-security-policy']]).toEqual([
      'no-store',
      expect.stringMatching(/^default-src 'none'/),
    ])
    const json = await app.inject(url)
    expect([json.statusCode, json.headers['retry-after'], json.json()]).toMatchObject([
      status,
      wait,
      { code: code.toUpperCase(), message: sentence },
    ])
  },
)

describe('the order of checks', () => {
  test('on /api/auth an invalid body without a session is 400, a valid one 401 with an empty body of JSON type', async () => {
    const bad = await app.inject({ method: 'POST', url: '/api/auth/mine', payload: {} })
    expect([bad.statusCode, bad.statusMessage, bad.json()]).toEqual([
      400,
      '400',
      { code: 'VALIDATION_ERROR', message: 'Invalid body parameters', errors: [{ path: 'name', message: 'Required' }] },
    ])
    const anonymous = await app.inject({ method: 'POST', url: '/api/auth/mine', payload: { name: 'x' } })
    expect([anonymous.statusCode, anonymous.statusMessage, anonymous.body, anonymous.headers['content-type']]).toEqual([
      401,
      'UNAUTHORIZED',
      '',
      'application/json',
    ])
  })

  test('on /v1 an anonymous caller is 401 with any body', async () => {
    const anonymous = await app.inject({ method: 'POST', url: '/v1/things/', headers: asJson, payload: '{' })
    expect([anonymous.statusCode, anonymous.json().error, anonymous.headers['www-authenticate']]).toEqual([
      401,
      'Unauthorized',
      'Bearer realm="guildhall"',
    ])
    const known = await app.inject({ method: 'POST', url: '/v1/things/', headers: { ...asJson, ...token }, payload: '{' })
    expect([known.statusCode, known.json().error]).toEqual([422, 'RequestValidationError'])
  })

  test('a foreign origin is refused before an invalid body', async () => {
    const headers = { ...asJson, cookie: 'a=b', origin: 'https://evil.test' }
    const answer = await app.inject({ method: 'POST', url: '/api/auth/mine', headers, payload: '{' })
    expect([answer.statusCode, answer.json()]).toEqual([403, { code: 'INVALID_ORIGIN', message: 'Invalid origin' }])
  })
})

describe('callers of /v1', () => {
  test.each([
    ['a revoked token', { authorization: 'Bearer oat:revoked' }, 401, 'invalid_token'],
    ['a token of an unknown kind', { authorization: 'Bearer what' }, 401, 'invalid_token'],
    ['an unknown token beside a right cookie', { authorization: 'Bearer what', cookie: 'session=ada' }, 401, 'invalid_token'],
    ['a token without the scope', { authorization: 'Bearer oat:orders:read' }, 403, 'insufficient_scope'],
  ])('%s is refused', async (_, headers, status, error) => {
    const answer = await app.inject({ url: `/v1/things/${OURS}`, headers })
    expect([answer.statusCode, answer.json().error]).toEqual([status, error])
  })

  test('the tenant scope of a token is its organization, that of a user the organizations where they hold the scope', async () => {
    const tenants = async (headers: Record<string, string>) => (await app.inject({ url: `/v1/things/${OURS}`, headers })).json().tenants
    expect(await tenants({ authorization: 'Bearer oat:products:read' })).toEqual([OURS])
    expect(await tenants({ cookie: 'session=ada' })).toEqual([OURS, THEIRS])
    expect(await tenants({ authorization: 'Bearer ada' })).toEqual([OURS, THEIRS])
  })

  test('a token must not name the organization of a new resource', async () => {
    const answer = await app.inject({ method: 'POST', url: '/v1/things/', headers: token, payload: { ...good, organization_id: OURS } })
    expect([answer.statusCode, answer.json().detail[0].loc]).toEqual([422, ['body', 'organization_id']])
  })
})

describe('paths', () => {
  test('an unknown path and a wrong method are 404: empty on /api/auth, with an error on /v1', async () => {
    for (const [method, url] of [
      ['GET', '/api/auth/nothing'],
      ['GET', '/api/auth/things'],
      ['OPTIONS', '/api/auth/things'],
    ] as const) {
      const answer = await app.inject({ method, url })
      expect([answer.statusCode, answer.body]).toEqual([404, ''])
    }
    const answer = await app.inject({ method: 'DELETE', url: '/v1/things/' })
    expect([answer.statusCode, answer.json()]).toEqual([404, { error: 'ResourceNotFound', detail: 'Not found' }])
  })

  test('HEAD never uses a link, and reads like GET on /v1', async () => {
    expect((await app.inject({ method: 'HEAD', url: '/api/auth/go/head-link' })).statusCode).toBe(404)
    expect(await countThings('head-link')).toBe(0)
    const head = await app.inject({ method: 'HEAD', url: `/v1/things/${OURS}`, headers: token })
    expect([head.statusCode, head.body]).toEqual([200, ''])
  })

  test('without pages every other path is not found', async () => {
    expect((await app.inject({ url: '/dashboard', headers: { accept: 'text/html' } })).statusCode).toBe(404)
  })
})
