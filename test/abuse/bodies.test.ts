// Every mounted route × each field of its body × a body full of entries in that field: one as large as the route reads, and one of
// 1 MB. Without a session or a token, and as an owner. The figures of all routes are printed as one table.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { PICTURE_BODY_LIMIT } from '#identity/pictures/wire.ts'
import { EVENTS_BODY_LIMIT } from '#money/usage/counts/wire.ts'
import { routes as builtIn } from '#platform/http/builtin/auth-basics.ts'
import { BODY_LIMIT } from '#platform/http/input/body.ts'
import { LARGE_BODY_LIMIT, type Route } from '#platform/http/route.ts'
import { composition } from '#server/app.ts'
import { aMerchant, type TestMerchant } from '#test/support/a-merchant.ts'
import { cookieHeader, PASSWORD } from '#test/support/a-user.ts'
import { type TestAnswer, type TestServer, testServer } from '#test/support/server.ts'
import { printTable, processorMs } from './figures.ts'

const MEGABYTE = 1024 * 1024
const ANSWER_BYTES = 100_000
/** The processor time of one request: nothing else is answered meanwhile. */
const HELD_MS = 200
/** The same in times of parsing 1 MB of small values: independent of the machine. */
const HELD_PARSES = 20
/** The number of times that 1 MB is parsed to measure it. */
const PARSES = 50
/** The longest name of a field, the brackets and the last entry. */
const OTHER_BYTES = 100
const UNKNOWN = '019a2f3c-7b5e-7c40-9a51-3f0d8e6b1c22'

/** One entry of a list, of an object, or of a text, by its position. */
const entries = {
  object: (at: number) => `"${at}":[]`,
  list: () => '{}',
  text: () => 'a',
}
const around = { object: ['{', '}'], list: ['[', ']'], text: ['"', '"'] } as const
type Kind = keyof typeof entries
const kinds = Object.keys(entries) as Kind[]

const filled = new Map<string, string>()

// The same entries for every field.
function entriesOf(kind: Kind, bytes: number): string {
  const known = filled.get(`${kind} ${bytes}`)
  if (known !== undefined) return known
  const parts: string[] = []
  for (let length = 0; length < bytes; ) {
    const part = entries[kind](parts.length)
    parts.push(part)
    length += part.length + (kind === 'text' ? 0 : 1)
  }
  const text = parts.join(kind === 'text' ? '' : ',')
  filled.set(`${kind} ${bytes}`, text)
  return text
}

function bodyOf(field: string, kind: Kind, bytes: number): string {
  const [open, close] = around[kind]
  return `{${JSON.stringify(field)}:${open}${entriesOf(kind, bytes - OTHER_BYTES)}${close}}`
}

interface Figures {
  requests: number
  bytes: number
  heldMs: number
}

const routes = [...builtIn, ...composition.routes]
const figures = new Map<string, Figures>()
let server: TestServer
let merchant: TestMerchant
/** The owner's session. */
let cookie = ''
/** The processor time of parsing 1 MB of small values, in milliseconds. */
let parseMs: number

beforeAll(async () => {
  server = await testServer()
  const text = bodyOf('field', 'object', MEGABYTE)
  // The mean, because a system may count processor time in steps that are longer than one parse.
  const start = processorMs()
  for (let at = 0; at < PARSES; at += 1) JSON.parse(text)
  parseMs = (processorMs() - start) / PARSES
  merchant = await aMerchant(server)
})
afterAll(async () => {
  await server.close()
  const rows = [...figures].map(([name, { requests, bytes, heldMs }]) => [name, String(requests), String(bytes), heldMs.toFixed(1)])
  printTable(`Bodies of 1 MB and of each route's limit; parsing 1 MB takes ${parseMs.toFixed(1)} ms of processor time.`, [
    ['route', 'requests', 'largest answer (bytes)', 'longest (ms)'],
    ...rows,
  ])
})

