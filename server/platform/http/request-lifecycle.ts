// The first and the last of each request: its visit, its id, what guards every answer, its line in the log.
import type { IncomingMessage } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { refuse } from '#kernel/refusal.ts'
import { boundedLines } from '../bounded-lines.ts'
import { monotonicMs } from '../clock.ts'
import { isKnown } from '../database/unavailable.ts'
import type { Platform } from '../platform.ts'
import { apiOf } from './api.ts'
import type { Caller } from './caller.ts'
import { cookieText } from './cookies.ts'
import { faultOf } from './fault.ts'
import type { Cors } from './guard/cors.ts'
import { setSecurityHeaders } from './guard/headers.ts'
import { type LimitGuard, policyHeaders } from './guard/limits.ts'
import { refusals } from './guard/refusals.ts'
import { requestInfoOf } from './input/incoming-request.ts'
import { type AnsweredRequest, type RequestContext, requestContextOf } from './request-context.ts'

/** Begins a visit for each request, and tells of its answer before it is sent. */
export function trackRequests(
  app: FastifyInstance,
  platform: Platform,
  about: { readonly keepsTexts: boolean; onAnswered(answered: AnsweredRequest): void },
): void {
  app.decorateRequest('visit')
  app.addHook('onRequest', async (request, reply) => {
    const facts = requestInfoOf(request.raw, request.id, platform.settings)
    const half = apiOf(request.routeOptions.url ?? facts.path)
    request.requestContext = requestContextOf(facts, half, { now: platform.clock.now(), keepsTexts: about.keepsTexts })
    reply.header('x-request-id', request.id)
  })
  app.addHook('onSend', async (request, reply) => {
    // Whoever acts in a session that is not their own is told so in each answer, also in one that says no.
    const { borrower } = idOf(request.requestContext.caller)
    if (borrower !== undefined) reply.header('x-impersonated-by', borrower)
    // What the answer itself says of a session is later, and counts.
    const said = [reply.getHeader('set-cookie') ?? []].flat().map((line) => String(line).split('=', 1)[0])
    for (const { name, value, attributes } of request.requestContext.renewal)
      if (!said.includes(name)) reply.header('set-cookie', cookieText(name, value, attributes))
    publishAnswered(request.requestContext, reply.statusCode, { platform, onAnswered: about.onAnswered })
  })
}

/** Writes the line of an answer and tells whoever measures. Streams of events call it when they begin. */
export function publishAnswered(
  visit: RequestContext,
  status: number,
  { platform, onAnswered }: { readonly platform: Platform; onAnswered(answered: AnsweredRequest): void },
): void {
  const { request, name, roundTrips, startMs, api } = visit
  const answered: AnsweredRequest = {
    requestId: request.id,
    name,
    method: request.method,
    status,
    roundTrips: roundTrips.count,
    texts: roundTrips.texts ?? [],
    durationMs: monotonicMs() - startMs,
    api,
  }
  onAnswered(answered)
  writeLine(platform.log, visit, answered)
}

const FAILED_PER_SECOND = 5
/** The lines of requests that met what makes all requests fail, by log: a hundred of them tell no more than a few. */
const failed = new WeakMap<Platform['log'], ReturnType<typeof boundedLines>>()

function writeFailed(log: Platform['log'], line: Record<string, unknown>): void {
  const write = failed.get(log) ?? boundedLines((event, fields) => log.error(event, fields), FAILED_PER_SECOND)
  failed.set(log, write)
  write('A request failed.', line)
}

// Neither the path nor the query: both may hold secrets. The route's name says where it went.
function writeLine(log: Platform['log'], { request, caller, fault }: RequestContext, answered: AnsweredRequest): void {
  const { requestId, name, method, status, roundTrips, durationMs } = answered
  const line = {
    requestId,
    route: name,
    method,
    status,
    db: roundTrips,
    ms: Math.round(durationMs),
    address: request.address,
    caller: caller.kind,
    ...idOf(caller),
  }
  // That the database is gone was told when it went.
  if (isKnown(fault)) log.info('Answered.', { ...line, fault: 'gone' })
  else if (fault !== undefined && faultOf(fault) === 'unavailable') writeFailed(log, { ...line, error: fault })
  else if (fault !== undefined) log.error('A request failed.', { ...line, error: fault })
  else if (name === 'healthz' || name === 'readyz' || name === 'asset') log.debug('Answered.', line)
  else log.info('Answered.', line)
}

function idOf(caller: Caller): { readonly userId?: string; readonly borrower?: string; readonly organizationId?: string } {
  if (caller.kind === 'user') {
    const { impersonatedBy } = caller.session
    return { userId: caller.user.id, ...(impersonatedBy !== null && { borrower: impersonatedBy }) }
  }
  return caller.kind === 'organization-token' ? { organizationId: caller.organizationId } : {}
}

/** What stands before every answer, known route or not: headers, CORS, limits. */
export function guardAll(
  app: FastifyInstance,
  platform: Platform,
  { limits, cors }: { readonly limits: LimitGuard; readonly cors: Cors },
): void {
  app.addHook('onRequest', async (request, reply) => {
    const { requestContext } = request
    setSecurityHeaders(reply, requestContext.api, platform.settings)
    if (hasTwoHosts(request.raw)) refuse(refusals.BadRequest, { detail: 'The request names two hosts' })
    if (!requestContext.api) return
    cors.allow(requestContext, reply)
    limits.countNetwork(requestContext, request.routeOptions.url)
    if (requestContext.api === 'v1') reply.headers(policyHeaders)
    if (cors.isPreflight(requestContext)) return cors.answerPreflight(requestContext, reply)
  })
}

/** Whether the request names its host more than once. */
export function hasTwoHosts({ rawHeaders }: IncomingMessage): boolean {
  let hosts = 0
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index]
    if (name?.length === 4 && name.toLowerCase() === 'host') hosts += 1
  }
  return hosts > 1
}
