// Golden files: the exact answers of the running server, with placeholders for values that change on each run. A changed file is a changed contract.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import stringify from 'json-stringify-pretty-compact'
import { expect } from 'vitest'
import type { ReceivedWebhook } from '../a-receiver.ts'
import { withoutReferences, withReferences } from './references.ts'

const FOLDER = new URL('../../wire/golden/', import.meta.url)
const HINT = 'An answer differs from its golden file. To accept the change: GOLDEN=write npm test -- golden, and a line in CHANGELOG.md.'
/** A value that fits into a line of this many characters is written in one. */
const LINE_MAX = 140
/** Headers that are not part of the contract. */
const IGNORED_HEADERS = new Set(['date', 'connection', 'keep-alive', 'content-length', 'transfer-encoding', 'x-request-id'])
/** Headers of a webhook delivery that are part of the contract. */
const DELIVERY_HEADERS = ['content-type', 'user-agent', 'webhook-id', 'webhook-timestamp', 'webhook-signature']

/** A request of a scenario; `as` names the caller. */
export interface GoldenRequest {
  /** The operation as in the OpenAPI document: `GET /v1/products/{id}`. */
  readonly operation: string
  readonly as: string
  readonly path?: Readonly<Record<string, string>>
  readonly query?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: unknown
}

/** The answer, for the next steps of the scenario. */
export interface GoldenResponse {
  readonly status: number
  // biome-ignore lint/suspicious/noExplicitAny: a test states the shape it expects by what it compares with
  readonly json: any
  /** The `Cookie` header that a browser would send from now on. */
  readonly cookie: string
}

/** Callers by name, with the headers that identify them. */
export type Callers = Readonly<Record<string, Readonly<Record<string, string>>>>

/** One golden file. */
export interface GoldenFile {
  /** Sends a request over HTTP and records the answer. */
  send(request: GoldenRequest): Promise<GoldenResponse>
  /** Records received webhooks, ordered by the sequence of the events: the states of customers at the end. */
  received(deliveries: readonly ReceivedWebhook[]): void
  /** Compares the records with the file, or writes it with `GOLDEN=write`. */
  close(): void
}

/** The golden files of one server. `operations` collects the requested operations. */
export interface GoldenSuite {
  readonly operations: ReadonlySet<string>
  readonly callers: Record<string, Readonly<Record<string, string>>>
  file(name: string): GoldenFile
}

interface GoldenSuiteState {
  readonly baseUrl: string
  readonly operations: Set<string>
  readonly callers: Callers
  /** Called after each answer, to advance the time of the scenario. */
  readonly after: () => void
}

/** Opens the golden files of the server at `baseUrl`; `after` is called after each answer. */
export function openGoldenSuite(baseUrl: string, after: () => void): GoldenSuite {
  const operations = new Set<string>()
  const callers: Record<string, Readonly<Record<string, string>>> = { nobody: {} }
  return { operations, callers, file: (name) => openGoldenFile(name, { baseUrl, operations, callers, after }) }
}

function openGoldenFile(name: string, { baseUrl, operations, callers, after }: GoldenSuiteState): GoldenFile {
  const lines: unknown[] = []
  let firstHeaders: Record<string, string> | undefined
  return {
    send: async (request) => {
      operations.add(request.operation)
      const answer = await send(baseUrl, request, callers[request.as] ?? {})
      const text = await textOf(answer)
      const headers = headersOf(answer)
      const isUnchanged = ([header, value]: [string, string]) => firstHeaders?.[header] === value
      const changed = firstHeaders && Object.fromEntries(Object.entries(headers).filter((each) => !isUnchanged(each)))
      const missing = Object.keys(firstHeaders ?? {}).filter((header) => headers[header] === undefined)
      firstHeaders ??= headers
      lines.push({
        request: requestOf(request),
        status: `${answer.status} ${answer.statusText}`,
        headers: changed ?? headers,
        ...(missing.length > 0 && { without: missing }),
        ...(answer.headers.getSetCookie().length > 0 && { cookies: answer.headers.getSetCookie() }),
        ...(text !== '' && { body: parsed(text) }),
      })
      after()
      return { status: answer.status, json: parsed(text), cookie: cookieOf(answer) }
    },
    received: (deliveries) => {
      const received = deliveries.map(({ headers, body }) => ({
        headers: Object.fromEntries(DELIVERY_HEADERS.flatMap((header) => (headers[header] ? [[header, headers[header]]] : []))),
        body: JSON.parse(body) as { readonly type: string; readonly sequence: number },
      }))
      // A job emits the state of a customer two seconds after its last change: before or after other jobs of that time.
      const isState = ({ body }: (typeof received)[number]) => Number(body.type === 'customer.state_changed')
      const ordered = received.toSorted((a, b) => isState(a) - isState(b) || a.body.sequence - b.body.sequence)
      lines.push(...ordered.map((each) => ({ received: each })))
    },
    close: () => compare(name, withPlaceholders(JSON.stringify(lines, null, 2))),
  }
}

