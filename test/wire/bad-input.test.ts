// Bad bodies, fields, queries, paths, headers and forms, generated from the OpenAPI document: every operation answers in the error
// shape of its API and never with a 5xx.
import { once } from 'node:events'
import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newToken, prefixes } from '#contract/token.ts'
import { routes as ownRoutes } from '#platform/http/builtin/auth-basics.ts'
import { composition } from '#server/app.ts'
import { aCheckout } from '#test/support/a-checkout.ts'
import { aMerchant, aToken, type TestMerchant } from '#test/support/a-merchant.ts'
import { aSale } from '#test/support/a-sale.ts'
import { anAdministrator, aUser, newSlug, uniqueEmail } from '#test/support/a-user.ts'
import { ownDatabase } from '#test/support/database.ts'
import {
  type BodyField,
  EXTREME_NUMBERS,
  faultIn,
  fieldsOf,
  INVALID_PAGES,
  invalidMaps,
  MALFORMED_BODIES,
  maxLengthOf,
  NON_INTEGERS,
  NON_OBJECTS,
  type Operation,
  PLAIN_QUERIES,
  STRANGE_HEADERS,
  STRANGE_VALUES,
  typesOf,
  UNSTORABLE_TEXTS,
  valuesOfOtherTypes,
} from '#test/support/operations/bad-input.ts'
import { requiredQueries, resourcesOf } from '#test/support/operations/resources.ts'
import { type SchemaDocument, sampleOf } from '#test/support/operations/samples.ts'
import { aPortal } from '#test/support/portal/a-portal.ts'
import { type TestAnswer, type TestRequest, testServer } from '#test/support/server.ts'

interface OpenApi extends SchemaDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation & { readonly 'x-scopes'?: readonly string[] }>>>>
}
type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE'
type Sent = TestRequest & { readonly url?: string }

const UNKNOWN = '019a2f3c-7b5e-7c40-9a51-3f0d8e6b1c22'
/** An id that no answer may contain. */
const SMUGGLED = '019a2f3c-7b5e-7c40-9a51-3f0d8e6b1c23'
/** Time-out of a whole barrage; one hanging answer fails it. */
const BARRAGE_MS = 15_000

const SERVICE_TOKEN = 'a-token-of-the-service'

const server = await testServer({ database: await ownDatabase(), settings: { SERVICE_TOKEN } })
const spec: OpenApi = (await server.request('GET', '/openapi.json')).json
const operations = Object.entries(spec.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => {
    const name = `${method.toUpperCase()} ${path}`
    return [name, { method: method.toUpperCase() as Method, path, operation, isAuth: path.startsWith('/api/auth/') }] as const
  }),
)
type Target = (typeof operations)[number][1]
const anyText = new Set([...ownRoutes, ...composition.routes].filter(({ takesAnyText }) => takesAnyText).map(({ path }) => path))
const rawBodies = new Set(composition.routes.filter(({ takesRawBody }) => takesRawBody).map(({ path }) => path))
const isForBrowser = ({ status }: TestAnswer) => status < 400
const bodyLimits = new Map(composition.routes.map(({ method, path, bodyLimit }) => [`${method} ${path}`, bodyLimit ?? 0]))
const customerCalls = new Set(
  composition.routes.filter(({ access }) => access === 'customer' || access === 'buyer').map(({ path }) => path),
)
const serverCalls = new Set(composition.routes.filter(({ access }) => access === 'service').map(({ path }) => path))
const schemaOf = ({ operation }: Target) => operation.requestBody?.content['application/json'].schema

let merchant: TestMerchant
let asUser: Record<string, string>
let asCustomer: Record<string, string>
const bearer = ({ token }: { readonly token: string }) => ({ authorization: `Bearer ${token}` })
let asDeletedUser: Record<string, string>
let asAdministrator: Record<string, string>
const ids: Record<string, string> = {}

