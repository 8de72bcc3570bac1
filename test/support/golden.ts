// Answers of the running server written down word for word, but for what is new each time: a changed file is a changed promise.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { expect } from 'vitest'
import type { Received } from './a-receiver.ts'

const FOLDER = new URL('../wire/golden/', import.meta.url)
const HOW = 'An answer differs from what is promised. Where that is wanted: GOLDEN=write npm test -- golden, and a line in CHANGELOG.md.'
/** Headers that no promise is about. */
const UNPROMISED = new Set(['date', 'connection', 'keep-alive', 'content-length', 'transfer-encoding', 'x-request-id'])
/** Headers of a delivery that belong to the connection or tell of this moment. */
const DELIVERY_HEADERS = ['content-type', 'user-agent', 'webhook-id', 'webhook-timestamp', 'webhook-signature']

/** A request as the story tells it: `as` is who asks, for whoever reads. */
export interface Asked {
  /** The operation as the documents name it: `GET /v1/products/{id}`. */
  readonly operation: string
  readonly as: string
  readonly path?: Readonly<Record<string, string>>
  readonly query?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: unknown
}

/** The answer as the story goes on with it. */
export interface Told {
  readonly status: number
  // biome-ignore lint/suspicious/noExplicitAny: a test states the shape it expects by what it compares with
  readonly json: any
  /** The `Cookie` header that a browser would send from now on. */
  readonly cookie: string
}

/** Who asks: the headers by which they are known. */
export type Callers = Readonly<Record<string, Readonly<Record<string, string>>>>

/** One file of answers. */
export interface Chapter {
  /** Asks over the wire and writes the answer down. */
  ask(asked: Asked): Promise<Told>
  /** Writes down what a receiver of webhooks got, by the sequence of the events. */
  received(deliveries: readonly Received[]): void
  /** Compares with the file, or writes it where `GOLDEN=write`. */
  close(): void
}

/** A book of chapters about one server. `operations` gathers what was asked. */
export interface Book {
  readonly operations: ReadonlySet<string>
  readonly callers: Record<string, Readonly<Record<string, string>>>
  chapter(name: string): Chapter
}

interface Telling {
  readonly address: string
  readonly operations: Set<string>
  readonly callers: Callers
  /** Called after each answer, to let the story's time go on. */
  readonly after: () => void
}

/** Opens the book of the server that listens at `address`; `after` is called after each answer. */
export function openBook(address: string, after: () => void): Book {
  const operations = new Set<string>()
  const callers: Record<string, Readonly<Record<string, string>>> = { nobody: {} }
  return { operations, callers, chapter: (name) => openChapter(name, { address, operations, callers, after }) }
}

function openChapter(name: string, { address, operations, callers, after }: Telling): Chapter {
  const lines: unknown[] = []
  let usual: Record<string, string> | undefined
  return {
    ask: async (asked) => {
      operations.add(asked.operation)
      const answer = await send(address, asked, callers[asked.as] ?? {})
      const text = await textOf(answer)
      const headers = headersOf(answer)
      const isUsual = ([header, value]: [string, string]) => usual?.[header] === value
      const unusual = usual && Object.fromEntries(Object.entries(headers).filter((each) => !isUsual(each)))
      const missing = Object.keys(usual ?? {}).filter((header) => headers[header] === undefined)
      usual ??= headers
      lines.push({
        request: requestOf(asked),
        status: `${answer.status} ${answer.statusText}`,
        headers: unusual ?? headers,
        ...(missing.length > 0 && { without: missing }),
        ...(answer.headers.getSetCookie().length > 0 && { cookies: answer.headers.getSetCookie() }),
        ...(text !== '' && { body: parsed(text) }),
      })
      after()
      return { status: answer.status, json: parsed(text), cookie: cookieOf(answer) }
    },
    received: (deliveries) => {
      const told = deliveries.map(({ headers, body }) => ({
        headers: Object.fromEntries(DELIVERY_HEADERS.flatMap((header) => (headers[header] ? [[header, headers[header]]] : []))),
        body: JSON.parse(body) as { readonly sequence: number },
      }))
      lines.push(...told.toSorted((a, b) => a.body.sequence - b.body.sequence).map((each) => ({ received: each })))
    },
    close: () => compare(name, `${stable(JSON.stringify(lines, null, 2))}\n`),
  }
}

