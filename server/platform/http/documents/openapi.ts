// The OpenAPI document, generated from the routes that the server mounts.
import { readFileSync } from 'node:fs'
import { z } from 'zod'
import { tokenScopes } from '#contract/access.ts'
import { allowsScope } from '#contract/allows-scope.ts'
import type { RefusalEntry } from '#kernel/refusal.ts'
import { refusals as idempotencyRefusals } from '../../idempotency/refusals.ts'
import { resourceRefusals } from '../../resource/refusals.ts'
import type { Access } from '../access.ts'
import { type Api, apiOf } from '../api.ts'
import { impersonationRefusals } from '../guard/impersonation.ts'
import { foreignPageRefusals, isReadMethod } from '../guard/origin-check.ts'
import { refusals } from '../guard/refusals.ts'
import { accessRefusals, scopeOf } from '../recognize.ts'
import type { Route } from '../route.ts'
import { describedComponents, describedInline, describedParameter } from './descriptions.ts'
import { exampleOf } from './examples.ts'
import { descriptionOf } from './operation-descriptions.ts'
import { commonResponses, refusalResponses, refusalSchemas, sharedResponses } from './refusal-schemas.ts'
import { type Json, type Schemas, schemasOf } from './schemas.ts'

/** Properties of the server that the document contains. */
export interface DocumentOptions {
  readonly baseUrl: string
  readonly cookieName: string
}

/** The one further status of a success that has a body: a range of it. */
const PARTIAL_CONTENT = '206'
const PACKAGE = new URL('../../../../package.json', import.meta.url)

const SECURITY: Readonly<Record<'session' | 'bearer' | 'access_token' | 'customer_session', Json>> = {
  session: { session: [] },
  bearer: { bearer: [] },
  access_token: { access_token: [] },
  customer_session: { customer_session: [] },
}

function securityOf(access: Access): readonly Json[] {
  const user = [SECURITY.session, SECURITY.bearer]
  if (access === 'session') return user
  if (access === 'customer' || access === 'buyer') return [SECURITY.customer_session]
  if (access === 'anyone') return [{}, ...user]
  return access.startsWith('scope:') ? [SECURITY.access_token, ...user] : []
}

function scopesOf(access: Access): readonly string[] {
  if (!access.startsWith('scope:')) return []
  const required = scopeOf(access)
  return tokenScopes.filter((scope) => allowsScope([scope], required))
}

/** The keys of a schema that describe its parameter, which readers of the document look for there. */
const OF_PARAMETERS: ReadonlySet<string> = new Set(['description', 'deprecated', 'x-guildhall'])
const READ_FROM_TEXT: readonly unknown[] = ['integer', 'number', 'boolean']

// The input schema of a preprocessed value is empty, and a number that is read from text is documented as a number.
function parameterSchema(schemas: Schemas, schema: z.ZodType): Json {
  const [input, output] = [schemas.of(schema, 'input'), schemas.of(schema, 'output')]
  return Object.keys(input).length === 0 || READ_FROM_TEXT.includes(output['type']) ? output : input
}

function parametersOf(schemas: Schemas, where: 'path' | 'query', schema: z.ZodType | undefined): Json[] {
  if (!(schema instanceof z.ZodObject)) return []
  return Object.entries(schema.shape as Record<string, z.ZodType>).map(([name, field]) => {
    const json = parameterSchema(schemas, field)
    const isRequired = where === 'path' || !field.safeParse(undefined).success
    const about = Object.entries(json).filter(([key]) => OF_PARAMETERS.has(key))
    const schema = Object.fromEntries(Object.entries(json).filter(([key]) => !OF_PARAMETERS.has(key)))
    const style = json['type'] === 'object' && { style: 'deepObject', explode: true }
    return { name, in: where, required: isRequired, ...Object.fromEntries(about), schema, ...style }
  })
}

function bodyOf(schemas: Schemas, { body: schema, name, path }: Route): Json {
  if (!schema) return {}
  const required = !schema.safeParse(undefined).success && !schema.safeParse({}).success
  const json = describedInline(schemas.of(schema, 'input'), name, apiOf(path) ?? 'v1')
  const example = exampleOf(name)
  return { requestBody: { required, content: { 'application/json': { schema: json, ...(example && { example }) } } } }
}

