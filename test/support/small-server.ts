// A server with a few test routes over the real platform, for tests of platform/http itself.
import { sql } from 'kysely'
import { z } from 'zod'
import { defineRefusals, Refusal, refuse } from '#kernel/refusal.ts'
import type { AssembledPlatform } from '#platform/assemble.ts'
import { type MovableClock, movableClock } from '#platform/clock.ts'
import type { Database } from '#platform/database/database.ts'
import { bearerToken, type CallerSource, invalidToken } from '#platform/http/recognize.ts'
import type { AnsweredRequest } from '#platform/http/request-context.ts'
import { type Route, route } from '#platform/http/route.ts'
import { buildServer, type Server, type ServerParts } from '#platform/http/serve.ts'
import { idParams } from '#platform/http/wire-parts.ts'
import type { UserCaller } from '#platform/request/caller.ts'
import { testDatabase } from './database.ts'
import { testPlatform } from './platform.ts'

export const START = new Date('2026-03-12T14:20:00.000Z')
/** The organization of the test callers, and another one that Ada is a member of. */
export const OURS = '0195a000-0000-7000-8000-000000000001'
export const THEIRS = '0195a000-0000-7000-8000-000000000002'
const ADA = '0195a000-0000-7000-8000-00000000000a'

export const refusals = defineRefusals({
  taken: { status: 422, sentence: 'This name is taken' },
  NotOpenThing: { status: 403, sentence: 'The thing is not open.' },
  PaymentError: { status: 400, sentence: 'The card was declined.' },
})

const thing = z.object({ name: z.string().min(2), count: z.int().min(1) }).meta({ id: 'Thing' })
const createdThing = z.object({ id: z.string(), name: z.string() })

