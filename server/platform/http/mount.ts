// One endpoint on Fastify, in the half's order. People: limits, origin, validation, session. Selling: limits, caller, origin, validation.
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import { Refusal, refuse } from '#kernel/refusal.ts'
import type { Platform } from '../platform.ts'
import { type OpenStreams, sendEvents } from './answer/events.ts'
import { runOnce } from './answer/idempotent.ts'
import { sendHandled, sendJson } from './answer/send.ts'
import { tellAnswered } from './arrival.ts'
import { faultOf } from './fault.ts'
import { type LimitGuard, TooOften } from './guard/limits.ts'
import { isReading, refuseForeignCookies, refuseForeignSignIn, refuseForeignTargets } from './guard/origin-check.ts'
import { refusals } from './guard/refusals.ts'
import { type Half, halfOf } from './half.ts'
import { BODY_LIMIT } from './input/body.ts'
import { validateParts } from './input/validate.ts'
import type { TrustedOrigins } from './origin.ts'
import { admit, bearerToken, type CallerSource, looksUp, recognize } from './recognize.ts'
import type { Route } from './route.ts'
import { type Answered, counted, type Visit } from './visit.ts'

/** What every mounted route needs besides itself. */
export interface Mounting {
  readonly platform: Platform
  readonly callers: readonly CallerSource[]
  readonly origins: TrustedOrigins
  readonly limits: LimitGuard
  readonly streams: OpenStreams
  onAnswered(answered: Answered): void
}

interface Raw {
  readonly path: unknown
  readonly query: unknown
  readonly body: unknown
}

interface Mounted {
  readonly route: Route
  readonly half: Half
  readonly mounting: Mounting
}

/** Fastify's spelling of a path: `{id}` is `:id`. */
export function fastifyPath(path: string): string {
  return path.replace(/\{(\w+)\}/g, ':$1')
}

/** Mounts a route. */
export function mount(app: FastifyInstance, route: Route, mounting: Mounting): void {
  // What stands beside both halves (a customer's picture) follows the rules of selling.
  const half = halfOf(route.path) ?? 'v1'
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
      request.visit.name = route.name
      await counted(request.visit, () => beforeBody(mounted, request.visit))
      if (half === 'v1' && !isReading(route.method) && request.raw.complete === false) late.add(request.visit)
    },
    handler: (request, reply) => counted(request.visit, () => answer(mounted, request, reply)),
  }
  app.route(options)
}

/** Requests of selling whose body was still on its way when it was asked who calls. */
const late = new WeakSet<Visit>()

async function lookUp({ route, half, mounting }: Mounted, visit: Visit, query?: unknown): Promise<void> {
  const { platform, callers } = mounting
  if (looksUp(route.access))
    visit.caller = await recognize({ platform, callers: route.callers ?? callers }, visit.facts, { half, now: visit.now, query })
  if (visit.caller.kind === 'person' && visit.caller.renewal) visit.renewal = visit.caller.renewal
  admit(route.access, visit.caller, { half, hasBearer: bearerToken(visit.facts.headers) !== undefined })
}

async function beforeBody(mounted: Mounted, visit: Visit): Promise<void> {
  const { route, half, mounting } = mounted
  const { facts } = visit
  if (half === 'auth') {
    refuseForeignSignIn(facts, route.path, mounting.origins)
    if (!route.takesForeignForms && bearerToken(facts.headers) === undefined) refuseForeignCookies(facts, half, mounting.origins)
    return
  }
  await lookUp(mounted, visit)
  mounting.limits.countCaller(visit)
  if (visit.caller.kind !== 'person' || visit.caller.via !== 'cookie') return
  refuseForeignCookies(facts, half, mounting.origins)
  const type = facts.headers['content-type']
  if (!isReading(facts.method) && type !== undefined && !/^application\/json\s*(;|$)/i.test(type))
    refuse(refusals.UnsupportedMediaType, { detail: 'The body must be application/json' })
}

async function answer(mounted: Mounted, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const { route, half, mounting } = mounted
  const { platform } = mounting
  const { visit } = request
  const raw = { path: request.params, query: request.query, body: request.body }
  if (half === 'auth') refuseForeignTargets([raw.body, raw.query], mounting.origins)
  // Who may not know that it exists does not learn what it takes.
  if (route.access === 'service') await lookUp(mounted, visit)
  const parts = await validParts(mounted, visit, raw)
  // Who takes half a minute over a body may have been signed out, or taken out of an organization, meanwhile.
  if ((half === 'auth' && route.access !== 'service') || late.has(visit)) await lookUp(mounted, visit, parts.query)
  const incoming = { route, parts, caller: visit.caller, now: visit.now, platform, request: visit.facts }
  const outcome = await runOnce(incoming, raw).catch((error: unknown) => refuseWhatIsGone(mounted, visit, error))
  if (outcome.kind === 'repeated') {
    reply.header('idempotent-replayed', 'true')
    return outcome.status === 204 ? reply.code(204).send() : sendJson(reply, outcome.status, outcome.body)
  }
  const { handled } = outcome
  if (handled.said.events) {
    tellAnswered(visit, reply.statusCode, mounting)
    await sendEvents(reply, handled.said.events, mounting)
    return reply
  }
  return sendHandled(reply, handled, route.answer !== undefined)
}

async function validParts(mounted: Mounted, visit: Visit, raw: Raw): Promise<ReturnType<typeof validateParts>> {
  const { route, half } = mounted
  try {
    const { params: path, query, body, takesAnyText } = route
    return validateParts(half, { path, query, body, takesAnyText }, raw)
  } catch (refusal) {
    // Whoever acts in a borrowed session is told so in an answer that says no as well; they are asked after it, so that nobody else is.
    if (half === 'auth' && visit.caller.kind === 'nobody') await lookUp(mounted, visit).catch(() => undefined)
    throw refusal
  }
}

// Whoever or whatever was deleted while a request ran cannot be written of any more, and nothing of ours has failed: a caller who is
// gone is nobody by now, and what it was to belong to is not found.
async function refuseWhatIsGone(mounted: Mounted, visit: Visit, error: unknown): Promise<never> {
  if (error instanceof Refusal || error instanceof TooOften) throw error
  const fault = faultOf(error)
  if (fault !== 'unexpected' && fault !== 'gone') throw error
  if (visit.caller.kind !== 'nobody') {
    await lookUp(mounted, visit).catch((told: unknown) => {
      if (told instanceof Refusal && (told.status === 401 || fault === 'unexpected')) throw told
    })
  }
  // It would be the same for a mistake of ours, which must not pass in silence.
  if (fault === 'gone') mounted.mounting.platform.log.warn('deleted_meanwhile', { requestId: visit.facts.id, cause: String(error) })
  throw error
}