function compare(name: string, written: string): void {
  const file = new URL(`${name}.json`, FOLDER)
  if (process.env['GOLDEN'] === 'write') writeFileSync(file, written)
  const promised = existsSync(file) ? readFileSync(file, 'utf8') : ''
  expect(written, HOW).toBe(promised)
}

function requestOf({ operation, as, path, query, headers, body }: Asked): Readonly<Record<string, unknown>> {
  return {
    as,
    operation,
    ...(path && { path }),
    ...(query !== undefined && { query }),
    ...(headers && { headers }),
    ...(body !== undefined && { body }),
  }
}

function send(address: string, { operation, path = {}, query, headers, body }: Asked, who: Readonly<Record<string, string>>) {
  const [method = 'GET', pattern = ''] = operation.split(' ')
  const url = pattern.replace(/\{(\w+)\}/g, (_, name: string) => path[name] ?? '')
  return fetch(`${address}${url}${query === undefined ? '' : `?${query}`}`, {
    method,
    redirect: 'manual',
    headers: { ...(body !== undefined && { 'content-type': 'application/json' }), ...who, ...headers },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  })
}

// A stream of events is read up to its first event.
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
  const promised = [...answer.headers].filter(([header]) => !UNPROMISED.has(header) && header !== 'set-cookie')
  return Object.fromEntries(promised.map(([header, value]) => [header, header === 'etag' ? '"<etag>"' : value]))
}

function cookieOf(answer: Response): string {
  const kept = answer.headers.getSetCookie().filter((line) => !/; Max-Age=0(;|$)/.test(line))
  return kept.map((line) => line.split(';', 1)[0]).join('; ')
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

/** What is new each time, by kind; the first pattern that fits a place names it. */
const FRESH: readonly (readonly [kind: string, pattern: string])[] = [
  ['copy', '(?<=session_data=)[\\w-]{200,}'],
  ['mail token', '\\beyJ[\\w-]+\\.[\\w-]+\\.[\\w-]{43}'],
  ['signed token', '[A-Za-z0-9]{32}(?:%3A(?:true)?)?\\.[A-Za-z0-9%]{40,}(?=;)'],
  ['challenge', '(?<=code_challenge=)[\\w-]{43}'],
  ['secret', '(?<=[a-z]_)[0-9A-Za-z]{43}'],
  ['id', '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}'],
  ['time', '\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d(?:\\.\\d+)?Z'],
  ['seconds', '\\b1[78]\\d{8}\\b'],
  ['signature', '(?<=v1,)[A-Za-z0-9+/]{43}='],
  ['token', '\\b[A-Za-z0-9]{32}\\b'],
  ['reset token', '(?<=token"?[:=] ?"?)[A-Za-z0-9]{24}\\b'],
  ['receiver', '(?<=http:)//127\\.0\\.0\\.1:\\d+'],
  ['hue', '(?<=hsl\\()\\d+'],
  ['duration', '(?<="duration_ms": )\\d+'],
  ['sequence', '(?<="sequence": |\\\\"sequence\\\\":)\\d+'],
]
const ANY_FRESH = new RegExp(FRESH.map(([, pattern]) => `(${pattern})`).join('|'), 'g')

/** The text with all that is new each time replaced by its kind and the order of its first appearance: `<id 3>`. */
export function stable(text: string): string {
  const known = new Map<string, string>()
  const counts = new Map<string, number>()
  const replaced = text.replace(ANY_FRESH, (found, ...groups: unknown[]) => {
    const [kind = ''] = FRESH[groups.findIndex((group) => group !== undefined)] ?? []
    if (kind === 'hue' || kind === 'duration') return `<${kind}>`
    const key = `${kind} ${found}`
    if (!known.has(key)) {
      counts.set(kind, (counts.get(kind) ?? 0) + 1)
      known.set(key, `<${kind} ${counts.get(kind)}>`)
    }
    return known.get(key) ?? ''
  })
  // What stood for a number becomes text, so that the file is JSON.
  return replaced.replace(/": (<[^>]+>)/g, '": "$1"')
}
