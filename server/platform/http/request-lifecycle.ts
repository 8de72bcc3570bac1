// The beginning and the end of each request: its context, its id, the guards of every answer, its line in the log.
import type { IncomingMessage } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { refuse } from '#kernel/refusal.ts'
import { boundedLines } from '../bounded-lines.ts'
import { monotonicMs } from '../clock.ts'
import { isAlreadyLogged } from '../database/unavailable.ts'
import type { Platform } from '../platform.ts'
import type { Caller } from '../request/caller.ts'
import { noteForwardedRequest } from '../request/untrusted-proxy.ts'
import { apiOf } from './api.ts'
import { cookieText } from './cookies.ts'
import { classifyFault } from './fault.ts'
import type { Cors } from './guard/cors.ts'
import { setSecurityHeaders } from './guard/headers.ts'
import { type LimitGuard, policyHeaders } from './guard/limits.ts'
import { refusals } from './guard/refusals.ts'
import { requestInfoOf } from './input/incoming-request.ts'
import { type AnsweredRequest, type RequestContext, requestContextOf } from './request-context.ts'

/** Creates the context of each request, and publishes its answer before it is sent. */
export function trackRequests(
  app: FastifyInstance,
  platform: Platform,
  options: { readonly keepsStatements: boolean; onAnswered(answered: AnsweredRequest): void },
): void {
  app.decorateRequest('requestContext')
  app.addHook('onRequest', async (request, reply) => {
    const info = requestInfoOf(request.raw, request.id, platform.settings)
    noteForwardedRequest(platform.settings, info.headers['x-forwarded-for'], platform.log)
    const api = apiOf(request.routeOptions.url ?? info.path)
    request.requestContext = requestContextOf(info, api, { now: platform.clock.now(), keepsStatements: options.keepsStatements })
    reply.header('x-request-id', request.id)
  })
  app.addHook('onSend', async (request, reply, answer) => {
    // Every answer in an impersonation session says so, error responses too.
    const { impersonatorId } = idOf(request.requestContext.caller)
    if (impersonatorId !== undefined) reply.header('x-impersonated-by', impersonatorId)
    // A session cookie that the handler has set is newer than the renewed one and wins.
    const names = [reply.getHeader('set-cookie') ?? []].flat().map((line) => String(line).split('=', 1)[0])
    for (const { name, value, attributes } of request.requestContext.renewal)
      if (!names.includes(name)) reply.header('set-cookie', cookieText(name, value, attributes))
    // Only for callers whose calls are recorded: a query is parsed when it is first read.
    if (request.requestContext.caller.kind === 'organization-token' && request.routeOptions.url !== undefined) {
      const { params, query, body, routeOptions } = request
      request.requestContext.content = { route: routeOptions.url ?? '', params, query, body, answer }
    }
    publishAnswered(request.requestContext, reply.statusCode, { platform, onAnswered: options.onAnswered })
  })
}

/** Logs an answer and passes it to `onAnswered`. Event streams call it when they begin. */
export function publishAnswered(
  context: RequestContext,
  status: number,
  { platform, onAnswered }: { readonly platform: Platform; onAnswered(answered: AnsweredRequest): void },
): void {
  const { request, name, roundTrips, startMs, api, caller, now, content } = context
  const answered: AnsweredRequest = {
    requestId: request.id,
    name,
    method: request.method,
    status,
    roundTrips: roundTrips.count,
    statements: roundTrips.statements ?? [],
    durationMs: monotonicMs() - startMs,
    api,
    caller,
    startedAt: now,
    content,
  }
  onAnswered(answered)
  writeLine(platform.log, context, answered)
}

const FAILED_PER_SECOND = 5
/** By log: the rate-limited writer for requests that fail because the database is unavailable, when all requests fail alike. */
const failureWriters = new WeakMap<Platform['log'], ReturnType<typeof boundedLines>>()

function writeFailed(log: Platform['log'], line: Record<string, unknown>): void {
  const write = failureWriters.get(log) ?? boundedLines((event, fields) => log.error(event, fields), FAILED_PER_SECOND)
  failureWriters.set(log, write)
  write('A request failed.', line)
}

// Neither the path nor the query is logged: both may contain secrets. The route's name is logged instead.
function writeLine(log: Platform['log'], { request, caller, fault }: RequestContext, answered: AnsweredRequest): void {
  const { requestId, name, method, status, roundTrips, durationMs } = answered
  const line = {
    requestId,
    route: name,
    method,
    status,
    db: roundTrips,
    ms: Math.round(durationMs),
    ipAddress: request.ipAddress,
    caller: caller.kind,
    ...idOf(caller),
  }
  // The loss of the database was logged when it happened.
  if (isAlreadyLogged(fault)) log.info('Answered.', { ...line, fault: 'gone' })
  else if (fault !== undefined && classifyFault(fault) === 'unavailable') writeFailed(log, { ...line, error: fault })
  else if (fault !== undefined) log.error('A request failed.', { ...line, error: fault })
  else if (name === 'healthz' || name === 'readyz' || name === 'asset') log.debug('Answered.', line)
  else log.info('Answered.', line)
}

function idOf(caller: Caller): { readonly userId?: string; readonly impersonatorId?: string; readonly organizationId?: string } {
  if (caller.kind === 'user') {
    const { impersonatedBy } = caller.session
    return { userId: caller.user.id, ...(impersonatedBy !== null && { impersonatorId: impersonatedBy }) }
  }
  return caller.kind === 'organization-token' || caller.kind === 'customer' ? { organizationId: caller.organizationId } : {}
}

/** Adds the guards of every answer, for known and unknown paths: headers, CORS, limits. */
export function guardAll(
  app: FastifyInstance,
  platform: Platform,
  { limits, cors }: { readonly limits: LimitGuard; readonly cors: Cors },
): void {
  app.addHook('onRequest', async (request, reply) => {
    const { requestContext } = request
    setSecurityHeaders(reply, requestContext.api, platform.settings)
    if (hasTwoHosts(request.raw)) refuse(refusals.BadRequest, { detail: 'The request names two hosts' })
    if (!requestContext.api) return limits.countNetwork(requestContext, request.routeOptions.url)
    cors.allow(requestContext, reply)
    if (request.routeOptions.config.isCountedByRoute !== true) limits.countNetwork(requestContext, request.routeOptions.url)
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