function compare(name: string, answers: string): void {
  const file = new URL(`${name}.json`, FOLDER)
  const stored = existsSync(file) ? JSON.stringify(withoutReferences(JSON.parse(readFileSync(file, 'utf8'))), null, 2) : '[]'
  const isSame = withoutKeyOrder(answers) === withoutKeyOrder(stored)
  if (process.env['GOLDEN'] === 'write' && !isSame)
    writeFileSync(file, `${stringify(withReferences(JSON.parse(answers)), { maxLength: LINE_MAX })}\n`)
  else expect(withoutKeyOrder(answers), HINT).toBe(withoutKeyOrder(stored))
}

/**
 * The text of a golden file in a form that does not depend on the order of keys, which JSON gives no meaning: keys are sorted, also in
 * JSON that is the text of a value, and placeholders are numbered anew by their first appearance.
 */
export function withoutKeyOrder(text: string): string {
  const numbers = new Map<string, string>()
  const counts = new Map<string, number>()
  return JSON.stringify(sortedKeys(JSON.parse(text)), null, 2).replace(/<([a-z ]+) \d+>/g, (placeholder, kind: string) => {
    const number = numbers.get(placeholder) ?? `<${kind} ${(counts.get(kind) ?? 0) + 1}>`
    if (!numbers.has(placeholder)) counts.set(kind, (counts.get(kind) ?? 0) + 1)
    numbers.set(placeholder, number)
    return number
  })
}

function sortedKeys(value: unknown): unknown {
  if (typeof value === 'string') return sortedKeysOfText(value)
  if (Array.isArray(value)) return value.map(sortedKeys)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, each]) => [key, sortedKeys(each)]),
  )
}

// JSON inside a text, as in the body of a delivery or the data of an event stream. A placeholder there stands for a bare number.
function sortedKeysOfText(text: string): string {
  return text.replace(/(?<=^(?:data: )?)\{.*\}$/gm, (found) => {
    const value = parsed(found.replace(/:(<[^>]+>)/g, ':"$1"'))
    return typeof value === 'string' ? found : JSON.stringify(sortedKeys(value))
  })
}

function requestOf({ operation, as, path, query, headers, body }: GoldenRequest): Readonly<Record<string, unknown>> {
  return {
    as,
    operation,
    ...(path && { path }),
    ...(query !== undefined && { query }),
    ...(headers && { headers }),
    ...(body !== undefined && { body }),
  }
}

function send(
  baseUrl: string,
  { operation, path = {}, query, headers, body }: GoldenRequest,
  callerHeaders: Readonly<Record<string, string>>,
) {
  const [method = 'GET', pattern = ''] = operation.split(' ')
  const url = pattern.replace(/\{(\w+)\}/g, (_, name: string) => path[name] ?? '')
  return fetch(`${baseUrl}${url}${query === undefined ? '' : `?${query}`}`, {
    method,
    redirect: 'manual',
    headers: { ...(body !== undefined && { 'content-type': 'application/json' }), ...callerHeaders, ...headers },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  })
}

// An event stream is read up to its first event.
async function textOf(answer: Response): Promise<string> {
  if (!answer.headers.get('content-type')?.startsWith('text/event-stream')) return answer.text()
  const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader()
  let text = ''
  while (reader && !/^data: .*\n\n/m.test(text)) {
    const { value, done } = await reader.read()
    if (done) break
    text += value
  }
  await reader?.cancel()
  return text
}