beforeAll(async () => {
  merchant = await aMerchant(server)
  asUser = { cookie: (await aUser(server)).cookie }
  asDeletedUser = { cookie: (await aUser(server)).cookie }
  asAdministrator = { cookie: (await anAdministrator(server)).cookie }
  const sale = await aSale(server, merchant)
  asCustomer = bearer(await aPortal(server, merchant, sale.customerId))
  const checkout = await aCheckout(server, merchant, { products: [sale.productId] })
  Object.assign(ids, await resourcesOf({ server, merchant, sale }), {
    'organization-access-tokens': (await aToken(merchant.owner, merchant.organizationId)).tokenId,
    avatars: sale.customerId,
    // Not the customer of the session, which ends with the deletion.
    customers: (await merchant.request('POST', '/v1/customers/', { body: { email: uniqueEmail() } })).json.id,
    checkouts: checkout.id,
    client: checkout.secret,
    actions: newToken('sandbox_pi_'),
    'reset-password': 'aaaaaaaaaaaaaaaaaaaaaaaa',
    callback: 'github',
    pictures: `${'a'.repeat(64)}.png`,
    media: `${merchant.organizationId}.${UNKNOWN}`,
  })
})
afterAll(() => server.close())

function urlOf({ path }: Target): string {
  return path.replace(/([a-z-]+)\/\{\w+\}/g, (_, resource: string) => {
    // The stream of an existing checkout never ends.
    const id = path.endsWith('/stream') ? newToken(prefixes.checkout) : ids[resource]
    if (!id) throw new Error(`There is no id for ${path}: add it to test/support/operations/resources.ts.`)
    return `${resource}/${id}`
  })
}

async function call(target: Target, { url = urlOf(target), ...sent }: Sent = {}): Promise<TestAnswer> {
  const endsSession = /\/(sign-out|revoke-sessions|delete-user)$/.test(target.path)
  const userHeaders = endsSession ? asDeletedUser : target.path.startsWith('/api/auth/admin/') ? asAdministrator : asUser
  const authHeaders = serverCalls.has(target.path) ? { authorization: `Bearer ${SERVICE_TOKEN}` } : userHeaders
  const ofCustomer = target.path.endsWith('/customer-session') ? bearer(await aPortal(server, merchant, ids['avatars'])) : asCustomer
  const v1Headers = customerCalls.has(target.path) ? ofCustomer : { cookie: merchant.cookie }
  const callerHeaders = target.operation['x-scopes'] ? merchant.headers : target.isAuth ? authHeaders : v1Headers
  return server.request(target.method, url, { ...sent, headers: { ...callerHeaders, ...sent.headers } })
}

/** Whether a list, or a CSV with its heading alone, has no items, or counts are all zero. */
function isEmptyList({ headers, text }: TestAnswer): boolean {
  if (String(headers['content-type']).startsWith('text/csv')) return text.trim().split('\n').length === 1
  const { quantities, totals, ...rest } = JSON.parse(text)
  if (totals !== undefined) return Object.values(totals).every((figure) => figure === 0)
  return Object.values(rest).every((value) => (Array.isArray(value) ? value.length === 0 : typeof value === 'object' || !value))
}
const itemsOf = (json: object) => Object.values(json).find(Array.isArray) ?? []
const asJson = { 'content-type': 'application/json' }

/** The locations that a refusal names, as `body.prices.0.price_amount`. */
function locationsOf(answer: TestAnswer, isAuth: boolean): string[] {
  if (answer.status < 400 || answer.text === '') return []
  const { detail, errors } = answer.json
  if (isAuth) {
    // Redirect targets are checked before anything else, and named in the sentence.
    const [, reported] = /^Invalid (callbackURL|redirectURL|errorCallbackURL|newUserCallbackURL)$/.exec(answer.json.message) ?? []
    const targets = reported === 'redirectURL' ? ['body.redirectTo'] : reported ? [`body.${reported}`] : []
    return [...(errors ?? []).map(({ path }: { path: string }) => `body.${path}`), ...targets]
  }
  return Array.isArray(detail) ? detail.map(({ loc }: { loc: unknown[] }) => loc.join('.')) : []
}

