// Mounts one endpoint on Fastify. Order of checks on /api/auth: origin, limits, validation, session. On /v1: limits, caller, origin, validation.
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import { Refusal, refuse } from '#kernel/refusal.ts'
import { TooManyRequests } from '../limits/too-many-requests.ts'
import type { Turns } from '../limits/turns.ts'
import type { Platform } from '../platform.ts'
import { networkOf } from '../request/network.ts'
import { type OpenStreams, sendEvents } from './answer/event-stream.ts'
import { runOnce } from './answer/idempotent.ts'
import { sendJson, sendResult } from './answer/send.ts'
import { markTestClock } from './answer/test-clock.ts'
import { type Api, apiOf } from './api.ts'
import { classifyFault } from './fault.ts'
import { refuseImpersonation } from './guard/impersonation.ts'
import type { LimitGuard } from './guard/limits.ts'
import { isReadMethod, refuseForeignCookies, refuseForeignSignIn, refuseForeignTargets } from './guard/origin-check.ts'
import { refusals } from './guard/refusals.ts'
import { BODY_LIMIT } from './input/body.ts'
import { validateParts } from './input/validate.ts'
import type { TrustedOrigins } from './origin.ts'
import { authorize, bearerToken, type CallerSource, needsCaller, recognize } from './recognize.ts'
import { type AnsweredRequest, countRoundTrips, type RequestContext } from './request-context.ts'
import { publishAnswered } from './request-lifecycle.ts'
import type { Route } from './route.ts'

/** The dependencies of every mounted route. */
export interface MountDeps {
  readonly platform: Platform
  readonly callers: readonly CallerSource[]
  readonly origins: TrustedOrigins
  readonly limits: LimitGuard
  readonly turns: Turns
  readonly streams: OpenStreams
  onAnswered(answered: AnsweredRequest): void
}

interface RawInput {
  readonly path: unknown
  readonly query: unknown
  readonly body: unknown
}

interface MountedRoute {
  readonly route: Route
  /** Its path in Fastify's syntax. */
  readonly url: string
  readonly api: Api
  readonly deps: MountDeps
}

/** Converts a path to Fastify's syntax: `{id}` becomes `:id`. */
export function fastifyPath(path: string): string {
  return path.replace(/\{(\w+)\}/g, ':$1')
}

/** Mounts a route. */
export function mount(app: FastifyInstance, route: Route, deps: MountDeps): void {
  // Routes outside both APIs (a customer's picture) follow the rules of /v1.
  const api = apiOf(route.path) ?? 'v1'
  const url = fastifyPath(route.path)
  const mounted = { route, url, api, deps }
  const options: RouteOptions = {
    method: route.method,
    url,
    bodyLimit: route.bodyLimit ?? BODY_LIMIT,
    // Stored in Fastify's route config, because it is read before any hook of the route has run.
    config: {
      ...(route.isNavigated && { isNavigated: true }),
      ...(api === 'auth' && { isCountedByRoute: true }),
      ...(route.bodyCommas !== undefined && { bodyCommas: route.bodyCommas }),
      ...(route.takesRawBody && { takesRawBody: true }),
    },
    // A mail scanner's HEAD must not use a link. On /api/auth a wrong method is not found.
    exposeHeadRoute: api === 'v1' && route.method === 'GET' && (route.transaction === 'none' || route.answersHead === true),
    onRequest: async (request) => {
      request.requestContext.name = route.name
      await countRoundTrips(request.requestContext, () =>
        inTurn(mounted, request.requestContext, () => beforeBody(mounted, request.requestContext)),
      )
      if (api === 'v1' && !isReadMethod(route.method) && request.raw.complete === false) lateBodies.add(request.requestContext)
    },
    handler: (request, reply) =>
      countRoundTrips(request.requestContext, () => inTurn(mounted, request.requestContext, () => answer(mounted, request, reply))),
  }
  app.route(options)
}

// The network is what a caller cannot change: a person may have many tokens.
function inTurn<T>({ deps: { turns } }: MountedRoute, { request }: RequestContext, work: () => Promise<T>): Promise<T> {
  return turns(networkOf(request.ipAddress), work)
}

/** Requests of /v1 whose body had not arrived completely when the caller was looked up. */
const lateBodies = new WeakSet<RequestContext>()

async function identifyCaller(mounted: MountedRoute, context: RequestContext): Promise<void> {
  const { route, api, deps } = mounted
  if (needsCaller(route.access)) context.caller = await recognize(deps, context.request, { api, now: context.now })
  admitCaller(mounted, context)
}

// Identifies the caller, and returns what the route reads together with them.
async function prefetch(mounted: MountedRoute, context: RequestContext, query: unknown): Promise<unknown> {
  const { route, deps } = mounted
  if (!route.prefetch) {
    await identifyCaller(mounted, context)
    return undefined
  }
  const found = await route.prefetch.recognize(context.request, deps.platform, { now: context.now, query })
  if (found) context.caller = found.caller
  admitCaller(mounted, context)
  return found?.prefetched
}

