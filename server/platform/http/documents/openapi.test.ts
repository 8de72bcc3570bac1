import { Validator } from '@seriousme/openapi-schema-validator'
import { afterAll, expect, test } from 'vitest'
import { z } from 'zod'
import { smallServer } from '#test/support/small-server.ts'
import { route } from '../route.ts'
import { oneOrMoreIds, pageQuery, sorting } from '../wire-parts.ts'
import { openapiOf } from './openapi.ts'

const server = await smallServer()
const { app } = server
afterAll(server.stop)

test('the document is valid OpenAPI 3.1 and every reference in it resolves', async () => {
  const answer = await app.inject('/openapi.json')
  const validator = new Validator()
  const result = await validator.validate(answer.json())
  expect([result.valid, result.errors]).toEqual([true, undefined])
  expect(validator.version).toBe('3.1')
  const document = answer.json()
  const references = [...answer.body.matchAll(/"\$ref":"#\/components\/schemas\/([^"]*)"/g)].map(([, name]) => name ?? '')
  expect(references.filter((name) => !document.components.schemas[name])).toEqual([])
  expect(references.length).toBeGreaterThan(0)
})

test('an operation carries its id, scopes, security and refusals', async () => {
  const document = (await app.inject('/openapi.json')).json()
  const create = document.paths['/v1/things/'].post
  expect(create).toMatchObject({
    operationId: 'things:create',
    'x-scopes': ['products:write'],
    security: [{ access_token: [] }, { session: [] }, { bearer: [] }],
    responses: { 201: {}, 401: {}, 403: {}, 409: {}, 422: {} },
  })
  expect(document.paths['/v1/things/{id}'].get['x-scopes']).toEqual(['products:read', 'products:write'])
  expect(JSON.stringify(create.responses[403])).toContain('NotOpenThing')
  expect(document.paths['/api/auth/things'].post.security).toEqual([])
  expect(document.paths['/api/auth/mine'].post.responses).toMatchObject({ 400: {}, 401: {} })
})

test('an operation behind a link also declares its error pages', async () => {
  const { paths, components } = (await app.inject('/openapi.json')).json()
  const { responses } = paths['/api/auth/go/{token}'].get
  const at = (status: number) => responses[status].content ?? components.responses[responses[status].$ref.split('/').at(-1)].content
  expect([400, 429, 503].map((status) => Object.keys(at(status)))).toEqual([
    ['application/json', 'text/html'],
    ['text/plain', 'text/html'],
    ['application/json', 'text/html'],
  ])
  expect(paths['/api/auth/mine'].post.responses[429].$ref).toBe('#/components/responses/AuthTooManyRequests')
})

test('the document is answered 304 when its ETag is known', async () => {
  const first = await app.inject('/openapi.json')
  const again = await app.inject({ url: '/openapi.json', headers: { 'if-none-match': String(first.headers['etag']) } })
  expect(again.statusCode).toBe(304)
})

const options = { baseUrl: 'http://localhost:3000', cookieName: 'session' }

test('query parameters, a schema used for input and output, a recursive schema and an addition are documented', async () => {
  const shape = z.object({ name: z.string(), size: z.int().default(1) }).meta({ id: 'Shape' })
  interface Group {
    readonly of: readonly Group[]
  }
  const group: z.ZodType<Group> = z.object({ of: z.array(z.lazy(() => group)) }).meta({ id: 'Group' })
  const list = route({
    method: 'POST',
    path: '/v1/shapes/',
    name: 'shapes:create',
    summary: 'Creates a shape.',
    access: 'public',
    addition: true,
    query: z.object({
      ...pageQuery,
      id: oneOrMoreIds,
      sorting: sorting(['name'], 'name'),
      metadata: z.record(z.string(), z.string()).optional(),
    }),
    body: z.object({ shape, group }),
    answer: z.object({ shape }),
    handle: async ({ body }) => ({ shape: body.shape }),
  })
  const document = openapiOf([list], options)
  const result = await new Validator().validate(JSON.parse(JSON.stringify(document)))
  expect([result.valid, result.errors]).toEqual([true, undefined])
  const { paths, components } = JSON.parse(JSON.stringify(document))
  const operation = paths['/v1/shapes/'].post
  expect(operation['x-guildhall']).toBe(true)
  expect(operation.description).toBe(
    'Everybody may call it. With an `Idempotency-Key` a repeat has no second effect. It is an addition of Guildhall: the published clients do not call it.',
  )
  const named = Object.fromEntries(operation.parameters.map((each: { name: string }) => [each.name, each]))
  expect(named).toMatchObject({
    page: { in: 'query', required: false, schema: { type: 'integer' } },
    id: { schema: { type: 'array', items: { format: 'uuid' } } },
    metadata: { style: 'deepObject' },
    'Idempotency-Key': { in: 'header' },
  })
  expect(Object.keys(components.schemas).filter((name) => /^(Shape|Group)/.test(name))).toHaveLength(3)
  expect(JSON.stringify(components.schemas.Group)).toContain('#/components/schemas/Group')
})

test('the reference page loads everything from this origin and allows no inline script', async () => {
  const page = await app.inject('/reference')
  expect(page.headers['content-security-policy']).toContain("script-src 'self'")
  for (const [, url] of page.body.matchAll(/(?:src|href)="([^"]+)"/g)) {
    const file = await app.inject({ url: url ?? '', headers: { 'accept-encoding': 'gzip' } })
    expect([file.statusCode, file.headers['content-encoding']]).toEqual([200, 'gzip'])
  }
})
