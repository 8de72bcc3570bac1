// The first and the last of each request: its visit, its id, what guards every answer, its line in the log.
import type { IncomingMessage } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { refuse } from '#kernel/refusal.ts'
import { boundedLines } from '../bounded-lines.ts'
import { monotonicMs } from '../clock.ts'
import { isKnown } from '../database/unavailable.ts'
import type { Platform } from '../platform.ts'
import type { Caller } from './caller.ts'
import { cookieText } from './cookies.ts'
import { faultOf } from './fault.ts'
import type { Cors } from './guard/cors.ts'
import { setSecurityHeaders } from './guard/headers.ts'
import { type LimitGuard, policyHeaders } from './guard/limits.ts'
import { refusals } from './guard/refusals.ts'
import { halfOf } from './half.ts'
import { factsOf } from './input/request-facts.ts'
import { type Answered, type Visit, visitOf } from './visit.ts'

/** Begins a visit for each request, and tells of its answer before it is sent. */
export function keepVisits(
  app: FastifyInstance,
  platform: Platform,
  about: { readonly keepsTexts: boolean; onAnswered(answered: Answered): void },
): void {
  app.decorateRequest('visit')
  app.addHook('onRequest', async (request, reply) => {
    const facts = factsOf(request.raw, request.id, platform.settings)
    const half = halfOf(request.routeOptions.url ?? facts.path)
    request.visit = visitOf(facts, half, { now: platform.clock.now(), keepsTexts: about.keepsTexts })
    reply.header('x-request-id', request.id)
  })
  app.addHook('onSend', async (request, reply) => {
    // Whoever acts in a session that is not their own is told so in each answer, also in one that says no.
    const { borrower } = idOf(request.visit.caller)
    if (borrower !== undefined) reply.header('x-impersonated-by', borrower)
    // What the answer itself says of a session is later, and counts.
    const said = [reply.getHeader('set-cookie') ?? []].flat().map((line) => String(line).split('=', 1)[0])
    for (const { name, value, attributes } of request.visit.renewal)
      if (!said.includes(name)) reply.header('set-cookie', cookieText(name, value, attributes))
    tellAnswered(request.visit, reply.statusCode, { platform, onAnswered: about.onAnswered })
  })
}

/** Writes the line of an answer and tells whoever measures. Streams of events call it when they begin. */
export function tellAnswered(
  visit: Visit,
  status: number,
  { platform, onAnswered }: { readonly platform: Platform; onAnswered(answered: Answered): void },
): void {
  const { facts, name, messages, startMs, half } = visit
  const answered: Answered = {
    requestId: facts.id,
    name,
    method: facts.method,
    status,
    messages: messages.count,
    texts: messages.texts ?? [],
    durationMs: monotonicMs() - startMs,
    half,
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
function writeLine(log: Platform['log'], { facts, caller, fault }: Visit, answered: Answered): void {
  const { requestId, name, method, status, messages, durationMs } = answered
  const line = {
    requestId,
    route: name,
    method,
    status,
    db: messages,
    ms: Math.round(durationMs),
    address: facts.address,
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
  if (caller.kind === 'person') {
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
    const { visit } = request
    setSecurityHeaders(reply, visit.half, platform.settings)
    if (hasTwoHosts(request.raw)) refuse(refusals.BadRequest, { detail: 'The request names two hosts' })
    if (!visit.half) return
    cors.allow(visit, reply)
    limits.countNetwork(visit, request.routeOptions.url)
    if (visit.half === 'v1') reply.headers(policyHeaders)
    if (cors.isPreflight(visit)) return cors.answerPreflight(visit, reply)
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