function successOf(schemas: Schemas, route: Route): Json {
  const description = route.summary
  const type = route.answerType === 'application/json' ? 'object' : 'string'
  const items = route.itemAnswer && { 'application/json': { schema: { type: 'array', items: schemas.of(route.itemAnswer, 'output') } } }
  const text = route.answerType && { content: { [route.answerType]: { schema: { type } }, ...items } }
  const further = Object.entries(route.furtherStatuses ?? {}).map(([status, meaning]) => [
    status,
    { description: meaning, ...(status === PARTIAL_CONTENT && text) },
  ])
  if (!route.answer || route.status === 204)
    return { [String(route.status ?? 200)]: { description, ...text }, ...Object.fromEntries(further) }
  const schema = describedInline(schemas.of(route.answer, 'output'), route.name, apiOf(route.path) ?? 'v1')
  const redirect = route.isNavigated ? { '302': { description: 'Redirects the browser.' } } : {}
  return {
    [String(route.status ?? 200)]: { description, content: { 'application/json': { schema } } },
    ...redirect,
  }
}

function refusalsOf(route: Route, api: Api): readonly RefusalEntry[] {
  const isKeyed = api === 'v1' && route.method !== 'GET'
  const ofImpersonation = route.impersonation === 'refused' ? [impersonationRefusals[api]] : []
  const ofPages = api === 'auth' ? foreignPageRefusals(route.method) : []
  // The organization may be deleted while the request runs.
  const ofKeys = isKeyed ? [refusals.ResourceNotFound, ...Object.values(idempotencyRefusals)] : []
  const ofLimits = api === 'v1' && typeof route.limit === 'string' ? [resourceRefusals.LimitReached] : []
  const ofRoute = [...(route.refusals ?? []), ...ofLimits]
  return [refusals.BadRequest, ...accessRefusals(route.access, api), ...ofImpersonation, ...ofRoute, ...ofPages, ...ofKeys]
}

const idempotencyKey: Json = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description: 'A repeated request with the same key and body gets the first answer again.',
  schema: { type: 'string', maxLength: 255 },
}

function operationOf(schemas: Schemas, route: Route): Json {
  const api = apiOf(route.path) ?? 'v1'
  const scopes = scopesOf(route.access)
  const isKeyed = api === 'v1' && route.method !== 'GET'
  const parameters = [
    ...parametersOf(schemas, 'path', route.params),
    ...parametersOf(schemas, 'query', route.query),
    ...(isKeyed ? [idempotencyKey] : []),
  ].map((parameter) => describedParameter(parameter, route.name, api))
  const isNavigated = route.isNavigated ?? false
  // A malformed body is refused like an invalid one, even by routes without a body.
  const validates = !isReadMethod(route.method) || route.params !== undefined || route.query !== undefined
  const refused = refusalResponses(api, refusalsOf(route, api), validates ? (isNavigated ? 'on a page' : 'in JSON') : 'never')
  return {
    operationId: route.name,
    summary: route.summary,
    description: descriptionOf(route, { scopes, isKeyed }),
    tags: [route.name.split(':')[0] ?? route.name],
    security: securityOf(route.access),
    ...(scopes.length > 0 && { 'x-scopes': scopes }),
    ...(route.addition && { 'x-guildhall': true }),
    ...(parameters.length > 0 && { parameters }),
    ...bodyOf(schemas, route),
    responses: {
      ...successOf(schemas, route),
      ...refused,
      ...commonResponses(api, { isRead: isReadMethod(route.method), hasEtag: api === 'v1' && route.answer !== undefined, isNavigated }),
      // A limit of the operation's own stands beside the limit of every caller.
      ...('429' in refused && { 429: refused['429'] }),
    },
  }
}

/** The version of this release. */
export function releaseVersion(): string {
  return (JSON.parse(readFileSync(PACKAGE, 'utf8')) as { readonly version: string }).version
}

/** Generates the document of the routes. */
export function openapiOf(routes: readonly Route[], options: DocumentOptions): Json {
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
    servers: [{ url: options.baseUrl }],
    tags,
    paths,
    components: {
      schemas: describedComponents({ ...refusalSchemas, ...schemas.all }),
      responses: sharedResponses,
      securitySchemes: {
        session: { type: 'apiKey', in: 'cookie', name: options.cookieName, description: 'A signed-in user, by session cookie.' },
        bearer: { type: 'http', scheme: 'bearer', description: 'A signed-in user, by the session token of the sign-in response.' },
        access_token: { type: 'http', scheme: 'bearer', description: 'An organization access token.' },
        customer_session: { type: 'http', scheme: 'bearer', description: 'The token of a customer session.' },
      },
    },
  }
}
