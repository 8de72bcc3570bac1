import { afterAll, describe, expect, test } from 'vitest'
import { OURS, smallServer } from '#test/support/small-server.ts'

const server = await smallServer()
const { app } = server
afterAll(server.stop)

const token = { authorization: 'Bearer oat:products:write' }
const apis = [
  ['/api/auth/things', 400, {}],
  ['/v1/things/', 422, token],
] as const

describe.each(apis)('a body of %s', (url, status, headers) => {
  const send = (payload: string | Buffer, type = 'application/json') =>
    app.inject({ method: 'POST', url, headers: { ...headers, 'content-type': type }, payload })

  test.each([
    ['broken', '{"name":'],
    ['XML', '<a/>'],
    ['two values', '{} {}'],
    ['nested beyond 64', `{"name":${'['.repeat(65)}${']'.repeat(65)}}`],
    ['nested 10,000 deep', '['.repeat(10_000)],
    ['a NUL', '{"name":"x\\u0000y","count":1}'],
    ['a lone surrogate', '{"name":"x\\ud800","count":1}'],
    ['a raw low surrogate escape', '{"name":"\\ude00x","count":1}'],
    ['a key that names the prototype', '{"__proto__":{"name":"xx"},"name":"xx","count":1}'],
    ['a list', '[]'],
    ['null', 'null'],
    ['a number', '1e999'],
    ['beyond range', '{"name":"xx","count":1e308}'],
    ['nothing at all', ''],
  ])("%s is refused in the API's own error shape", async (_, payload) => {
    const answer = await send(payload)
    expect(answer.statusCode).toBe(status)
    expect(answer.json()).toMatchObject(
      status === 400
        ? { code: 'VALIDATION_ERROR' }
        : { error: 'RequestValidationError', detail: expect.arrayContaining([expect.objectContaining({ msg: expect.any(String) })]) },
    )
  })

  test('bytes that are not UTF-8 are refused and a byte order mark is ignored', async () => {
    expect((await send(Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x7d]))).statusCode).toBe(status)
    expect((await send(`\ufeff{"name":"xx","count":1}`)).statusCode).toBeLessThan(300)
  })

  test('the last of several equal keys wins, and unknown keys are dropped', async () => {
    const answer = await send('{"name":"xx","name":"yy","count":1,"admin":true}')
    expect(answer.json()).toMatchObject({ name: 'yy' })
    expect(answer.body).not.toContain('admin')
  })

  test.each(['text/plain', 'application/xml', 'multipart/form-data; boundary=x', 'application/json; charset=utf-16'])(
    '%s is answered 415',
    async (type) => {
      const answer = await send('{"name":"xx","count":1}', type)
      expect(answer.statusCode).toBe(415)
      expect(Object.keys(answer.json())).toEqual(status === 400 ? ['code', 'message'] : ['error', 'detail'])
    },
  )

  test('a body above the limit of its route is answered 413', async () => {
    const answer = await send(JSON.stringify({ name: 'x'.repeat(64 * 1024), count: 1 }))
    expect(answer.statusCode).toBe(413)
    expect(answer.json()).toMatchObject(status === 400 ? { code: 'THE_BODY_IS_TOO_LARGE' } : { error: 'PayloadTooLarge' })
  })
})

test('a form is read on /api/auth and refused on /v1', async () => {
  const form = { 'content-type': 'application/x-www-form-urlencoded' }
  const auth = await app.inject({ method: 'POST', url: '/api/auth/things', headers: form, payload: 'name=xx&count=1' })
  expect(auth.json().errors).toEqual([{ path: 'count', message: 'Expected number, received string' }])
  const unsafe = await app.inject({ method: 'POST', url: '/api/auth/things', headers: form, payload: 'name=x%00x&count=1' })
  expect(unsafe.json().errors[0].path).toBe('name')
  expect((await app.inject({ method: 'POST', url: '/v1/things/', headers: { ...form, ...token }, payload: 'name=xx' })).statusCode).toBe(
    415,
  )
})

test('a NUL in a path or a query is refused with its location', async () => {
  const path = await app.inject({ url: '/v1/things/x%00y', headers: token })
  expect([path.statusCode, path.json().detail[0].loc]).toEqual([422, ['path', 'id']])
  const query = await app.inject({ url: `/v1/things/${OURS}?fault=%00`, headers: token })
  expect([query.statusCode, query.json().detail[0].loc]).toEqual([422, ['query', 'fault']])
  const auth = await app.inject({ url: '/api/auth/go/x%00' })
  expect([auth.statusCode, auth.json().code]).toEqual([400, 'VALIDATION_ERROR'])
})

test.each([
  ['/v1/things/%E0%A4%A', 400],
  ['/api/auth/go/%', 400],
  [`/v1/things/${'x'.repeat(600)}`, 400],
  [`/v1/things/${'x'.repeat(400)}`, 422],
  ['/v1/things/..%2f..%2fetc', 422],
])("the path %s is answered %d in the API's error shape", async (url, status) => {
  const answer = await app.inject({ url, headers: token })
  expect(answer.statusCode).toBe(status)
  expect(Object.keys(answer.json())[0]).toBe(url.startsWith('/v1') ? 'error' : 'code')
  expect(answer.headers['x-request-id']).toBeDefined()
})

test('a malformed id is answered 422 with its location in the path', async () => {
  const answer = await app.inject({ url: '/v1/things/not-an-id', headers: token })
  expect(answer.json().detail).toEqual([{ loc: ['path', 'id'], type: 'uuid_parsing', msg: 'Input should be a valid UUID' }])
})

test('malformed cookies are ignored', async () => {
  const cookie = 'session=%E0%A4%A; =; ;;; session2=%00'
  const answer = await app.inject({ method: 'POST', url: '/api/auth/mine', headers: { cookie }, payload: { name: 'x' } })
  expect(answer.statusCode).toBe(401)
})