/** Whether a refusal names a location; `loc` may contain the tag of a union in between (`prices.0.fixed.price_amount`). */
function names(answer: TestAnswer, isAuth: boolean, path: readonly (string | number)[]): boolean {
  return locationsOf(answer, isAuth).some((location) => {
    const parts = location.split('.')
    return path.every((part) => {
      const at = parts.indexOf(String(part))
      return at >= 0 && parts.splice(0, at + 1).length > 0
    })
  })
}

/** Sends each input and collects the faults of the answers. `expected` checks more than the shape of an answer. */
async function barrage<Each>(
  target: Target,
  each: Iterable<Each>,
  { sent, expected }: { readonly sent: (one: Each) => Sent; readonly expected?: (answer: TestAnswer, one: Each) => boolean },
): Promise<void> {
  const faults: string[] = []
  for (const one of each) {
    const answer = await call(target, sent(one))
    const fault = faultIn(answer, target.isAuth) ?? (expected?.(answer, one) === false ? `${answer.status} ${answer.text}` : undefined)
    if (fault) faults.push(`${JSON.stringify(one)?.slice(0, 200)} was answered ${fault.slice(0, 300)}`)
  }
  expect(faults).toEqual([])
}

const isRefused = ({ status }: TestAnswer) => status >= 400
const withBody = operations.filter(([, target]) => target.method !== 'GET' && !rawBodies.has(target.path))
const withSchema = withBody.filter(([, target]) => schemaOf(target) !== undefined)
const withQuery = operations.filter(([, { operation }]) => operation.parameters?.some(({ in: where }) => where === 'query'))
// An operation that redirects a browser does not refuse an unknown value.
const withPath = operations.filter(([, { path, isAuth }]) => path.includes('{') && !isAuth)

describe.each(withBody)('the body of %s', (_name, target) => {
  const unreadable = target.isAuth ? 400 : 422

  test('is refused when it cannot be parsed', { timeout: BARRAGE_MS }, async () => {
    await barrage(target, MALFORMED_BODIES, {
      sent: ([, body]) => ({ body, headers: asJson }),
      expected: ({ status }) => status === unreadable,
    })
  })

  test('is refused when it is too large or is not valid UTF-8', { timeout: BARRAGE_MS }, async () => {
    const largest = bodyLimits.get(`${target.method} ${target.path}`) ?? 0
    const large = JSON.stringify({ name: 'x'.repeat(Math.max(2 * 1024 * 1024, largest)) })
    const broken = Buffer.from([0x7b, 0x22, 0xc3, 0x28, 0x22, 0x7d])
    await barrage(target, [large, broken], {
      sent: (body) => ({ body, headers: asJson }),
      expected: ({ status }, body) => status === (body === large ? 413 : unreadable),
    })
  })

  test('is refused when it has another content type', async () => {
    const types = ['text/plain', 'application/xml', 'multipart/form-data; boundary=x', 'application/json; charset=utf-16', 'x', '']
    await barrage(target, types, {
      sent: (type) => ({ body: '{}', headers: { 'content-type': type } }),
      expected: ({ status }) => status === 415,
    })
  })

  test('is refused when it is not an object and fields are required', async () => {
    const isRequired = target.operation.requestBody?.required === true
    await barrage(target, NON_OBJECTS, {
      sent: (body) => ({ body, headers: asJson }),
      expected: (answer) => !isRequired || (answer.status === unreadable && locationsOf(answer, target.isAuth).length > 0),
    })
  })
})

