// The OpenAPI document, from the same values that answer.
import { readFileSync } from 'node:fs'
import { z } from 'zod'
import { allowsScope, tokenScopes } from '#kernel/access.ts'
import type { RefusalEntry } from '#kernel/refusal.ts'
import { refusals as idempotencyRefusals } from '../../idempotency/refusals.ts'
import { type Api, apiOf } from '../api.ts'
import type { Access } from '../caller.ts'
import { foreignPageRefusals, isReading } from '../guard/origin-check.ts'
import { refusals } from '../guard/refusals.ts'
import { accessRefusals, scopeOf } from '../recognize.ts'
import type { Route } from '../route.ts'
import { commonResponses, refusalResponses, refusalSchemas, sharedResponses } from './refusal-schemas.ts'
import { type Json, type Schemas, schemasOf } from './schemas.ts'

/** What the document says of the server besides its operations. */
export interface DocumentAbout {
  readonly baseUrl: string
  readonly cookieName: string
}

const PACKAGE = new URL('../../../../package.json', import.meta.url)

const SECURITY: Readonly<Record<'session' | 'bearer' | 'access_token', Json>> = {
  session: { session: [] },
  bearer: { bearer: [] },
  access_token: { access_token: [] },
}

function securityOf(access: Access): readonly Json[] {
  const person = [SECURITY.session, SECURITY.bearer]
  if (access === 'session') return person
  if (access === 'anyone') return [{}, ...person]
  return access.startsWith('scope:') ? [SECURITY.access_token, ...person] : []
}

function scopesOf(access: Access): readonly string[] {
  if (!access.startsWith('scope:')) return []
  const wanted = scopeOf(access)
  return tokenScopes.filter((scope) => allowsScope([scope], wanted))
}

const READ_FROM_TEXT: readonly unknown[] = ['integer', 'number', 'boolean']

// A preprocessed input says nothing of what may be sent, and a number read from text is told as the number that it becomes.
function parameterSchema(schemas: Schemas, schema: z.ZodType): Json {
  const [input, output] = [schemas.of(schema, 'input'), schemas.of(schema, 'output')]
  return Object.keys(input).length === 0 || READ_FROM_TEXT.includes(output['type']) ? output : input
}

function parametersOf(schemas: Schemas, where: 'path' | 'query', schema: z.ZodType | undefined): Json[] {
  if (!(schema instanceof z.ZodObject)) return []
  return Object.entries(schema.shape as Record<string, z.ZodType>).map(([name, field]) => {
    const json = parameterSchema(schemas, field)
    const isDeep = json['type'] === 'object'
    const isRequired = where === 'path' || !field.safeParse(undefined).success
    return { name, in: where, required: isRequired, schema: json, ...(isDeep && { style: 'deepObject', explode: true }) }
  })
}

function bodyOf(schemas: Schemas, schema: z.ZodType | undefined): Json {
  if (!schema) return {}
  const required = !schema.safeParse(undefined).success && !schema.safeParse({}).success
  return { requestBody: { required, content: { 'application/json': { schema: schemas.of(schema, 'input') } } } }
}

function successOf(schemas: Schemas, route: Route): Json {
  const description = route.summary
  const text = route.answerType && { content: { [route.answerType]: { schema: { type: 'string' } } } }
  if (!route.answer || route.status === 204) return { [String(route.status ?? 200)]: { description, ...text } }
  const led = route.isNavigated ? { '302': { description: 'The browser is led on.' } } : {}
  return {
    [String(route.status ?? 200)]: { description, content: { 'application/json': { schema: schemas.of(route.answer, 'output') } } },
    ...led,
  }
}

function refusalsOf(route: Route, half: Api): readonly RefusalEntry[] {
  const isKeyed = half === 'v1' && route.method !== 'GET'
  const ofPages = half === 'auth' ? foreignPageRefusals(route.method) : []
  // The organization that something is written for may be deleted meanwhile.
  const ofKeys = isKeyed ? [refusals.ResourceNotFound, ...Object.values(idempotencyRefusals)] : []
  return [refusals.BadRequest, ...accessRefusals(route.access, half), ...(route.refusals ?? []), ...ofPages, ...ofKeys]
}

const idempotencyKey: Json = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description: 'A repeat with the same key and body gets the first answer again.',
  schema: { type: 'string', maxLength: 255 },
}

function operationOf(schemas: Schemas, route: Route): Json {
  const half = apiOf(route.path) ?? 'v1'
  const scopes = scopesOf(route.access)
  const isKeyed = half === 'v1' && route.method !== 'GET'
  const parameters = [
    ...parametersOf(schemas, 'path', route.params),
    ...parametersOf(schemas, 'query', route.query),
    ...(isKeyed ? [idempotencyKey] : []),
  ]
  const isNavigated = route.isNavigated ?? false
  // A body that cannot be read is told like one that does not fit, by routes that take none too.
  const validates = !isReading(route.method) || route.params !== undefined || route.query !== undefined
  return {
    operationId: route.name,
    summary: route.summary,
    tags: [route.name.split(':')[0] ?? route.name],
    security: securityOf(route.access),
    ...(scopes.length > 0 && { 'x-scopes': scopes }),
    ...(route.addition && { 'x-guildhall': true }),
    ...(parameters.length > 0 && { parameters }),
    ...bodyOf(schemas, route.body),
    responses: {
      ...successOf(schemas, route),
      ...refusalResponses(half, refusalsOf(route, half), validates ? (isNavigated ? 'on a page' : 'in JSON') : 'never'),
      ...commonResponses(half, { isReading: isReading(route.method), hasEtag: half === 'v1' && route.answer !== undefined, isNavigated }),
    },
  }
}

/** The version of this release. */
export function releaseVersion(): string {
  return (JSON.parse(readFileSync(PACKAGE, 'utf8')) as { readonly version: string }).version
}

/** Writes the document of the routes. */
export function openapiOf(routes: readonly Route[], about: DocumentAbout): Json {
  const schemas = schemasOf()
  const paths: Record<string, Json> = {}
  for (const route of routes) {
    paths[route.path] = { ...paths[route.path], [route.method.toLowerCase()]: operationOf(schemas, route) }
  }
  const tags = [...new Set(routes.map((route) => route.name.split(':')[0] ?? route.name))].map((name) => ({ name }))
  return {
    openapi: '3.1.0',
    info: {
      title: 'Guildhall',
      version: releaseVersion(),
      description:
        'Accounts, organizations and billing. Fields and operations marked `x-guildhall` are additions to the published contracts.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: about.baseUrl }],
    tags,
    paths,
    components: {
      schemas: { ...refusalSchemas, ...schemas.all },
      responses: sharedResponses,
      securitySchemes: {
        session: { type: 'apiKey', in: 'cookie', name: about.cookieName, description: 'A signed-in person, by cookie.' },
        bearer: { type: 'http', scheme: 'bearer', description: 'A signed-in person, by the token of the sign-in answer.' },
        access_token: { type: 'http', scheme: 'bearer', description: 'An organization access token.' },
      },
    },
  }
}
