import { afterAll, describe, expect, test } from 'vitest'
import { OURS, smallServer } from '#test/support/small-server.ts'

const server = await smallServer({ TRUSTED_ORIGINS: 'https://app.test,*.wild.test' })
const { app } = server
afterAll(server.stop)

const good = { name: 'Thing', count: 1 }
const post = (url: string, headers: Record<string, string>, payload: object = good) => app.inject({ method: 'POST', url, headers, payload })

describe('an origin', () => {
  const cookie = 'a=b'

  test.each([
    ['our own origin', { cookie, origin: 'http://localhost:3000' }, 200],
    ['a trusted origin', { cookie, origin: 'https://app.test' }, 200],
    ['an origin that matches a wildcard', { cookie, origin: 'https://a.wild.test' }, 200],
    ['no origin', { cookie }, 200],
    ['our page as referrer', { cookie, referer: 'http://localhost:3000/sign-in' }, 200],
    ['a foreign origin without cookies', { origin: 'https://evil.test' }, 200],
    ['a foreign origin with a bearer token', { cookie, origin: 'https://evil.test', authorization: 'Bearer ada' }, 200],
    ['a foreign origin', { cookie, origin: 'https://evil.test' }, 403],
    ['null', { cookie, origin: 'null' }, 403],
    ['another port', { cookie, origin: 'http://localhost:3001' }, 403],
    ['another scheme', { cookie, origin: 'https://localhost:3000' }, 403],
    ['a suffix', { cookie, origin: 'https://app.test.evil.test' }, 403],
    ['a foreign referrer', { cookie, referer: 'https://evil.test/x' }, 403],
    ['an unreadable referrer', { cookie, referer: 'x' }, 403],
  ])('%s: %o is answered %d', async (_, headers, status) => {
    expect((await post('/api/auth/things', headers as Record<string, string>)).statusCode).toBe(status)
  })

  test('a method override header is ignored', async () => {
    const headers = { cookie: 'session=ada', 'x-http-method-override': 'POST' }
    expect((await app.inject({ url: '/api/auth/things', headers })).statusCode).toBe(404)
  })

  test.each([
    ['from a foreign page', { 'sec-fetch-site': 'cross-site', origin: 'https://evil.test' }, 403],
    ['from a page that hides its origin', { 'sec-fetch-site': 'cross-site' }, 403],
    ['from a trusted page of another site', { 'sec-fetch-site': 'cross-site', origin: 'https://app.test' }, 200],
    ['from our own page', { 'sec-fetch-site': 'same-origin', origin: 'http://localhost:3000' }, 200],
    ['by a program without browser headers', {}, 200],
    ['by an old browser without cookies', { origin: 'https://evil.test' }, 200],
  ])('a sign-in %s without cookies is answered %3$d', async (_, headers, status) => {
    expect((await post('/api/auth/sign-in/thing', headers as Record<string, string>)).statusCode).toBe(status)
  })

  test.each([
    ['callbackURL', 'Invalid callbackURL'],
    ['redirectTo', 'Invalid redirectURL'],
    ['errorCallbackURL', 'Invalid errorCallbackURL'],
    ['newUserCallbackURL', 'Invalid newUserCallbackURL'],
  ])('%s may not redirect to a foreign origin, in body or query', async (field, message) => {
    const inBody = await post('/api/auth/things', {}, { [field]: 'https://evil.test' })
    const inQuery = await post(`/api/auth/things?${field}=/ok&${field}=//evil.test`, {})
    for (const answer of [inBody, inQuery]) expect([answer.statusCode, answer.json().message]).toEqual([403, message])
  })

  test('a link may not redirect to a foreign origin', async () => {
    const away = await app.inject({ url: '/api/auth/go/x?callbackURL=http://localhost:3000.evil.test' })
    expect([away.statusCode, away.json().code]).toEqual([403, 'INVALID_CALLBACKURL'])
    const home = await app.inject({ url: '/api/auth/go/x?callbackURL=/welcome' })
    expect([home.statusCode, home.headers['location']]).toEqual([302, '/welcome'])
  })
})

describe('a cookie on /v1', () => {
  const cookie = 'session=ada'

  test('passes the origin check on every method that writes', async () => {
    expect((await post('/v1/things/', { cookie, origin: 'https://app.test' })).statusCode).toBe(201)
    const foreign = await post('/v1/things/', { cookie, origin: 'https://evil.test' })
    expect([foreign.statusCode, foreign.json()]).toEqual([403, { error: 'NotPermitted', detail: 'Invalid origin' }])
  })

  test('requires JSON, so that no HTML form can send it', async () => {
    const answer = await app.inject({
      method: 'POST',
      url: '/v1/things/',
      headers: { cookie, 'content-type': 'text/plain' },
      payload: '{}',
    })
    expect(answer.statusCode).toBe(415)
  })
})