describe.each(withSchema)('the fields of %s', (_name, target) => {
  const fields = fieldsOf(schemaOf(target) ?? {}, spec)
  const { isAuth } = target
  const each = <Value>(values: (field: BodyField) => readonly Value[]) =>
    fields.flatMap((field) => values(field).map((value) => ({ path: field.path, body: field.bodyWith(value), value })))
  const namesIt = (answer: TestAnswer, { path }: Pick<BodyField, 'path'>) => isRefused(answer) && names(answer, isAuth, path)

  // The other form of this body takes it without the product, or with null for it.
  const isInOneForm = (field: BodyField) => target.path === '/v1/customer-portal/subscriptions/{id}' && field.path[0] === 'product_id'

  test('are named in the refusal when they are missing', async () => {
    const missing = fields.filter((field) => field.isRequired && !isInOneForm(field)).map(({ path, without: body }) => ({ path, body }))
    // Sign-up reports its rules one by one, in the published order and in sentences without locations. Of a union (an existing price, or
    // a new one) the first discriminating field is named.
    const isUnion = schemaOf(target)?.anyOf !== undefined
    const isDetailed = (answer: TestAnswer, { path }: Pick<BodyField, 'path'>) =>
      target.path === '/api/auth/sign-up/email'
        ? isRefused(answer)
        : namesIt(answer, { path: isUnion || path.length > 1 ? path.slice(0, -1) : path })
    await barrage(target, missing, { sent: ({ body }) => ({ body }), expected: isDetailed })
  })

  test('are named in the refusal when they have a wrong type', { timeout: BARRAGE_MS }, async () => {
    const values = each((field) => valuesOfOtherTypes(field.schema, spec).filter((value) => value !== null || !isInOneForm(field)))
    await barrage(target, values, { sent: ({ body }) => ({ body }), expected: namesIt })
  })

  const textTest = anyText.has(target.path)
    ? 'cause a redirect when they contain text that the database cannot store'
    : 'are named in the refusal when they contain text that the database cannot store'
  test(textTest, { timeout: BARRAGE_MS }, async () => {
    const texts = each(({ schema }) => [...(typesOf(schema, spec).has('string') ? UNSTORABLE_TEXTS : []), ...invalidMaps(schema, spec)])
    await barrage(target, texts, { sent: ({ body }) => ({ body }), expected: anyText.has(target.path) ? isForBrowser : namesIt })
  })

  test('accept no number out of range', async () => {
    const isNumber = ({ schema }: BodyField) => typesOf(schema, spec).has('integer')
    const mustFail = ({ schema }: BodyField) => (typesOf(schema, spec).has('number') ? [] : NON_INTEGERS)
    const numbers = fields.filter(isNumber).flatMap((field) =>
      EXTREME_NUMBERS.map((value) => ({
        path: field.path,
        body: field.bodyWith(value),
        mustFail: mustFail(field).includes(value) && typeof value === 'number',
      })),
    )
    await barrage(target, numbers, {
      sent: ({ body }) => ({ body }),
      expected: (answer, one) => (one.mustFail ? namesIt(answer, one) : answer.status !== 422 || locationsOf(answer, isAuth).length > 0),
    })
  })

  test('accept no text beyond their declared length, and any text within the limit of the body', { timeout: BARRAGE_MS }, async () => {
    const texts = fields.filter(({ schema }) => typesOf(schema, spec).has('string'))
    const cases = texts.map((field) => {
      const longest = maxLengthOf(field.schema, spec)
      const body = field.bodyWith('x'.repeat(longest === undefined ? 50_000 : longest + 1))
      return { path: field.path, body, isBound: longest !== undefined }
    })
    await barrage(target, cases, {
      sent: ({ body }) => ({ body }),
      expected: (answer, one) => !one.isBound || answer.status === 413 || namesIt(answer, one),
    })
  })

  test('accept unusual values of their type, or refuse them', { timeout: BARRAGE_MS }, async () => {
    const strange = each(({ schema }) => [...typesOf(schema, spec)].flatMap((type) => STRANGE_VALUES[type] ?? []))
    await barrage(target, strange, { sent: ({ body }) => ({ body }) })
  })

  test('are not affected by undeclared fields', async () => {
    const least = sampleOf(schemaOf(target) ?? {}, spec) as Record<string, unknown>
    const smuggled = {
      id: SMUGGLED,
      status: 'succeeded',
      total_amount: 0,
      organizationId: SMUGGLED,
      userId: SMUGGLED,
      role: 'admin',
      tax_amount: -5,
    }
    const keys = ['constructor', 'toString', 'hasOwnProperty', '', '$where', 'a.b', 'x'.repeat(10_000)]
    await barrage(target, [smuggled, Object.fromEntries(keys.map((key) => [key, { [key]: key }]))], {
      sent: (more) => ({ body: { ...more, ...least } }),
      expected: ({ status, text }) => status >= 300 || !(text.includes(SMUGGLED) || text.includes('"tax_amount":-5')),
    })
    await barrage(target, ['{"__proto__":{"admin":true}}', '{"constructor":{"prototype":{"admin":true}}}'], {
      sent: (body) => ({ body, headers: asJson }),
    })
  })
})

