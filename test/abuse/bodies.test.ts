// Every operation with a body × each of its fields × a body that is as large as the operation takes, full of entries in that field, and
// one of 1 MB: without a session or a token, and as an owner.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { BODY_LIMIT } from '#platform/http/input/body.ts'
import { composition } from '#server/app.ts'
import { aMerchant, type TestMerchant } from '#test/support/a-merchant.ts'
import { type TestServer, testServer } from '#test/support/server.ts'

const MEGABYTE = 1024 * 1024
const ANSWER_BYTES = 100 * 1024
const UNKNOWN = '019a2f3c-7b5e-7c40-9a51-3f0d8e6b1c22'
/** The processor time of one request, in times of parsing 1 MB of small values: independent of the machine and of what else it does. */
const HELD_PARSES = 20

let server: TestServer
let merchant: TestMerchant
/** The processor time of parsing 1 MB of small values, in milliseconds. */
let parseMs: number

beforeAll(async () => {
  server = await testServer()
  parseMs = referenceMs()
  merchant = await aMerchant(server)
})
afterAll(() => server.close())

// The processor time of this thread, in milliseconds.
function cpuMs(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}

// The best of several times.
function referenceMs(): number {
  const text = bodyOf('field', entries.object, MEGABYTE)
  const times = Array.from({ length: 9 }, () => {
    const start = cpuMs()
    JSON.parse(text)
    return cpuMs() - start
  })
  return Math.min(...times)
}

const entries = {
  object: (at: number) => `"${at}":[]`,
  list: (_at: number) => '{}',
  text: (_at: number) => 'a',
}

function bodyOf(field: string, entry: (at: number) => string, bytes: number): string {
  const isText = entry(0) === 'a'
  const [open, close] = isText ? ['"', '"'] : entry(0).startsWith('"') ? ['{', '}'] : ['[', ']']
  const remaining = bytes - field.length - 20
  const parts: string[] = []
  if (isText) parts.push('a'.repeat(remaining))
  else
    for (let length = 0; length < remaining - 12; ) {
      const part = entry(parts.length)
      parts.push(part)
      length += part.length + 1
    }
  return `{${JSON.stringify(field)}:${open}${parts.join(isText ? '' : ',')}${close}}`
}

const routes = composition.routes.filter(({ body }) => body !== undefined)

/** The fields of a body, and one that it does not have. */
function fieldsOf(schema: unknown): string[] {
  const { shape } = schema as { readonly shape?: Readonly<Record<string, unknown>> }
  return [...Object.keys(shape ?? {}), 'unknown_field']
}

test('every route with a body is tested with at least one field', () => {
  expect(routes.length).toBeGreaterThan(40)
})

test.each(routes.map((route) => [`${route.method} ${route.path}`, route] as const))(
  '%s answers a body full of entries briefly and at once',
  async (_, { method, path, body, bodyLimit = BODY_LIMIT }) => {
    const url = path.replace('{client_secret}', 'gh_cs_unknown').replace(/\{[a-z_]+\}/g, UNKNOWN)
    const send = (text: string, headers: Readonly<Record<string, string>>) =>
      server.request(method, url, { headers: { 'content-type': 'application/json', ...headers }, body: text })
    for (const field of fieldsOf(body)) {
      for (const entry of Object.values(entries)) {
        for (const headers of [{}, path.startsWith('/v1/') ? merchant.headers : { cookie: merchant.cookie }]) {
          const text = bodyOf(field, entry, bodyLimit)
          const attempt = async () => {
            const start = cpuMs()
            const answer = await send(text, headers)
            return { answer, heldMs: cpuMs() - start }
          }
          let { answer, heldMs } = await attempt()
          // The collector may have run; a request that is too long is so every time.
          for (let at = 0; at < 2 && heldMs > HELD_PARSES * parseMs; at += 1) ({ answer, heldMs } = await attempt())
          expect(answer.status, `${field}: ${answer.text.slice(0, 200)}`).toBeLessThan(500)
          expect(Buffer.byteLength(answer.text), field).toBeLessThan(ANSWER_BYTES)
          expect(heldMs, `${field}, where parsing takes ${parseMs}`).toBeLessThan(HELD_PARSES * parseMs)
        }
      }
    }
    const large = await send(
      bodyOf('unknown_field', (at) => `"${at}":[]`, MEGABYTE),
      {},
    )
    expect(large.status).toBeLessThan(500)
    expect(Buffer.byteLength(large.text)).toBeLessThan(ANSWER_BYTES)
  },
)

test('a body of 1 MB is refused by its size before anything of it is read', async () => {
  const body = bodyOf('custom_field_data', (at) => `"${at}":[]`, MEGABYTE)
  const headers = { 'content-type': 'application/json' }
  const answer = await server.request('PATCH', '/v1/checkouts/client/x', { headers, body })
  expect([answer.status, answer.roundTrips]).toEqual([413, 0])
})