describe('CORS', () => {
  const allowed = (headers: Record<string, unknown>) => [
    headers['access-control-allow-origin'],
    headers['access-control-allow-credentials'],
  ]
  const preflight = (url: string, origin: string) =>
    app.inject({ method: 'OPTIONS', url, headers: { origin, 'access-control-request-method': 'POST' } })

  test('exact trusted origins get credentials and a preflight on both APIs', async () => {
    for (const url of ['/api/auth/things', '/v1/things/']) {
      const answer = await preflight(url, 'https://app.test')
      expect([answer.statusCode, ...allowed(answer.headers)]).toEqual([204, 'https://app.test', 'true'])
    }
    const answer = await post('/api/auth/things', { origin: 'https://app.test' })
    expect([...allowed(answer.headers), answer.headers['vary']]).toEqual(['https://app.test', 'true', 'Origin'])
  })

  test.each(['https://a.wild.test', 'https://evil.test', 'null'])('%s gets no CORS headers on /api/auth', async (origin) => {
    const answer = await preflight('/api/auth/things', origin)
    expect([answer.statusCode, ...allowed(answer.headers)]).toEqual([404, undefined, undefined])
    expect(allowed((await post('/api/auth/things', { origin })).headers)).toEqual([undefined, undefined])
  })

  test('/v1 is open to every origin with a token and without a cookie', async () => {
    const origin = 'https://anybody.test'
    const answer = await preflight('/v1/things/', origin)
    expect([answer.statusCode, ...allowed(answer.headers)]).toEqual([204, '*', undefined])
    const url = `/v1/things/${OURS}`
    const withToken = await app.inject({ url, headers: { origin, authorization: 'Bearer oat:products:read' } })
    const withCookie = await app.inject({ url, headers: { origin, cookie: 'session=ada' } })
    const withNothing = await app.inject({ url, headers: { origin } })
    expect([withToken, withCookie, withNothing].map((answer) => answer.headers['access-control-allow-origin'])).toEqual([
      '*',
      undefined,
      undefined,
    ])
  })
})

describe('limits', () => {
  test('sign-in takes three requests in ten seconds by network and route, with any spelling of the path', async () => {
    const limited = await smallServer({ RATE_LIMIT_ENABLED: 'true', TRUST_PROXY: 'loopback' })
    const send = (url: string, client: string) => limited.app.inject({ method: 'POST', url, headers: { 'x-forwarded-for': client } })
    const urls = ['/api/auth/sign-in/thing', '/api/auth/sign-in/thing/', '/api/auth/%73ign-in/thing', '/api/auth/sign-in/thing?x=1']
    const answers = [] as Awaited<ReturnType<typeof send>>[]
    for (const [index, url] of urls.entries()) answers.push(await send(url, `198.51.100.${index}`))
    expect(answers.map((answer) => answer.statusCode)).toEqual([200, 200, 200, 429])
    const last = answers[3]
    expect(last?.json()).toEqual({ message: 'Too many requests. Please try again later.' })
    expect(last?.headers).toMatchObject({ 'retry-after': '10', 'x-retry-after': '10', 'content-type': 'text/plain;charset=UTF-8' })
    expect((await send(urls[0] ?? '', '203.0.113.1')).statusCode).toBe(200)
    limited.clock.advance(10)
    expect((await send(urls[0] ?? '', '198.51.100.9')).statusCode).toBe(200)
    await limited.stop()
  })

  test('/v1 answers with the limit of the caller, and with 429 in its own error shape', async () => {
    const limited = await smallServer({ RATE_LIMIT_ENABLED: 'true' })
    const send = () => limited.app.inject({ url: `/v1/things/${OURS}`, headers: { authorization: 'Bearer oat:products:read' } })
    const first = await send()
    expect(first.headers).toMatchObject({ 'ratelimit-limit': '500', 'ratelimit-policy': '500;w=10' })
    for (let count = 1; count < 500; count += 1) await send()
    const last = await send()
    expect([last.statusCode, last.json().error, last.headers['retry-after'], last.headers['ratelimit-remaining']]).toEqual([
      429,
      'TooManyRequests',
      '10',
      '0',
    ])
    await limited.stop()
  })
  test('pages, files and pictures are counted by network, with a limit that a page of a hundred pictures does not meet', async () => {
    const limited = await smallServer({ RATE_LIMIT_ENABLED: 'true', TRUST_PROXY: 'loopback' })
    const send = (client: string, url = '/anything', accept = '*/*') =>
      limited.app.inject({ url, headers: { 'x-forwarded-for': client, accept } })
    for (let count = 0; count < 5000; count += 1) expect((await send('198.51.100.7')).statusCode).not.toBe(429)
    const last = await send('198.51.100.8', '/-/assets/main.js')
    expect([last.statusCode, last.json().error, Number(last.headers['retry-after']) > 0]).toEqual([429, 'TooManyRequests', true])
    const page = await send('198.51.100.7', '/', 'text/html')
    expect([page.statusCode, page.headers['content-type']]).toEqual([429, 'text/html; charset=utf-8'])
    expect((await send('203.0.113.7')).statusCode).not.toBe(429)
    expect((await send('198.51.100.7', '/healthz')).statusCode).toBe(200)
    limited.clock.advance(10)
    expect((await send('198.51.100.7')).statusCode).not.toBe(429)
    await limited.stop()
  })

  test('health checks have a limit of their own, which steady checks never meet and which does not apply to the same host', async () => {
    const limited = await smallServer({ RATE_LIMIT_ENABLED: 'true' })
    const check = async (remoteAddress: string) => (await limited.app.inject({ url: '/healthz', remoteAddress })).statusCode
    for (let count = 0; count < 1500; count += 1) {
      limited.clock.advance(0.1)
      if ((await check('10.0.0.5')) !== 200) expect.fail(`check ${count} was refused`)
    }
    limited.clock.advance(10)
    const statuses = new Set<number>()
    for (let count = 0; count < 1001; count += 1) statuses.add(await check('10.0.0.5'))
    expect([...statuses]).toEqual([200, 429])
    for (let count = 0; count < 1001; count += 1) if ((await check('127.0.0.1')) !== 200) expect.fail(`check ${count} was refused`)
    await limited.stop()
  })
})