function headersOf(answer: Response): Record<string, string> {
  const expected = [...answer.headers].filter(([header]) => !IGNORED_HEADERS.has(header) && header !== 'set-cookie')
  return Object.fromEntries(expected.map(([header, value]) => [header, header === 'etag' ? '"<etag>"' : value]))
}

function cookieOf(answer: Response): string {
  const current = answer.headers.getSetCookie().filter((line) => !/; Max-Age=0(;|$)/.test(line))
  return current.map((line) => line.split(';', 1)[0]).join('; ')
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

/** Values that change on each run, by kind; the first matching pattern decides. */
const VOLATILE: readonly (readonly [kind: string, pattern: string])[] = [
  ['copy', '(?<=session_data=)[\\w-]{200,}'],
  ['mail token', '\\beyJ[\\w-]+\\.[\\w-]+\\.[\\w-]{43}'],
  ['signed token', '[A-Za-z0-9]{32}(?:%3A(?:true)?)?\\.[A-Za-z0-9%]{40,}(?=;)'],
  ['address token', '(?<=/storage/\\w+\\?token=)v1\\.[\\w.-]+'],
  ['challenge', '(?<=code_challenge=)[\\w-]{43}'],
  ['download signature', '(?<=[0-9a-f]\\.1[78]\\d{8}\\.)[\\w-]{43}'],
  ['signing secret', '(?<=whsec_)[A-Za-z0-9+/]{43}='],
  ['secret', '(?<=[a-z]_)[0-9A-Za-z]{43}'],
  ['license key', '[0-9A-F]{8}(?:-[0-9A-F]{4}){3}-[0-9A-F]{12}(?=[",])'],
  ['short key', '(?<=\\*{4}-)[0-9A-F]{6}'],
  ['id', '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}'],
  ['time', '\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d(?:\\.\\d+)?Z'],
  ['seconds', '\\b1[78]\\d{8}\\b'],
  ['signature', '(?<=v1,)[A-Za-z0-9+/]{43}='],
  ['token', '\\b[A-Za-z0-9]{32}\\b'],
  ['link secret', '(?<="token": ?")[0-9A-Za-z]{43}(?=")'],
  ['portal code', '(?<="code": ?")[A-HJ-NP-Z2-9]{6}(?=")'],
  ['reset token', '(?<=token"?[:=] ?"?)[A-Za-z0-9]{24}\\b'],
  ['receiver', '(?<=http:)//127\\.0\\.0\\.1:\\d+'],
  ['hue', '(?<=hsl\\()\\d+'],
  ['duration', '(?<="duration(?:_ms|Ms)": )\\d+'],
  ['bytes', '(?<="(?:databaseBytes|freeBytes)": )(?:null|\\d+)'],
  ['database version', '(?<="database": ")\\d+\\.\\d+[^"]*'],
  ['migration', '(?<="schema": ")\\d{4}_\\w+'],
  ['kind of database', '(?<="isEmbedded": )(?:true|false)'],
  ['sequence', '(?<="sequence": |\\\\"sequence\\\\":)\\d+'],
]
const ANY_VOLATILE = new RegExp(VOLATILE.map(([, pattern]) => `(${pattern})`).join('|'), 'g')

/** Replaces the values that change on each run by their kind and the order of their first appearance: `<id 3>`. */
export function withPlaceholders(text: string): string {
  const known = new Map<string, string>()
  const counts = new Map<string, number>()
  const replaced = text.replace(ANY_VOLATILE, (found, ...groups: unknown[]) => {
    const [kind = ''] = VOLATILE[groups.findIndex((group) => group !== undefined)] ?? []
    if (kind === 'hue' || kind === 'duration') return `<${kind}>`
    const key = `${kind} ${found}`
    if (!known.has(key)) {
      counts.set(kind, (counts.get(kind) ?? 0) + 1)
      known.set(key, `<${kind} ${counts.get(kind)}>`)
    }
    return known.get(key) ?? ''
  })
  // A placeholder for a number becomes text, so that the file is valid JSON.
  return replaced.replace(/": (<[^>]+>)/g, '": "$1"')
}