// Some of the routes end the owner's session.
async function ownerHeaders(): Promise<Readonly<Record<string, string>>> {
  const headers = { cookie, origin: server.settings.BASE_URL }
  if (cookie && (await server.request('GET', '/api/auth/get-session', { headers })).json) return headers
  const body = { email: merchant.owner.email, password: PASSWORD }
  cookie = cookieHeader(await server.request('POST', '/api/auth/sign-in/email', { body }))
  const active = await server.request('POST', '/api/auth/organization/set-active', {
    headers: { ...headers, cookie },
    body: { organizationId: merchant.organizationId },
  })
  expect(active.status).toBe(200)
  return { ...headers, cookie }
}

/** The fields of a body, and one that no body has. */
function fieldsOf({ body }: Route): string[] {
  const { shape } = (body ?? {}) as { readonly shape?: Readonly<Record<string, unknown>> }
  return [...Object.keys(shape ?? {}), 'unknown_field']
}

const isTooLong = (ms: number) => ms > HELD_MS || ms > HELD_PARSES * parseMs

// The collector may have run; a request that is too long is so every time.
async function leastHeld(send: () => Promise<TestAnswer>): Promise<{ readonly answer: TestAnswer; readonly heldMs: number }> {
  let heldMs = Number.POSITIVE_INFINITY
  for (let at = 0; ; at += 1) {
    const start = processorMs()
    const answer = await send()
    heldMs = Math.min(heldMs, processorMs() - start)
    if (at === 2 || !isTooLong(heldMs)) return { answer, heldMs }
  }
}

test('no route reads a body of more than 256 KiB but those that take a picture or many events', () => {
  expect(routes.length).toBeGreaterThan(100)
  const limits = [...new Set(routes.map(({ bodyLimit = BODY_LIMIT }) => bodyLimit))]
  expect(limits.filter((limit) => limit > LARGE_BODY_LIMIT)).toEqual([PICTURE_BODY_LIMIT, EVENTS_BODY_LIMIT])
})

test.each(routes.map((route) => [`${route.method} ${route.path}`, route] as const))(
  '%s answers a body full of entries briefly and at once',
  async (name, route) => {
    const { method, path, access, bodyLimit = BODY_LIMIT } = route
    // The answer of a stream never ends; its body is not read either.
    const url = path.replace(/\{[a-z_]*secret\}/, 'gh_cs_unknown').replace(/\{[a-z_]+\}/g, UNKNOWN)
    const figure: Figures = { requests: 0, bytes: 0, heldMs: 0 }
    figures.set(name, figure)
    const owner = access !== 'session' && path.startsWith('/v1/') ? merchant.headers : await ownerHeaders()
    for (const field of fieldsOf(route)) {
      const bodies = [...kinds.map((kind) => bodyOf(field, kind, bodyLimit)), bodyOf(field, 'object', MEGABYTE)]
      for (const body of bodies) {
        for (const caller of body.length > bodyLimit ? [owner] : [{}, owner]) {
          const headers = { 'content-type': 'application/json', ...caller }
          const { answer, heldMs } = await leastHeld(() => server.request(method, url, { headers, body }))
          figure.requests += 1
          figure.bytes = Math.max(figure.bytes, Buffer.byteLength(answer.text))
          figure.heldMs = Math.max(figure.heldMs, heldMs)
          expect(answer.status, `${field}: ${answer.text.slice(0, 200)}`).toBeLessThan(500)
          expect(Buffer.byteLength(answer.text), field).toBeLessThan(ANSWER_BYTES)
          expect(isTooLong(heldMs), `${field}: ${heldMs} ms, where parsing takes ${parseMs} ms`).toBe(false)
        }
      }
    }
  },
)

test('a body of 1 MB is refused by its size before anything of it is read', async () => {
  const body = bodyOf('custom_field_data', 'object', MEGABYTE)
  const headers = { 'content-type': 'application/json' }
  const answer = await server.request('PATCH', '/v1/checkouts/client/x', { headers, body })
  expect([answer.status, answer.roundTrips]).toEqual([413, 0])
})