describe.each(withQuery)('the query of %s', (_name, target) => {
  const parameters = (target.operation.parameters ?? []).filter(({ in: where }) => where === 'query')
  const { isAuth } = target
  const required = requiredQueries[target.path]
  const asQuery = (query: string): Sent => ({ url: `${urlOf(target)}?${required ? `${required}&` : ''}${query}` })
  const isNamed = (answer: TestAnswer, name: string) =>
    isRefused(answer) &&
    (isAuth ? answer.text.includes(`"path":"${name}`) || answer.text.includes(`Invalid ${name}`) : names(answer, isAuth, ['query', name]))

  test('with text that the database cannot store is refused with the name of the parameter, or causes a redirect', async () => {
    await barrage(
      target,
      parameters.map(({ name, schema }) =>
        schema.type === 'object' ? { name, query: `${name}[a]=x%00` } : { name, query: `${name}=x%00` },
      ),
      {
        sent: ({ query }) => asQuery(query),
        expected: (answer, { name }) => (anyText.has(target.path) ? isForBrowser(answer) : isNamed(answer, name)),
      },
    )
  })

  test('with any content gets an answer in the error shape', { timeout: BARRAGE_MS }, async () => {
    const queries = parameters.flatMap(({ name }) => [
      ...PLAIN_QUERIES.map((value) => `${name}=${value}`),
      `${name}=%ED%A0%80`,
      `${name}=%`,
      `${name}`,
      `${name}=${'x'.repeat(5000)}`,
      `${name}=${'%25_'.repeat(100)}`,
      `${name}[]=x`,
      `${name}[a][b]=x`,
      `${name}[__proto__]=x`,
      `${name}[constructor]=x&${name}[constructor]=y`,
      `${name}=a&${name}[b]=c`,
      Array.from({ length: 150 }, () => `${name}=${UNKNOWN}`).join('&'),
      Array.from({ length: 150 }, (_, index) => `${name}[k${index}]=v`).join('&'),
    ])
    await barrage(target, [...queries, '__proto__=x', 'constructor[prototype]=x', '&&&===', `${'a'.repeat(5000)}=1`], { sent: asQuery })
  })

  const isPaged = parameters.some(({ name }) => name === 'page')
  if (isPaged)
    test('accepts integers from 1 for its page and its limit', async () => {
      const refused = ['page', 'limit'].flatMap((name) => INVALID_PAGES.map((value) => ({ name, query: `${name}=${value}` })))
      await barrage(target, refused, { sent: ({ query }) => asQuery(query), expected: (answer, { name }) => isNamed(answer, name) })
      await barrage(target, ['page=2147483648', 'page=999999999999999&limit=999999999999999', 'limit=100000', 'page=9007199254740'], {
        sent: asQuery,
        expected: ({ status, json }) => (status === 404 && target.path.includes('{')) || (status === 200 && itemsOf(json).length <= 100),
      })
    })

  const [property] = parameters.find(({ name }) => name === 'sorting')?.schema.items?.enum ?? []
  if (property !== undefined)
    test('accepts only declared properties for sorting', async () => {
      const orders = ['', ...'nothing - --created_at created_at;drop created_at,name CREATED_AT __proto__ created_at%20desc'.split(' ')]
      const many = Array.from({ length: 150 }, () => `sorting=${property}`).join('&')
      await barrage(target, [...orders.map((order) => `sorting=${order}`), `sorting=${property}&sorting=x`, 'sorting[a]=b', many], {
        sent: asQuery,
        expected: (answer) => isNamed(answer, 'sorting'),
      })
      await barrage(target, [`sorting=${property}&sorting=-${property}&sorting=${property}`], {
        sent: asQuery,
        expected: ({ status }) => status === 200,
      })
    })

  const ids = parameters.filter(({ schema }) => schema.items?.format === 'uuid')
  if (ids.length > 0)
    test('finds nothing by unknown ids, and refuses invalid ids by name', async () => {
      await barrage(target, ids, {
        sent: ({ name }) => asQuery(`${name}=${UNKNOWN}&${name}=${UNKNOWN.toUpperCase()}`),
        expected: (answer) => answer.status === 200 && isEmptyList(answer),
      })
      await barrage(target, ids, {
        sent: ({ name }) => asQuery(`${name}=${UNKNOWN}&${name}=7`),
        expected: (answer, { name }) => isNamed(answer, name),
      })
    })
})

