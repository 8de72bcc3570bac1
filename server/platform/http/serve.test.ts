import { afterAll, describe, expect, test } from 'vitest'
import { OURS, smallServer, THEIRS, timesMade } from '#test/support/small-server.ts'

const server = await smallServer({ TRUSTED_ORIGINS: 'https://app.test,*.wild.test' })
const { app, answered, lines } = server
afterAll(server.stop)

const asJson = { 'content-type': 'application/json' }
const token = { authorization: 'Bearer oat:products:write' }
const good = { name: 'Thing', count: 1 }

describe('an answer', () => {
  test('holds what its schema promises and nothing more, with a plain type and the request id', async () => {
    const answer = await app.inject({ method: 'POST', url: '/api/auth/things', payload: { ...good, secret: 1 } })
    expect([answer.statusCode, answer.body]).toEqual([200, '{"name":"Thing","count":1}'])
    expect(answer.headers).toMatchObject({
      'content-type': 'application/json',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    })
    expect(answer.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/)
    expect(lines.join()).toContain(String(answer.headers['x-request-id']))
  })

  test('that breaks its schema is a bare 500 with the request id, and its cause is in the log alone', async () => {
    const answer = await app.inject({ url: `/v1/things/${OURS}?fault=leak`, headers: token })
    expect(answer.json()).toEqual({
      error: 'InternalServerError',
      detail: 'Internal Server Error',
      request_id: answer.headers['x-request-id'],
    })
    expect(lines.at(-1)).toContain('is not what it declares')
  })

  test('tells how many messages the database got: one transaction is three', async () => {
    await app.inject({ method: 'POST', url: '/v1/things/', headers: token, payload: good })
    expect(answered.at(-1)).toMatchObject({ name: 'things:create', status: 201, messages: 3 })
    await app.inject({ url: `/v1/things/${OURS}`, headers: token })
    expect(answered.at(-1)).toMatchObject({ name: 'things:get', status: 200, messages: 1 })
  })

  test('to a read is spared when its ETag is known', async () => {
    const first = await app.inject({ url: `/v1/things/${OURS}`, headers: token })
    const again = await app.inject({ url: `/v1/things/${OURS}`, headers: { ...token, 'if-none-match': String(first.headers['etag']) } })
    expect([again.statusCode, again.body]).toEqual([304, ''])
  })

  test('comes with and without the trailing slash', async () => {
    for (const url of ['/v1/things', '/v1/things/']) {
      expect((await app.inject({ method: 'POST', url, headers: token, payload: good })).statusCode).toBe(201)
    }
  })
})

describe('a refusal', () => {
  test('rolls back what its transaction did', async () => {
    const answer = await app.inject({ method: 'POST', url: '/v1/things/', headers: token, payload: { ...good, name: 'closed thing' } })
    expect([answer.statusCode, answer.json()]).toEqual([403, { error: 'NotOpenThing', detail: 'The thing is not open.' }])
    expect(await timesMade('closed thing')).toBe(0)
  })

  test('of /api/auth carries the code of its sentence and the status name as reason phrase', async () => {
    const answer = await app.inject({ method: 'POST', url: '/api/auth/things', payload: { ...good, name: 'taken' } })
    expect([answer.statusCode, answer.statusMessage, answer.json()]).toEqual([
      422,
      'UNPROCESSABLE_ENTITY',
      { code: 'THIS_NAME_IS_TAKEN', message: 'This name is taken' },
    ])
  })

  test('by an unexpected error says nothing of its cause', async () => {
    const answer = await app.inject({ method: 'POST', url: '/v1/things/', headers: token, payload: { ...good, name: 'broken' } })
    expect(answer.statusCode).toBe(500)
    expect(answer.body).not.toContain('secret cause')
    expect(lines.at(-1)).toContain('secret cause')
  })

  test('by a database that does not answer asks to come again', async () => {
    const answer = await app.inject({ url: `/v1/things/${OURS}?fault=down`, headers: token })
    expect([answer.statusCode, answer.json().error, answer.headers['retry-after']]).toEqual([503, 'ServiceUnavailable', '2'])
  })
})

test('a browser that was sent here is led to the error page by an unexpected failure', async () => {
  const answer = await app.inject('/api/auth/go/broken')
  expect([answer.statusCode, answer.headers['location']]).toEqual([
    302,
    expect.stringMatching(/^http:\/\/[^/]+\/api\/auth\/error\?error=internal_server_error$/),
  ])
  expect(lines.at(-1)).toContain('A request failed.')
})

