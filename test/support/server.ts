// The whole house in this process: every room, one shared database, a clock that stands still until a test moves it.
import { assemblePlatform } from '#platform/assemble.ts'
import { type MovableClock, movableClock } from '#platform/clock.ts'
import { readSettings, type Settings } from '#platform/config.ts'
import type { Passwords } from '#platform/crypto/passwords.ts'
import type { OpenDatabase } from '#platform/database/database.ts'
import type { PageSource } from '#platform/http/pages/source.ts'
import type { AnsweredRequest } from '#platform/http/request-context.ts'
import { buildServer, type Server } from '#platform/http/serve.ts'
import { createLog } from '#platform/log.ts'
import type { Platform } from '#platform/platform.ts'
import { createWorker } from '#platform/worker/worker.ts'
import { composition } from '#server/app.ts'
import { testDatabase } from './database.ts'

/** When the tests' time begins. */
export const START = new Date('2026-03-12T14:20:00.000Z')

/** An answer as a test reads it. */
export interface TestAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string | string[] | number | undefined>>
  readonly text: string
  /** The body as JSON; throws where it is none. */
  // biome-ignore lint/suspicious/noExplicitAny: a test states the shape it expects by what it compares with
  readonly json: any
  /** Set cookies by name: their whole `Set-Cookie` lines. */
  readonly cookies: ReadonlyMap<string, string>
  /** Messages that the request sent to the database, BEGIN and COMMIT included, and their texts. */
  readonly messages: number
  readonly texts: readonly string[]
}

/** What a test may send along. */
export interface TestRequest {
  readonly headers?: Readonly<Record<string, string>>
  /** Sent as JSON unless it is text. */
  readonly body?: unknown
  /** The client's address; `127.0.0.1` unless told. */
  readonly from?: string
}

/** The running house. */
export interface TestServer extends Server {
  readonly platform: Platform
  readonly settings: Settings
  readonly clock: MovableClock
  request(method: 'GET' | 'POST' | 'PATCH' | 'DELETE' | 'PUT' | 'HEAD' | 'OPTIONS', url: string, sent?: TestRequest): Promise<TestAnswer>
  /** Hands on all facts and runs all due jobs. */
  drain(): Promise<void>
  /** Listens on a free port of the loopback address; gives the base address. */
  listen(): Promise<string>
  close(): Promise<void>
}

/** What a test wants different. */
export interface TestServerWishes {
  /** Settings by name, over those of the tests: no limits, outbound calls to loopback, a fixed secret. */
  readonly settings?: Readonly<Record<string, string>>
  /** Another database than the shared one; it is closed with the server. */
  readonly database?: OpenDatabase
  readonly clock?: MovableClock
  readonly passwords?: Passwords
  /** Whether what others counted in the database is counted here too: they are instances of one house. */
  readonly keepsCounts?: boolean
  /** The pages of the web, for a browser. */
  readonly pages?: PageSource
}

const SETTINGS = {
  NODE_ENV: 'test',
  BASE_URL: 'http://localhost:3000',
  AUTH_SECRET: 'a secret of the tests that is long enough to be one',
  RATE_LIMIT_ENABLED: 'false',
  OUTBOUND_ALLOW: 'loopback',
  LOG_LEVEL: 'silent',
  DATA_DIR: 'data-that-no-test-writes',
}

/** Builds a house for a test; `close` it when it is of no more use. */
export async function testServer(wishes: TestServerWishes = {}): Promise<TestServer> {
  const settings = readSettings({ ...SETTINGS, ...wishes.settings })
  const clock = wishes.clock ?? movableClock(START)
  const database = wishes.database ?? (await testDatabase())
  // Houses of tests share database, beginning and networks: what one counted may keep nobody out of another.
  if (settings.RATE_LIMIT_ENABLED && !wishes.keepsCounts) await database.db.deleteFrom('limit_counts').execute()
  const brought = { clock, database, keepsDatabase: !wishes.database, log: createLog(settings) }
  const platform = await assemblePlatform(settings, { ...brought, ...(wishes.passwords && { passwords: wishes.passwords }) })
  const worker = createWorker({ platform, jobs: composition.jobs, listeners: composition.listeners })
  const answered = new Map<string, AnsweredRequest>()
  const server = await buildServer({
    platform,
    routes: composition.routes,
    callers: composition.callers,
    keepsTexts: true,
    ...(wishes.pages ? { pages: wishes.pages } : {}),
    onAnswered: (answer) => void answered.set(answer.requestId, answer),
  })
  return {
    ...server,
    platform,
    settings,
    clock,
    request: async (method, url, sent = {}) => {
      const isText = sent.body === undefined || typeof sent.body === 'string' || sent.body instanceof Buffer
      const answer = await server.app.inject({
        method,
        url,
        headers: { ...(isText ? {} : { 'content-type': 'application/json' }), ...sent.headers },
        ...(sent.body === undefined ? {} : { payload: isText ? (sent.body as string) : JSON.stringify(sent.body) }),
        remoteAddress: sent.from ?? '127.0.0.1',
      })
      const cost = answered.get(String(answer.headers['x-request-id']))
      return {
        status: answer.statusCode,
        headers: answer.headers,
        text: answer.body,
        get json() {
          return answer.json()
        },
        cookies: cookiesOf(answer.headers['set-cookie']),
        messages: cost?.roundTrips ?? 0,
        texts: cost?.texts ?? [],
      }
    },
    drain: () => worker.drain(),
    listen: () => server.app.listen({ port: 0, host: '127.0.0.1' }),
    close: async () => {
      await server.stop()
      await platform.close()
    },
  }
}

function cookiesOf(lines: string | string[] | undefined): ReadonlyMap<string, string> {
  return new Map([lines ?? []].flat().map((line) => [line.slice(0, line.indexOf('=')), line]))
}

let shared: Promise<TestServer> | undefined

/** The server that tests share where they need no settings of their own; each test brings its own people and organizations. */
export function sharedServer(): Promise<TestServer> {
  shared ??= testServer()
  return shared
}