describe.each(withPath)('the path of %s', (_name, target) => {
  const [, name = ''] = /\{(\w+)\}/.exec(target.path) ?? []
  const query = requiredQueries[target.path]
  const at = (value: string) => target.path.replace(/\{\w+\}/, () => value).replaceAll(/\{\w+\}/g, UNKNOWN) + (query ? `?${query}` : '')
  const body = target.method === 'GET' ? {} : { body: schemaOf(target) ? sampleOf(schemaOf(target) ?? {}, spec) : {} }

  test('with an unknown id gets 404, and with a wrong signature 400', async () => {
    const unknown = name === 'id' ? UNKNOWN : newToken(prefixes.checkout)
    const answer = await call(target, { url: at(unknown), ...body })
    expect([faultIn(answer, target.isAuth), answer.status]).toEqual([undefined, target.path.endsWith('/downloadables/{token}') ? 400 : 404])
  })

  test('with any content is refused', async () => {
    const values = ['x', '%00', 'x%00y', '%ED%A0%80', '%', '%2', '%zz', 'x'.repeat(400), 'x'.repeat(600), '..%2f..%2fetc', '%0d%0aX:1']
    const more = [
      "'%20or%201=1--",
      '%F0%9F%92%A9',
      '00000000-0000-0000-0000-000000000000',
      `${UNKNOWN}%20`,
      `%7B${UNKNOWN}%7D`,
      '-1',
      '%252e',
    ]
    await barrage(target, [...values, ...more], { sent: (value) => ({ url: at(value), ...body }), expected: isRefused })
    const unstorable = await call(target, { url: at('x%00'), ...body })
    expect([unstorable.status, locationsOf(unstorable, target.isAuth)]).toEqual([422, [`path.${name}`]])
  })
})

describe.each(operations)('the headers of %s', (_name, target) => {
  test('with any content get an answer in the error shape', { timeout: BARRAGE_MS }, async () => {
    const body = target.method === 'GET' ? {} : { body: {} }
    await barrage(target, STRANGE_HEADERS, { sent: (headers) => ({ ...body, headers }) })
  })

  if (!target.isAuth && target.method !== 'GET' && !rawBodies.has(target.path))
    test('with an invalid idempotency key are refused with the name of the header', async () => {
      for (const key of ['', 'x'.repeat(256), 'two words', '\u00e9']) {
        const least = schemaOf(target) ? sampleOf(schemaOf(target) ?? {}, spec) : undefined
        const answer = await call(target, { headers: { 'idempotency-key': key }, ...(least !== undefined && { body: least }) })
        expect([key, answer.status, locationsOf(answer, false)]).toEqual([key, 422, ['header.Idempotency-Key']])
      }
    })
})

