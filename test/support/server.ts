// The whole application in this process: every module, one shared database, and a clock that only tests advance.

import { billDueSpec } from '#money/billing/cycle/job-specs.ts'
import { findDueOrganizations } from '#money/billing/subscriptions/index.ts'
import { assemblePlatform } from '#platform/assemble.ts'
import type { Bindings } from '#platform/bindings.ts'
import { type MovableClock, movableClock } from '#platform/clock.ts'
import { readSettings, type Settings } from '#platform/config.ts'
import { createPasswords } from '#platform/crypto/argon2.ts'
import type { PasswordHasher, Passwords } from '#platform/crypto/passwords.ts'
import type { OpenDatabase } from '#platform/database/database.ts'
import type { PageSource } from '#platform/http/pages/source.ts'
import type { AnsweredRequest } from '#platform/http/request-context.ts'
import { buildServer, type Server } from '#platform/http/serve.ts'
import type { Platform } from '#platform/platform.ts'
import { enqueue } from '#platform/worker/enqueue.ts'
import { createWorker, type Worker } from '#platform/worker/worker.ts'
import { composition } from '#server/app.ts'
import { testDatabase } from './database.ts'
import { testLog } from './warnings/warnings.ts'

/** The initial time of the test clock. */
export const START = new Date('2026-03-12T14:20:00.000Z')

/** An answer of the server. */
export interface TestAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string | string[] | number | undefined>>
  readonly text: string
  /** The body as JSON; throws when it is not JSON. */
  // biome-ignore lint/suspicious/noExplicitAny: a test states the shape it expects by what it compares with
  readonly json: any
  /** The `Set-Cookie` values by cookie name. */
  readonly cookies: ReadonlyMap<string, string>
  /** Round trips of the request to the database, COMMIT included, and the SQL of its statements. */
  readonly roundTrips: number
  readonly statements: readonly string[]
}

/** The optional parts of a request. */
export interface TestRequest {
  readonly headers?: Readonly<Record<string, string>>
  /** Sent as JSON unless it is text. */
  readonly body?: unknown
  /** The client's IP address; `127.0.0.1` by default. */
  readonly ipAddress?: string
}

/** A running application. */
export interface TestServer extends Server {
  readonly platform: Platform
  readonly settings: Settings
  readonly clock: MovableClock
  request(method: 'GET' | 'POST' | 'PATCH' | 'DELETE' | 'PUT' | 'HEAD' | 'OPTIONS', url: string, sent?: TestRequest): Promise<TestAnswer>
  /** Relays all domain events and runs all due jobs. */
  drain(): Promise<void>
  /** Listens on a free loopback port. Returns the base URL. */
  listen(): Promise<string>
  close(): Promise<void>
}

/** Options of a test server. */
export interface TestServerOptions {
  /** Settings that override those of the tests: no limits, outbound calls to loopback, a fixed secret. */
  readonly settings?: Readonly<Record<string, string>>
  /** A separate database instead of the shared one; it is closed with the server. */
  readonly database?: OpenDatabase
  readonly clock?: MovableClock
  /** By default passwords are hashed by argon2id at its lowest cost: most tests need users, and none of them a hash that is hard to guess. */
  readonly passwords?: PasswordHasher | Passwords
  /** Whether the stored limit counts are kept, as between instances of one installation. */
  readonly keepsCounts?: boolean
  /** Bindings in place of those of the composition. */
  readonly bindings?: Partial<Bindings>
  /** The pages of the web app, for a browser. */
  readonly pages?: PageSource
}

const SETTINGS = {
  NODE_ENV: 'test',
  BASE_URL: 'http://localhost:3000',
  AUTH_SECRET: 'a secret of the tests that is long enough to be one',
  RATE_LIMIT_ENABLED: 'false',
  OUTBOUND_ALLOW: 'loopback',
  LOG_LEVEL: 'silent',
  // Only uploaded files are written there; the global set-up removes it.
  DATA_DIR: process.env['TEST_DATA_DIR'] ?? 'data-that-no-test-writes',
}

/** The lowest cost of argon2. */
const CHEAP = { memoryCost: 8, timeCost: 1 }

/** Builds an application for a test; the test must `close` it. */
export async function testServer(options: TestServerOptions = {}): Promise<TestServer> {
  const settings = readSettings({ ...SETTINGS, ...options.settings })
  const clock = options.clock ?? movableClock(START)
  const database = options.database ?? (await testDatabase())
  // Test servers share the database, the initial time and the networks: the counts of one must not limit another.
  if (settings.RATE_LIMIT_ENABLED && !options.keepsCounts) await database.db.deleteFrom('limit_counts').execute()
  const parts = { clock, database, keepsDatabase: !options.database, log: testLog(settings) }
  const bindings = { ...composition.bindings, ...options.bindings }
  const { passwords = createPasswords({}, CHEAP) } = options
  const platform = await assemblePlatform(settings, { ...parts, bindings, passwords })
  const worker = createWorker({ platform, jobs: composition.jobs, listeners: composition.listeners })
  const answers = new Map<string, AnsweredRequest>()
  const record = composition.onAnswered(platform)
  const server = await buildServer({
    platform,
    routes: composition.routes,
    callers: composition.callers,
    keepsStatements: true,
    ...(options.pages ? { pages: options.pages } : {}),
    framedBy: composition.framedBy(platform),
    onAnswered: (answer) => {
      answers.set(answer.requestId, answer)
      record(answer)
    },
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
        remoteAddress: sent.ipAddress ?? '127.0.0.1',
      })
      const cost = answers.get(String(answer.headers['x-request-id']))
      answers.delete(String(answer.headers['x-request-id']))
      return {
        status: answer.statusCode,
        headers: answer.headers,
        text: answer.body,
        get json() {
          return answer.json()
        },
        cookies: cookiesOf(answer.headers['set-cookie']),
        roundTrips: cost?.roundTrips ?? 0,
        statements: cost?.statements ?? [],
      }
    },
    drain: () => drain(platform, worker),
    listen: () => server.app.listen({ port: 0, host: '127.0.0.1' }),
    close: async () => {
      await server.stop()
      await platform.close()
    },
  }
}

/** The number of rounds in which subscriptions that another job had locked are worked on again. */
const LOCKED_ROUNDS = 5

// Billing skips a subscription that another job has locked, and finds it again ten seconds later. A test need not wait for that.
async function drain(platform: Platform, worker: Worker): Promise<void> {
  await worker.drain()
  const { database } = platform
  for (let round = 0; round < LOCKED_ROUNDS; round += 1) {
    const due = await findDueOrganizations(database.db, platform, 100)
    if (due.length === 0) return
    await database.transaction(async (tx) => {
      for (const { organizationId } of due) await enqueue(tx, platform, billDueSpec, { organizationId })
    })
    await worker.drain()
  }
}

function cookiesOf(lines: string | string[] | undefined): ReadonlyMap<string, string> {
  return new Map([lines ?? []].flat().map((line) => [line.slice(0, line.indexOf('=')), line]))
}

/** Moves the clock by days. A worker has done on each of them what was due. */
export async function passDays(server: Pick<TestServer, 'clock' | 'drain'>, days: number): Promise<void> {
  for (let day = 0; day < days; day += 1) {
    server.clock.advance(86_400)
    await server.drain()
  }
}

let shared: Promise<TestServer> | undefined

/** The server that tests share when they need no special settings. Each test creates its own users and organizations. */
export function sharedServer(): Promise<TestServer> {
  shared ??= testServer()
  return shared
}
