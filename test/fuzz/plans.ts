// One plan for each request, determined by the seed and its index. Ids are placeholders until the request is sent.
import fc from 'fast-check'
import type { ApiDocument, Operation, Parameter } from './document.ts'
import { fieldValuesOf, placeholderOf, position } from './field-values.ts'
import { type Kind, Placeholder, type Side } from './pools.ts'
import { valuesOf } from './values.ts'

/** The kinds of callers. */
export const callers = [
  'token',
  'narrow token',
  'foreign token',
  'cookie',
  'cookie without origin',
  'cookie of a foreign page',
  'foreign cookie',
  'bearer',
  'customer',
  'leaving customer',
  'foreign customer',
  'expendable user',
  'leaver',
  'holder',
  'guest',
  'colleague',
  'administrator',
  'impersonator',
  'service',
  'anonymous',
  'malformed',
] as const
export type CallerName = (typeof callers)[number]

/** The body of a plan: a value that is serialized as JSON, or text that is sent unchanged. */
export type Body = { readonly json: unknown } | { readonly text: string }

/** One request before its placeholders are replaced. */
export interface Plan {
  readonly index: number
  readonly operation: Operation
  readonly method: string
  /** The values of the path parameters, encoded unless they are placeholders. */
  readonly path: Readonly<Record<string, Placeholder | string>>
  /** The pairs of the query: a value is text that is sent unchanged, or a placeholder. */
  readonly query: readonly (readonly [name: string, value: Placeholder | string])[]
  readonly caller: CallerName
  /** The position among the callers of the kind, from 0 to below 1. */
  readonly callerAt: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: Body | undefined
}

const weighted = <T>(...choices: readonly (readonly [weight: number, arbitrary: fc.Arbitrary<T>])[]) =>
  fc.oneof(...choices.map(([weight, arbitrary]) => ({ weight, arbitrary })))