/** The number of things with this name. */
export async function countThings(name: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from small_things where name = ${name}`.execute(
    (await testDatabase()).db,
  )
  return rows[0]?.count ?? 0
}

async function createThing(db: Database, name: string): Promise<{ id: string; name: string }> {
  const { rows } = await sql<{ id: string }>`insert into small_things (name) values (${name}) returning id::text as id`.execute(db)
  return { id: rows[0]?.id ?? '', name }
}

/** Runs between the two transactions of the route `things:pay`; tests replace it. */
export const betweenTransactions: { run: (idempotencyKey: string | undefined) => Promise<void> } = { run: async () => undefined }

const authRoutes: readonly Route[] = [
  route({
    method: 'POST',
    path: '/api/auth/things',
    name: 'auth-things:create',
    summary: 'Creates a thing.',
    access: 'public',
    body: thing.extend({ callbackURL: z.string().optional() }),
    answer: thing,
    transaction: 'none',
    handle: async ({ body }) => (body.name === 'taken' ? refuse(refusals.taken) : body),
  }),
  route({
    method: 'POST',
    path: '/api/auth/sign-in/thing',
    name: 'auth-things:sign-in',
    summary: 'Starts a session.',
    access: 'public',
    transaction: 'none',
    handle: async ({ reply }) => reply.cookie('session', 'ada', { maxAgeSeconds: 60, secure: false }),
  }),
  route({
    method: 'GET',
    path: '/api/auth/go/{token}',
    name: 'auth-things:go',
    summary: 'Uses a link.',
    access: 'public',
    params: z.object({ token: z.string() }),
    query: z.object({ callbackURL: z.string().optional() }),
    transaction: 'one',
    isNavigated: true,
    handle: async ({ query, reply, tx, params }) => {
      await createThing(tx, params.token)
      if (params.token === 'broken') throw new Error('a secret cause')
      if (/^[0-9A-Z]{5}$/.test(params.token)) throw Object.assign(new Error('a secret cause'), { code: params.token })
      reply.redirect(query.callbackURL ?? '/')
    },
  }),
  route({
    method: 'POST',
    path: '/api/auth/mine',
    name: 'auth-things:mine',
    summary: 'Requires a session.',
    access: 'session',
    body: z.object({ name: z.string() }),
    answer: z.object({ who: z.string() }),
    transaction: 'none',
    handle: async ({ caller }) => ({ who: caller.user.id }),
  }),
]

const v1Routes: readonly Route[] = [
  route({
    method: 'POST',
    path: '/v1/things/',
    name: 'things:create',
    summary: 'Creates a thing.',
    access: 'scope:products:write',
    body: thing.extend({ organization_id: z.string().optional() }),
    answer: createdThing,
    status: 201,
    refusals: [refusals.NotOpenThing],
    handle: async ({ body, tenantScope, tx }) => {
      tenantScope.organizationFor(body.organization_id)
      const row = await createThing(tx, body.name)
      if (body.name.startsWith('closed')) refuse(refusals.NotOpenThing)
      if (body.name.startsWith('broken')) throw new Error('a secret cause')
      return row
    },
  }),
  route({
    method: 'POST',
    path: '/v1/things/client/{client_secret}/pay',
    name: 'things:pay',
    summary: 'Pays for a thing in two steps.',
    access: 'client-secret',
    params: z.object({ client_secret: z.string() }),
    body: thing,
    answer: createdThing,
    transaction: 'own',
    handle: async ({ body, transaction, settle, idempotencyKey }) => {
      await transaction((tx) => createThing(tx, `${body.name} started`))
      await betweenTransactions.run(idempotencyKey)
      return transaction(async (tx) => {
        const row = await createThing(tx, body.name)
        const declined = new Refusal(refusals.PaymentError)
        await settle(tx, body.name.startsWith('declined') ? declined : { body: row })
        return row
      }).then((row) => (body.name.startsWith('declined') ? refuse(refusals.PaymentError) : row))
    },
  }),
  route({
    method: 'GET',
    path: '/v1/things/{id}',
    name: 'things:get',
    summary: 'Shows a thing.',
    access: 'scope:products:read',
    params: idParams,
    query: z.object({ fault: z.string().optional() }),
    answer: z.object({ id: z.string(), tenants: z.array(z.string()) }),
    handle: async ({ params, query, tenantScope, db }) => {
      if (query.fault === 'leak') return { id: 3 as unknown as string, tenants: [] }
      if (query.fault === 'down') throw Object.assign(new Error('the database system is starting up'), { code: '57P03' })
      await sql`select 1`.execute(db)
      return { id: params.id, tenants: tenantScope.tenants }
    },
  }),
  route({
    method: 'GET',
    path: '/v1/things/client/{client_secret}/stream',
    name: 'things:stream',
    summary: 'Streams the events of a thing.',
    access: 'client-secret',
    params: z.object({ client_secret: z.string() }),
    handle: async ({ params, reply }) =>
      reply.events(`thing:${params.client_secret}`, { first: async () => [{ event: 'thing.seen', data: { at: 1 } }] }),
  }),
]

const ada: UserCaller = {
  kind: 'user',
  via: 'cookie',
  user: {
    id: ADA,
    name: 'Ada',
    email: 'ada@site.test',
    emailVerified: true,
    image: null,
    username: null,
    displayUsername: null,
    role: null,
    banned: null,
    banReason: null,
    banExpires: null,
    language: null,
    createdAt: START,
    updatedAt: START,
  },
  session: {
    id: ADA,
    token: 'ada',
    userId: ADA,
    expiresAt: START,
    createdAt: START,
    updatedAt: START,
    ipAddress: null,
    userAgent: null,
    activeOrganizationId: OURS,
    activeTeamId: null,
    impersonatedBy: null,
    isRemembered: true,
    lastSeenAt: START,
  } as UserCaller['session'],
  scopes: new Map([
    [OURS, new Set(['products:read', 'products:write'])],
    [THEIRS, new Set(['products:read'])],
  ]),
}

/** `Authorization: Bearer oat:<scopes>` is an organization token; `session=ada` or `Bearer ada` is Ada. */
const callers: readonly CallerSource[] = [
  {
    name: 'token',
    api: 'v1',
    recognize: async ({ headers }) => {
      const token = bearerToken(headers)
      if (!token?.startsWith('oat:')) return undefined
      if (token === 'oat:revoked') return new Refusal(invalidToken)
      const scopes = new Set(token.slice('oat:'.length).split(','))
      return { kind: 'organization-token', tokenId: OURS, organizationId: OURS, scopes }
    },
  },
  {
    name: 'session',
    api: 'both',
    recognize: async ({ headers, cookies }) => {
      if (bearerToken(headers) === 'ada') return { ...ada, via: 'bearer' }
      return cookies.get('session') === 'ada' ? ada : undefined
    },
  },
]

/** A small server with its platform, clock, answers and log. */
export interface SmallServer extends Server {
  readonly platform: AssembledPlatform
  readonly clock: MovableClock
  readonly answers: AnsweredRequest[]
  /** The log, as text. */
  readonly logLines: string[]
}

/** Builds a small server with settings by name and other parts of the server. Limits are off by default. */
export async function smallServer(settings: Record<string, string> = {}, parts: Partial<ServerParts> = {}): Promise<SmallServer> {
  const database = await testDatabase()
  await sql`create table if not exists small_things (id bigint generated always as identity primary key, name text not null)`.execute(
    database.db,
  )
  const clock = movableClock(START)
  const logLines: string[] = []
  const write = (event: string, fields: Record<string, unknown> = {}) =>
    void logLines.push(`${event} ${JSON.stringify({ ...fields, error: String(fields['error'] ?? '') })}`)
  const log = { debug: write, info: write, warn: write, error: write }
  const platform = await testPlatform({ clock, log }, { BASE_URL: 'http://localhost:3000', RATE_LIMIT_ENABLED: 'false', ...settings })
  const answers: AnsweredRequest[] = []
  const routes = [...authRoutes, ...v1Routes]
  const server = await buildServer({ platform, routes, callers, onAnswered: (each) => answers.push(each), ...parts })
  const stop = async () => {
    await server.stop()
    await platform.close()
  }
  return { ...server, stop, platform, clock, answers, logLines }
}