test.each<[state: string, status: number, wait: string | undefined, code: string, sentence: string]>([
  ['57P03', 503, '2', 'service_unavailable', 'The server cannot answer just now. Try again.'],
  ['53100', 507, '30', 'insufficient_storage', 'Nothing can be written just now: the disk is full. Try again later.'],
  ['23503', 404, undefined, 'not_found', 'Not found'],
])(
  'a browser that was sent here is told on a page of what the database calls %s, and programs in JSON',
  async (state, status, wait, code, sentence) => {
    const url = `/api/auth/go/${state}`
    const page = await app.inject({ url, headers: { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' } })
    expect([page.statusCode, page.headers['retry-after'], page.headers['content-type']]).toEqual([status, wait, 'text/html; charset=utf-8'])
    expect(page.body).toContain(`<code>${code}</code></p><p>${sentence}</p><p><a href="">Try again</a></p>`)
    expect([page.headers['cache-control'], page.headers['content-security-policy']]).toEqual([
      'no-store',
      expect.stringMatching(/^default-src 'none'/),
    ])
    const told = await app.inject(url)
    expect([told.statusCode, told.headers['retry-after'], told.json()]).toMatchObject([
      status,
      wait,
      { code: code.toUpperCase(), message: sentence },
    ])
  },
)

describe('the order of checks', () => {
  test('on /api/auth a bad body without a session is 400, a good one 401 with an empty body of JSON type', async () => {
    const bad = await app.inject({ method: 'POST', url: '/api/auth/mine', payload: {} })
    expect([bad.statusCode, bad.statusMessage, bad.json()]).toEqual([
      400,
      '400',
      { code: 'VALIDATION_ERROR', message: 'Invalid body parameters', errors: [{ path: 'name', message: 'Required' }] },
    ])
    const nobody = await app.inject({ method: 'POST', url: '/api/auth/mine', payload: { name: 'x' } })
    expect([nobody.statusCode, nobody.statusMessage, nobody.body, nobody.headers['content-type']]).toEqual([
      401,
      'UNAUTHORIZED',
      '',
      'application/json',
    ])
  })

  test('on /v1 nobody is 401 whatever the body', async () => {
    const nobody = await app.inject({ method: 'POST', url: '/v1/things/', headers: asJson, payload: '{' })
    expect([nobody.statusCode, nobody.json().error, nobody.headers['www-authenticate']]).toEqual([
      401,
      'Unauthorized',
      'Bearer realm="guildhall"',
    ])
    const known = await app.inject({ method: 'POST', url: '/v1/things/', headers: { ...asJson, ...token }, payload: '{' })
    expect([known.statusCode, known.json().error]).toEqual([422, 'RequestValidationError'])
  })

  test('a foreign origin is told before a bad body is', async () => {
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
  ])('%s is turned away', async (_, headers, status, error) => {
    const answer = await app.inject({ url: `/v1/things/${OURS}`, headers })
    expect([answer.statusCode, answer.json().error]).toEqual([status, error])
  })

  test('a token reaches its organization, a person those where the scope is held', async () => {
    const tenants = async (headers: Record<string, string>) => (await app.inject({ url: `/v1/things/${OURS}`, headers })).json().tenants
    expect(await tenants({ authorization: 'Bearer oat:products:read' })).toEqual([OURS])
    expect(await tenants({ cookie: 'session=ada' })).toEqual([OURS, THEIRS])
    expect(await tenants({ authorization: 'Bearer ada' })).toEqual([OURS, THEIRS])
  })

  test('a token must not name the organization that something new belongs to', async () => {
    const answer = await app.inject({ method: 'POST', url: '/v1/things/', headers: token, payload: { ...good, organization_id: OURS } })
    expect([answer.statusCode, answer.json().detail[0].loc]).toEqual([422, ['body', 'organization_id']])
  })
})

describe('paths', () => {
  test('an unknown one and a wrong method are 404: empty on /api/auth, told on /v1', async () => {
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

  test('HEAD never uses a link up, and reads like GET on /v1', async () => {
    expect((await app.inject({ method: 'HEAD', url: '/api/auth/go/head-link' })).statusCode).toBe(404)
    expect(await timesMade('head-link')).toBe(0)
    const head = await app.inject({ method: 'HEAD', url: `/v1/things/${OURS}`, headers: token })
    expect([head.statusCode, head.body]).toEqual([200, ''])
  })

  test('without pages, everything else is not found', async () => {
    expect((await app.inject({ url: '/dashboard', headers: { accept: 'text/html' } })).statusCode).toBe(404)
  })
})