describe.each(withBody.filter(([, { isAuth }]) => isAuth))('a form at %s', (_name, target) => {
  const form = { 'content-type': 'application/x-www-form-urlencoded' }

  test('with any content gets an answer in the error shape', { timeout: BARRAGE_MS }, async () => {
    const fields = fieldsOf(schemaOf(target) ?? {}, spec).filter(({ path }) => path.length === 1)
    const forms = fields.flatMap(({ path: [name] }) => [
      `${name}=%00`,
      `${name}=%`,
      `${name}=%ED%A0%80`,
      `${name}[a]=b`,
      `${name}=1&${name}=2`,
    ])
    const more = ['%00=x', '=', '&'.repeat(1000), '__proto__=x', '__proto__[a]=x', 'a[__proto__]=x', 'x=y&'.repeat(100_000), '{"a":1}']
    await barrage(target, [...forms, ...more], { sent: (body) => ({ body, headers: form }) })
    await barrage(target, [`name=${'x'.repeat(2 * 1024 * 1024)}`], {
      sent: (body) => ({ body, headers: form }),
      expected: ({ status }) => status === 413,
    })
  })

  test('with text that the database cannot store is refused with the name of the field, or causes a redirect', async () => {
    const fields = fieldsOf(schemaOf(target) ?? {}, spec).filter(({ path }) => path.length === 1)
    await barrage(target, fields, {
      sent: ({ path: [name] }) => ({ body: `${name}=x%00`, headers: form }),
      expected: (answer, { path }) => (anyText.has(target.path) ? isForBrowser(answer) : isRefused(answer) && names(answer, true, path)),
    })
  })
})

test('malformed HTTP is refused with 4xx and does not stop the server', async () => {
  const address = new URL(await server.listen())
  const heads = [
    'GET /api/auth/ok HTTP/1.1\r\nhost: x\r\nuser-agent: a\u0000b\r\n\r\n',
    'GET /v1/products/\u0000 HTTP/1.1\r\nhost: x\r\n\r\n',
    'GET /v1/products/ HTTP/1.1\r\nhost: x\r\nhost: y\r\n\r\n',
    'GET /v1/products/ HTTP/1.1\r\n\r\n',
    'POST /v1/products/ HTTP/1.1\r\nhost: x\r\ncontent-length: 5\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n',
    'POST /v1/products/ HTTP/1.1\r\nhost: x\r\ncontent-length: -1\r\n\r\n',
    'POST /v1/products/ HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked\r\n\r\nzz\r\n',
    'GET http:// HTTP/1.1\r\nhost: x\r\n\r\n',
    'NOTHING\r\n\r\n',
    `GET /v1/products/ HTTP/1.1\r\nhost: x\r\ncookie: ${'x'.repeat(20_000)}\r\n\r\n`,
  ]
  for (const head of heads) {
    const socket = connect(Number(address.port), address.hostname)
    let received = ''
    socket.setEncoding('latin1').on('data', (chunk: string) => {
      received += chunk
    })
    socket.end(Buffer.from(head, 'latin1'))
    await once(socket, 'close')
    expect([head.slice(0, 80), received.slice(0, 12)]).toEqual([head.slice(0, 80), expect.stringMatching(/^HTTP\/1\.1 4\d\d/)])
  }
  expect((await server.request('GET', '/readyz')).status).toBe(200)
})

/** Reads that need one of two parameters, or an active team, or that redirect the browser which a provider sends back. */
const takesOneOfSeveral = /\/(get-role|get-user|list-team-members|linked-accounts\/\w+\/callback)$/

test('after all bad input everything that was stored can be read', async () => {
  // Lists of an organization need an active one.
  const organization = { name: 'Shown at last', slug: newSlug() }
  expect((await server.request('POST', '/api/auth/organization/create', { body: organization, headers: asUser })).status).toBe(200)
  const requiresParameters = ({ operation, path }: Target) =>
    takesOneOfSeveral.test(path) || path === '/v1/stripe/key' || (operation.parameters?.some(({ required }) => required) ?? false)
  const reads = operations.filter(([, each]) => each.method === 'GET' && !each.path.includes('{') && !requiresParameters(each))
  for (const [name, target] of reads) expect([name, (await call(target)).status]).toEqual([name, 200])
})
