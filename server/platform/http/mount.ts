// One endpoint on Fastify, in the half's order. People: limits, origin, validation, session. Selling: limits, caller, origin, validation.
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import { Refusal, refuse } from '#kernel/refusal.ts'
import type { Platform } from '../platform.ts'
import { type OpenStreams, sendEvents } from './answer/events.ts'
import { runOnce } from './answer/idempotent.ts'
import { sendHandled, sendJson } from './answer/send.ts'
import { type Api, apiOf } from './api.ts'
import { faultOf } from './fault.ts'
import { type LimitGuard, TooOften } from './guard/limits.ts'
import { isReading, refuseForeignCookies, refuseForeignSignIn, refuseForeignTargets } from './guard/origin-check.ts'
import { refusals } from './guard/refusals.ts'
import { BODY_LIMIT } from './input/body.ts'
import { validateParts } from './input/validate.ts'
import type { TrustedOrigins } from './origin.ts'
import { admit, bearerToken, type CallerSource, looksUp, recognize } from './recognize.ts'
import { type AnsweredRequest, countRoundTrips, type RequestContext } from './request-context.ts'
import { publishAnswered } from './request-lifecycle.ts'
import type { Route } from './route.ts'

/** What every mounted route needs besides itself. */
export interface Mounting {
  readonly platform: Platform
  readonly callers: readonly CallerSource[]
  readonly origins: TrustedOrigins
  readonly limits: LimitGuard
  readonly streams: OpenStreams
  onAnswered(answered: AnsweredRequest): void
}

interface Raw {
  readonly path: unknown
  readonly query: unknown
  readonly body: unknown
}

interface Mounted {
  readonly route: Route
  readonly half: Api
  readonly mounting: Mounting
}

/** Fastify's spelling of a path: `{id}` is `:id`. */
export function fastifyPath(path: string): string {
  return path.replace(/\{(\w+)\}/g, ':$1')
}

/** Mounts a route. */
export function mount(app: FastifyInstance, route: Route, mounting: Mounting): void {
  // What stands beside both halves (a customer's picture) follows the rules of selling.
  const half = apiOf(route.path) ?? 'v1'
  const mounted = { route, half, mounting }
  const options: RouteOptions = {
    method: route.method,
    url: fastifyPath(route.path),
    bodyLimit: route.bodyLimit ?? BODY_LIMIT,
    // Where fastify keeps it, for it is asked before any hook of the route has run.
    config: route.isNavigated ? { isNavigated: true } : {},
    // A mail scanner's HEAD must not use a link up; on people's own half a wrong method is not found.
    exposeHeadRoute: half === 'v1' && route.method === 'GET' && route.transaction === 'none',
    onRequest: async (request) => {
      request.requestContext.name = route.name
      await countRoundTrips(request.requestContext, () => beforeBody(mounted, request.requestContext))
      if (half === 'v1' && !isReading(route.method) && request.raw.complete === false) late.add(request.requestContext)
    },
    handler: (request, reply) => countRoundTrips(request.requestContext, () => answer(mounted, request, reply)),
  }
  app.route(options)
}

/** Requests of selling whose body was still on its way when it was asked who calls. */
const late = new WeakSet<RequestContext>()

async function lookUp({ route, half, mounting }: Mounted, visit: RequestContext, query?: unknown): Promise<void> {
  const { platform, callers } = mounting
  if (looksUp(route.access))
    visit.caller = await recognize({ platform, callers: route.callers ?? callers }, visit.request, { half, now: visit.now, query })
  if (visit.caller.kind === 'user' && visit.caller.renewal) visit.renewal = visit.caller.renewal
  admit(route.access, visit.caller, { half, hasBearer: bearerToken(visit.request.headers) !== undefined })
}

async function beforeBody(mounted: Mounted, visit: RequestContext): Promise<void> {
  const { route, half, mounting } = mounted
  const { request } = visit
  if (half === 'auth') {
    refuseForeignSignIn(request, route.path, mounting.origins)
    if (!route.takesForeignForms && bearerToken(request.headers) === undefined) refuseForeignCookies(request, half, mounting.origins)
    return
  }
  await lookUp(mounted, visit)
  mounting.limits.countCaller(visit)
  if (visit.caller.kind !== 'user' || visit.caller.via !== 'cookie') return
  refuseForeignCookies(request, half, mounting.origins)
  const type = request.headers['content-type']
  if (!isReading(request.method) && type !== undefined && !/^application\/json\s*(;|$)/i.test(type))
    refuse(refusals.UnsupportedMediaType, { detail: 'The body must be application/json' })
}

async function answer(mounted: Mounted, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const { route, half, mounting } = mounted
  const { platform } = mounting
  const { requestContext } = request
  const raw = { path: request.params, query: request.query, body: request.body }
  if (half === 'auth') refuseForeignTargets([raw.body, raw.query], mounting.origins)
  // Who may not know that it exists does not learn what it takes.
  if (route.access === 'service') await lookUp(mounted, requestContext)
  const parts = await validParts(mounted, requestContext, raw)
  // Who takes half a minute over a body may have been signed out, or taken out of an organization, meanwhile.
  if ((half === 'auth' && route.access !== 'service') || late.has(requestContext)) await lookUp(mounted, requestContext, parts.query)
  const incoming = { route, parts, caller: requestContext.caller, now: requestContext.now, platform, request: requestContext.request }
  const outcome = await runOnce(incoming, raw).catch((error: unknown) => refuseWhatIsGone(mounted, requestContext, error))
  if (outcome.kind === 'repeated') {
    reply.header('idempotent-replayed', 'true')
    return outcome.status === 204 ? reply.code(204).send() : sendJson(reply, outcome.status, outcome.body)
  }
  const { handled } = outcome
  if (handled.said.events) {
    publishAnswered(requestContext, reply.statusCode, mounting)
    await sendEvents(reply, handled.said.events, mounting)
    return reply
  }
  return sendHandled(reply, handled, route.answer !== undefined)
}

async function validParts(mounted: Mounted, visit: RequestContext, raw: Raw): Promise<ReturnType<typeof validateParts>> {
  const { route, half } = mounted
  try {
    const { params: path, query, body, takesAnyText } = route
    return validateParts(half, { path, query, body, takesAnyText }, raw)
  } catch (refusal) {
    // Whoever acts in a borrowed session is told so in an answer that says no as well; they are asked after it, so that nobody else is.
    if (half === 'auth' && visit.caller.kind === 'anonymous') await lookUp(mounted, visit).catch(() => undefined)
    throw refusal
  }
}

// Whoever or whatever was deleted while a request ran cannot be written of any more, and nothing of ours has failed: a caller who is
// gone is nobody by now, and what it was to belong to is not found.
async function refuseWhatIsGone(mounted: Mounted, visit: RequestContext, error: unknown): Promise<never> {
  if (error instanceof Refusal || error instanceof TooOften) throw error
  const fault = faultOf(error)
  if (fault !== 'unexpected' && fault !== 'gone') throw error
  if (visit.caller.kind !== 'anonymous') {
    await lookUp(mounted, visit).catch((told: unknown) => {
      if (told instanceof Refusal && (told.status === 401 || fault === 'unexpected')) throw told
    })
  }
  // It would be the same for a mistake of ours, which must not pass in silence.
  if (fault === 'gone') mounted.mounting.platform.log.warn('deleted_meanwhile', { requestId: visit.request.id, cause: String(error) })
  throw error
}