function admitCaller({ route, api }: MountedRoute, context: RequestContext): void {
  if (context.caller.kind === 'user' && context.caller.renewal) context.renewal = context.caller.renewal
  authorize(route.access, context.caller, { api, hasBearer: bearerToken(context.request.headers) !== undefined })
  if (route.impersonation === 'refused') refuseImpersonation(context.caller, api)
}

async function beforeBody(mounted: MountedRoute, context: RequestContext): Promise<void> {
  const { api, deps } = mounted
  const { request } = context
  if (api === 'auth') return admitToAuth(mounted, context)
  await identifyCaller(mounted, context)
  deps.limits.countCaller(context)
  if (context.caller.kind !== 'user' || context.caller.via !== 'cookie') return
  refuseForeignCookies(request, api, deps.origins)
  const type = request.headers['content-type']
  if (!isReadMethod(request.method) && type !== undefined && !/^application\/json\s*(;|$)/i.test(type))
    refuse(refusals.UnsupportedMediaType, { detail: 'The body must be application/json' })
}

// A request that a foreign page sent counts apart: otherwise any page could use up the sign-in attempts of its visitors' network.
function admitToAuth({ route, url, deps: { limits, origins } }: MountedRoute, context: RequestContext): void {
  const { request } = context
  try {
    refuseForeignSignIn(request, route.path, origins)
    if (!route.takesForeignForms && bearerToken(request.headers) === undefined) refuseForeignCookies(request, 'auth', origins)
  } catch (refusal) {
    limits.countForeign(context)
    throw refusal
  }
  limits.countNetwork(context, url)
}

async function answer(mounted: MountedRoute, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const { route, api, deps } = mounted
  const { platform } = deps
  const { requestContext } = request
  const raw = { path: request.params, query: request.query, body: request.body }
  if (api === 'auth') refuseForeignTargets([raw.body, raw.query], deps.origins)
  // A caller that must not learn of the route does not get its validation errors either.
  if (route.access === 'service') await identifyCaller(mounted, requestContext)
  const parts = await validatedInput(mounted, requestContext, raw)
  // The caller may have been signed out, or removed from an organization, while the body arrived.
  const isIdentified = api === 'auth' ? route.access === 'service' : !lateBodies.has(requestContext)
  const prefetched = isIdentified ? undefined : await prefetch(mounted, requestContext, parts.query)
  const { caller, now } = requestContext
  const call = { route, parts, caller, prefetched, now, platform, request: requestContext.request }
  const outcome = await runOnce(call, raw)
    .catch((error: unknown) => refuseDeleted(mounted, requestContext, error))
    .finally(() => markTestClock(reply, caller, platform.clock))
  if (outcome.kind === 'repeated') {
    reply.header('idempotent-replayed', 'true')
    return outcome.status === 204 ? reply.code(204).send() : sendJson(reply, outcome.status, outcome.body)
  }
  const { result } = outcome
  if (result.state.events) {
    publishAnswered(requestContext, reply.statusCode, deps)
    await sendEvents(reply, result.state.events, deps)
    return reply
  }
  return sendResult(reply, result, route.answer !== undefined)
}

async function validatedInput(mounted: MountedRoute, context: RequestContext, raw: RawInput): Promise<ReturnType<typeof validateParts>> {
  const { route, api } = mounted
  try {
    const { params: path, query, body, takesAnyText } = route
    return validateParts(api, { path, query, body, takesAnyText }, raw)
  } catch (refusal) {
    // An impersonation session is reported in error responses too. Only an invalid request costs this extra look-up.
    if (api === 'auth' && context.caller.kind === 'anonymous') await identifyCaller(mounted, context).catch(() => undefined)
    throw refusal
  }
}

// A write that refers to a user or resource that was deleted while the request ran is not a bug: a deleted caller gets 401, and a
// deleted parent is not found.
async function refuseDeleted(mounted: MountedRoute, context: RequestContext, error: unknown): Promise<never> {
  if (error instanceof Refusal || error instanceof TooManyRequests) throw error
  const fault = classifyFault(error)
  if (fault !== 'unexpected' && fault !== 'gone') throw error
  if (context.caller.kind !== 'anonymous') {
    await identifyCaller(mounted, context).catch((refusal: unknown) => {
      if (refusal instanceof Refusal && (refusal.status === 401 || fault === 'unexpected')) throw refusal
    })
  }
  // A bug could look the same, so it is logged.
  if (fault === 'gone')
    mounted.deps.platform.log.warn('A referenced row was deleted while a request ran.', {
      requestId: context.request.id,
      cause: String(error),
    })
  throw error
}