const PATH_NONSENSE = [
  ...['x', '0', '%00', '%', '%zz', '%ED%A0%80', '%2F', '%2e%2e', '..;', '%F0%9F%92%A9', 'null', '__proto__', "'--", '%252F', '%E2%80%AE'],
  ...['00000000-0000-0000-0000-000000000000', 'FFFFFFFF-FFFF-FFFF-FFFF-FFFFFFFFFFFF', 'a'.repeat(300), 'a'.repeat(3000), 'a%20b', 'x;y=z'],
]
const QUERY_NONSENSE = [
  ...[
    '',
    'x',
    '%',
    '%zz',
    '%00',
    '%ED%A0%80',
    '%27%3B--',
    '-1',
    '0',
    '1.5',
    '1e308',
    'NaN',
    '٣'.replace('٣', '%D9%A3'),
    '99999999999999999999',
  ],
  ...[
    'true',
    'null',
    '2026-02-30',
    '0000-01-01T00:00:00Z',
    '%2B275760-09-13T00:00:00Z',
    'x'.repeat(3000),
    '%25_'.repeat(50),
    '%5C',
    '%F0%9F%92%A9',
  ],
]
const KEY_NONSENSE = ['[]', '[__proto__]', '[a][b]', '[constructor]', '[', '%5Bx%5D', '[0]']
const PATH_KINDS: readonly (readonly [path: RegExp, kind: Kind])[] = [
  [/\/customer-portal\/orders\/\{/, 'order of the customer'],
  [/\/customer-portal\/documents\/\{/, 'document of the customer'],
  [/\/invoices\/\{/, 'invoice'],
  [/\/customer-portal\/subscriptions\/\{/, 'subscription of the customer'],
  [/\/customer-portal\/benefit-grants\/\{/, 'grant of the customer'],
  [/\/customer-portal\/.*payment-methods\/\{/, 'payment method of the customer'],
  [/\/activations\/\{/, 'activation'],
  [/\/organizations\/\{slug/, 'slug'],
  [/\/organizations\/\{/, 'organization'],
  [/\/payment-methods\/\{/, 'payment method'],
  [/\/organization-access-tokens\/\{/, 'token'],
  [/\/products\/\{/, 'product'],
  [/\/customer-meters\/\{/, 'customer meter'],
  [/\/usage-alerts\/\{/, 'usage alert'],
  [/\/license-keys\/\{/, 'license key'],
  [/\/benefit-grants\/\{/, 'benefit grant'],
  [/\/connections\/\{/, 'connection'],
  [/\/event-imports\/\{/, 'event import'],
  [/\/customer-portal\/meters\/\{/, 'customer meter'],
  [/\/meters\/\{/, 'meter'],
  [/\/customers\/external\/\{/, 'external id'],
  [/\/(customers|avatars)\/\{/, 'customer'],
  [/\/pictures\/\{/, 'picture'],
  [/\/orders\/\{/, 'order'],
  [/\/disputes\/\{/, 'dispute'],
  [/\/tax-records\/\{/, 'tax record'],
  [/\/subscriptions\/\{/, 'subscription'],
  [/\/test-clocks\/\{/, 'test clock'],
  [/\/api-calls\/\{/, 'api call'],
  [/\/payments\/\{/, 'payment'],
  [/\/client\/\{client_secret\}\/confirm$/, 'checkout to confirm'],
  [/\/client\/\{/, 'clientSecret'],
  [/\/checkouts\/\{/, 'checkout'],
  [/\/discounts\/\{/, 'discount'],
  [/\/custom-fields\/\{/, 'custom field'],
  [/\/benefits\/\{/, 'benefit'],
  [/\/downloadables\/\{/, 'download'],
  [/\/files\/\{id\}\/(uploaded|download)/, 'uploaded file'],
  [/\/files\/\{/, 'file'],
  [/\/media\/\{/, 'media'],
  [/\/checkout-links\/(open\/\{|\{client_secret)/, 'linkSecret'],
  [/\/checkout-links\/\{/, 'link'],
  [/\/actions\/\{/, 'action'],
  [/\/endpoints\/\{/, 'endpoint'],
  [/\/v1\/events\/\{/, 'usage event'],
  [/\/events\/\{/, 'event'],
  [/\/reset-password\/\{/, 'reset'],
  [/\/callback\/\{/, 'provider'],
]

/** The kind of value that the path of an operation takes. */
export function kindOf({ path }: Operation): Kind | undefined {
  return PATH_KINDS.find(([pattern]) => pattern.test(path))?.[1]
}

function pathOf(operation: Operation): fc.Arbitrary<Plan['path']> {
  const names = operation.parameters.filter(({ in: location }) => location === 'path').map(({ name }) => name)
  const kind = kindOf(operation)
  if (names.length > 0 && !kind) throw new Error(`There is no path value for ${operation.name}: add its resource to PATH_KINDS.`)
  const value = weighted<Placeholder | string>(
    [14, placeholderOf(kind ?? 'product')],
    [2, fc.constantFrom(...PATH_NONSENSE)],
    [1, fc.uuid()],
    [
      1,
      fc
        .tuple(fc.constantFrom<Kind>('product', 'order', 'checkout', 'clientSecret'), position)
        .map(([other, at]) => new Placeholder(other, 'own', at)),
    ],
  )
  return fc.tuple(...names.map(() => value)).map((values) => Object.fromEntries(names.map((name, at) => [name, values[at] ?? ''])))
}

type Pairs = Plan['query']

const asText = (value: unknown): Placeholder | string => {
  if (value instanceof Placeholder) return value
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return encodeURIComponent((text ?? '').toWellFormed().slice(0, 3000))
}

function pairsOf({ name, schema }: Parameter, value: unknown): Pairs {
  if (Array.isArray(value)) return value.slice(0, 120).map((each) => [name, asText(each)] as const)
  if (value instanceof Placeholder || typeof value !== 'object' || value === null) return [[name, asText(value)]]
  const isDeep = schema.type === 'object'
  return Object.entries(value).map(([key, inner]) => [`${name}${isDeep ? `[${asText(key)}]` : '[x]'}`, asText(inner)] as const)
}

function queryOf(operation: Operation, values: ReturnType<typeof valuesOf>): fc.Arbitrary<Pairs> {
  const parameters = operation.parameters.filter(({ in: location }) => location === 'query')
  const fits = parameters.map((parameter) => values.valid(parameter.schema, parameter.name).map((value) => pairsOf(parameter, value)))
  const some = fits.map((fit, at) => {
    const [without, withIt] = parameters[at]?.required ? [1, 8] : [3, 1]
    return weighted<Pairs>([without, fc.constant([])], [withIt, fit])
  })
  const odds = parameters.map((parameter, at) => {
    const { name, schema } = parameter
    const [fit = fc.constant<Pairs>([]), odd] = [fits[at], fc.constantFrom(...QUERY_NONSENSE)]
    return weighted<Pairs>(
      [2, values.invalid(schema, name).map((value) => pairsOf(parameter, value))],
      [2, odd.map((text): Pairs => [[name, text]])],
      [1, fc.tuple(fit, odd).map(([pairs, text]): Pairs => [...pairs, [name, text], [name, text]])],
      [1, fc.tuple(fc.constantFrom(...KEY_NONSENSE), odd).map(([key, text]): Pairs => [[name + key, text]])],
    )
  })
  const unknownParameter = weighted<Pairs>(
    [30, fc.constant([])],
    [
      1,
      fc
        .constantFrom(...['__proto__', 'constructor', 'x', '%', '%00', '_method', 'a'.repeat(3000)])
        .map((name): Pairs => [[name, 'DELETE']]),
    ],
  )
  const odd = odds.length === 0 ? fc.constant<Pairs>([]) : weighted<Pairs>([1, fc.constant([])], [1, fc.oneof(...odds)])
  return fc.tuple(...some, odd, unknownParameter).map((all) => all.flat())
}

const JSON_TYPE = 'application/json'
const TEXTS = [
  ...[
    '',
    ' ',
    'nothing',
    '{',
    '{"a":',
    '{"a":NaN}',
    '{"a":1e999}',
    '[1e999]',
    '{"name":"a","name":"b"}',
    '{} {}',
    '\ufeff{}',
    '{"a":"\u0001"}',
    "{'a':1}",
  ],
  ...[
    'null',
    '[]',
    '[{}]',
    '"words"',
    '7',
    'true',
    '<?xml version="1.0"?><a/>',
    'name=a&email=b',
    '{"\\ud800":"\\udfff"}',
    '{"a":"\\u0000"}',
  ],
  ...['{"__proto__":{"admin":true}}', '['.repeat(100_000), `${'{"a":'.repeat(65)}1${'}'.repeat(65)}`, `{"amount":${'9'.repeat(400)}}`],
]
const LARGE = JSON.stringify({ name: 'x'.repeat(1_100_000) })

function bodyOf(operation: Operation, values: ReturnType<typeof valuesOf>): fc.Arbitrary<Body | undefined> {
  const odd = fc.constantFrom(...TEXTS).map((text): Body => ({ text }))
  const large = fc.constant<Body>({ text: LARGE })
  if (operation.method === 'GET') return weighted<Body | undefined>([40, fc.constant(undefined)], [1, odd])
  if (!operation.body) return weighted<Body | undefined>([10, fc.constant(undefined)], [4, fc.constant({ json: {} })], [2, odd])
  const schema = operation.body
  return weighted<Body | undefined>(
    [80, values.valid(schema).map((json): Body => ({ json }))],
    [80, values.invalid(schema).map((json): Body => ({ json }))],
    [12, odd],
    [4, fc.constant(undefined)],
    [1, large],
  )
}

const TYPES = [
  ...['application/json; charset=utf-8', 'application/json;charset=utf-16', 'APPLICATION/JSON', 'text/plain', 'application/xml', '', 'x'],
  ...[
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/merge-patch+json',
    'application/json, text/plain',
  ],
]
const ODD_HEADERS: readonly Readonly<Record<string, string>>[] = [
  { accept: 'text/html' },
  { accept: 'nothing/*;q=x' },
  { accept: '*/*', 'accept-encoding': 'gzip, br' },
  { 'accept-language': '\u00ff, tr;q=9' },
  { 'if-none-match': '*' },
  { 'if-none-match': 'W/"x", "' },
  { 'if-modified-since': 'Sat, 30 Feb 2026 00:00:00 GMT' },
  { range: 'bytes=0-1' },
  { range: 'bytes=9-1,5-' },
  { 'x-http-method-override': 'DELETE', 'x-method-override': 'PATCH', 'x-http-method': 'PUT' },
  { 'x-forwarded-for': '1.2.3.4, \u00ff, ::1', 'x-forwarded-host': 'evil.test', 'x-forwarded-proto': 'gopher' },
  { 'x-request-id': '\u00ff'.repeat(300), traceparent: '00-x' },
  { 'x-original-url': '/v1/organizations/', 'x-rewrite-url': '/healthz' },
  { 'user-agent': '\u00ff'.repeat(3000) },
  { 'user-agent': '' },
  { referer: 'http://%' },
  { 'sec-fetch-site': 'cross-site' },
  { 'sec-fetch-site': 'cross-site', origin: 'https://evil.test' },
  { 'access-control-request-method': 'DELETE', origin: 'null' },
  { origin: 'http://[' },
  { te: 'trailers', 'cache-control': 'no-cache', pragma: '\u00ff' },
  { cookie: ';;;=;a=%00; better-auth.session_token=%ED%A0%80.x; better-auth.session_data=e30' },
]
const KEYS = ['fuzz-key-1', 'fuzz-key-2', 'fuzz-key-3']
const BAD_KEYS = ['', ' ', 'x'.repeat(256), '\u00e9', 'a b', "';--", 'x'.repeat(255)]

function headersOf({ method, api }: Operation): fc.Arbitrary<Plan['headers']> {
  const isKeyed = api === 'v1' && method !== 'GET'
  const keys = isKeyed
    ? weighted<Plan['headers']>(
        [12, fc.constant({})],
        [2, fc.constantFrom(...KEYS).map((key) => ({ 'idempotency-key': key }))],
        [4, fc.uuid().map((key) => ({ 'idempotency-key': key }))],
        [1, fc.constantFrom(...BAD_KEYS).map((key) => ({ 'idempotency-key': key }))],
      )
    : fc.constant<Plan['headers']>({})
  const odd = weighted<Plan['headers']>([6, fc.constant({})], [1, fc.constantFrom(...ODD_HEADERS)])
  const type = weighted<Plan['headers']>([30, fc.constant({})], [1, fc.constantFrom(...TYPES).map((value) => ({ 'content-type': value }))])
  return fc.tuple(keys, odd, type).map((all) => Object.assign({}, ...all))
}

const GUARDED_CALLERS: readonly (readonly [weight: number, caller: CallerName])[] = [
  [30, 'token'],
  [5, 'narrow token'],
  [5, 'foreign token'],
  [12, 'cookie'],
  [4, 'cookie without origin'],
  [2, 'cookie of a foreign page'],
  [3, 'foreign cookie'],
  [6, 'bearer'],
  [1, 'customer'],
  [3, 'anonymous'],
  [3, 'malformed'],
]
/** Operations that change the session of their caller: they are called with sessions that no other request needs. */
const CHANGES_SESSION =
  /^\/api\/auth\/(sign-out|organization\/set-active|revoke-(session|sessions|other-sessions)|change-(password|email)|update-user|unlink-account|delete-user)$/

const OTHER_CALLERS = ['anonymous', 'malformed', 'cookie', 'bearer', 'impersonator', 'service', 'token'] as const

function callerOf({ isGuarded, takesTokens, path }: Operation): fc.Arbitrary<CallerName> {
  if (path === '/api/auth/set-password') return weighted([6, fc.constant('service')], [1, fc.constantFrom('anonymous', 'bearer')])
  if (path.endsWith('/delete-user/callback'))
    return weighted([6, fc.constant('leaver')], [1, fc.constantFrom('anonymous', 'expendable user')])
  if (/\/(get-access|refresh)-token$/.test(path))
    return weighted([6, fc.constant('bearer')], [1, fc.constantFrom('anonymous', 'service', 'expendable user', 'impersonator')])
  if (/\/(accept|reject|get)-invitation$/.test(path))
    return weighted([8, fc.constant('guest')], [1, fc.constantFrom('anonymous', 'cookie')])
  if (path.endsWith('/revoke-session')) return weighted([8, fc.constant('holder')], [1, fc.constantFrom('anonymous', 'expendable user')])
  if (path.endsWith('/leave')) return weighted([8, fc.constant('colleague')], [1, fc.constantFrom('anonymous', 'cookie')])
  if (path.endsWith('/add-member'))
    return weighted([8, fc.constant('service')], [1, fc.constantFrom('anonymous', 'bearer', 'administrator')])
  if (path.endsWith('/stop-impersonating'))
    return weighted([8, fc.constant('impersonator')], [1, fc.constantFrom('anonymous', 'cookie', 'administrator')])
  if (path.startsWith('/api/auth/admin/')) return weighted([8, fc.constant('administrator')], [1, fc.constantFrom(...OTHER_CALLERS)])
  if (path === '/v1/customer-portal/customer-session')
    return weighted([6, fc.constant('leaving customer')], [1, fc.constantFrom('token', 'cookie', 'anonymous', 'malformed')])
  if (path.startsWith('/v1/customer-portal/'))
    return weighted([12, fc.constant('customer')], [1, fc.constantFrom('foreign customer', 'token', 'cookie', 'anonymous', 'malformed')])
  if (CHANGES_SESSION.test(path))
    return weighted([6, fc.constant('expendable user')], [1, fc.constantFrom('anonymous', 'malformed', 'token', 'impersonator')])
  const callerAmong = (list: readonly (readonly [number, CallerName])[]) =>
    weighted(...list.map(([weight, value]) => [weight, fc.constant(value)] as const))
  if (takesTokens) return callerAmong(GUARDED_CALLERS)
  if (isGuarded)
    return callerAmong(
      GUARDED_CALLERS.map(
        ([weight, value]) => [value === 'cookie' || value === 'bearer' ? 4 * weight : Math.ceil(weight / 3), value] as const,
      ),
    )
  return weighted([3, fc.constant('anonymous')], [1, callerAmong(GUARDED_CALLERS)])
}

/** Returns the plans of a seed: the same seed and index give the same plan. The operations take turns. */
export function plansOf(document: ApiDocument, seed: number): (index: number) => Plan {
  const parts = document.operations.map((operation) => {
    const values = valuesOf(document, fieldValuesOf(operation))
    const isHeadToo =
      operation.api === 'v1' &&
      operation.method === 'GET' &&
      operation.path.startsWith('/v1/') &&
      !/\/(stream|callback)$/.test(operation.path)
    return fc.record({
      method: isHeadToo ? weighted([20, fc.constant('GET')], [1, fc.constant('HEAD')]) : fc.constant(operation.method),
      path: pathOf(operation),
      query: queryOf(operation, values),
      caller: callerOf(operation),
      callerAt: position,
      headers: headersOf(operation),
      body: bodyOf(operation, values),
    })
  })
  return (index) => {
    const at = index % document.operations.length
    const [operation, arbitrary] = [document.operations[at], parts[at]]
    if (!operation || !arbitrary) throw new Error('The document has no operations.')
    const [plan] = fc.sample(arbitrary, { seed: mixed(seed, index), numRuns: 1 })
    if (!plan) throw new Error('No plan was generated.')
    return { index, operation, ...withType(plan) }
  }
}

function withType<P extends Pick<Plan, 'headers' | 'body'>>(plan: P): P {
  const isBare = plan.body === undefined || plan.headers['content-type'] !== undefined
  return isBare ? plan : { ...plan, headers: { ...plan.headers, 'content-type': JSON_TYPE } }
}

// Mixes seed and index, so that the plans of neighbouring seeds do not overlap.
function mixed(seed: number, index: number): number {
  let mix = Math.imul(seed ^ 0x9e3779b9, 0x85ebca6b) ^ Math.imul(index + 1, 0xc2b2ae35)
  mix = Math.imul(mix ^ (mix >>> 15), 0x27d4eb2f)
  return mix ^ (mix >>> 13)
}

export type { Side }
