// One endpoint on Fastify, in the half's order. People: limits, origin, validation, session. Selling: limits, caller, origin, validation.
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import { assert } from '#kernel/assert.ts'
import { Refusal } from '#kernel/refusal.ts'
import type { Platform } from '../platform.ts'
import { type OpenStreams, sendEvents } from './events.ts'
import type { LimitGuard } from './guard/limits.ts'
import { isReading, refuseForeignCookies, refuseForeignSignIn, refuseForeignTargets } from './guard/origin-check.ts'
import { type Half, halfOf } from './half.ts'
import { runOnce } from './idempotent.ts'
import { BODY_LIMIT } from './input/body.ts'
import { validateParts } from './input/validate.ts'
import type { TrustedOrigins } from './origin.ts'
import { admit, bearerToken, type CallerSource, looksUp, recognize } from './recognize.ts'
import type { Route } from './route.ts'
import { sendHandled, sendJson } from './send.ts'
import { counted, type Visit } from './visit.ts'

/** What every mounted route needs besides itself. */
export interface Mounting {
  readonly platform: Platform
  readonly callers: readonly CallerSource[]
  readonly origins: TrustedOrigins
  readonly limits: LimitGuard
  readonly streams: OpenStreams
}

const notJson = { code: 'UnsupportedMediaType', status: 415, sentence: 'The body must be application/json' }

/** Fastify's spelling of a path: `{id}` is `:id`. */
export function fastifyPath(path: string): string {
  return path.replace(/\{(\w+)\}/g, ':$1')
}

/** Mounts a route. */
export function mount(app: FastifyInstance, route: Route, mounting: Mounting): void {
  const half = halfOf(route.path)
  assert(half, `${route.path} belongs to neither half`)
  const options: RouteOptions = {
    method: route.method,
    url: fastifyPath(route.path),
    bodyLimit: route.bodyLimit ?? BODY_LIMIT,
    // A mail scanner's HEAD must not use a link up; on people's own half a wrong method is not found.
    exposeHeadRoute: half === 'v1' && route.method === 'GET' && route.transaction === 'none',
    onRequest: async (request) => {
      request.visit.name = route.name
      await counted(request.visit, () => beforeBody(route, half, request.visit, mounting))
    },
    handler: (request, reply) => counted(request.visit, () => answer(route, half, { request, reply }, mounting)),
  }
  app.route(options)
}

async function lookUp(route: Route, half: Half, visit: Visit, { platform, callers }: Mounting): Promise<void> {
  if (looksUp(route.access)) visit.caller = await recognize(callers, visit.facts, platform, { half, now: visit.now })
  admit(route.access, visit.caller, half, visit.facts)
}

async function beforeBody(route: Route, half: Half, visit: Visit, mounting: Mounting): Promise<void> {
  const { facts } = visit
  if (half === 'auth') {
    refuseForeignSignIn(facts, route.path, mounting.origins)
    if (bearerToken(facts.headers) === undefined) refuseForeignCookies(facts, half, mounting.origins)
    return
  }
  await lookUp(route, half, visit, mounting)
  mounting.limits.countCaller(visit)
  if (visit.caller.kind !== 'person' || visit.caller.via !== 'cookie') return
  refuseForeignCookies(facts, half, mounting.origins)
  const type = facts.headers['content-type']
  if (!isReading(facts.method) && type !== undefined && !/^application\/json\s*(;|$)/i.test(type)) throw new Refusal(notJson)
}

interface Turn {
  readonly request: FastifyRequest
  readonly reply: FastifyReply
}

async function answer(route: Route, half: Half, { request, reply }: Turn, mounting: Mounting): Promise<FastifyReply> {
  const { platform } = mounting
  const { visit } = request
  const raw = { path: request.params, query: request.query, body: request.body }
  if (half === 'auth') refuseForeignTargets([raw.body, raw.query], mounting.origins)
  const parts = validateParts(half, { path: route.params, query: route.query, body: route.body }, raw)
  if (half === 'auth') await lookUp(route, half, visit, mounting)
  const incoming = { route, parts, caller: visit.caller, now: visit.now, platform, request: visit.facts }
  const outcome = await runOnce(incoming, raw)
  if (outcome.kind === 'repeated') {
    reply.header('idempotent-replayed', 'true')
    return outcome.status === 204 ? reply.code(204).send() : sendJson(reply, outcome.status, outcome.body)
  }
  const { handled } = outcome
  if (handled.said.events) {
    await sendEvents(reply, handled.said.events, platform, mounting.streams)
    return reply
  }
  return sendHandled(reply, handled, route.answer !== undefined)
}
