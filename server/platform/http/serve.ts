// The HTTP server: Fastify with the declared routes, and everything that stands around them.
import type { Server as HttpServer } from 'node:http'
import fastify, { type FastifyError, type FastifyHttpOptions, type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { newId } from '#kernel/id.ts'
import { Refusal } from '#kernel/refusal.ts'
import { monotonicMs } from '../clock.ts'
import type { Platform } from '../platform.ts'
import { openStreams } from './answer/events.ts'
import { sendRefused } from './answer/send.ts'
import { corsOf } from './guard/cors.ts'
import { answerBadConnection, refusalOfFramework } from './guard/framework-errors.ts'
import { setSecurityHeaders } from './guard/headers.ts'
import { limitGuard, policyHeaders, sendTooOften, TooOften } from './guard/limits.ts'
import { halfOf } from './half.ts'
import { BODY_LIMIT, readBodies } from './input/body.ts'
import { parseQuery } from './input/query.ts'
import { factsOf } from './input/request-facts.ts'
import { mount } from './mount.ts'
import { trustedOrigins } from './origin.ts'
import type { CallerSource } from './recognize.ts'
import { isUnexpected, refusedBy, refusedByError } from './refusals.ts'
import type { Route } from './route.ts'
import { stoppingOf } from './stop.ts'
import type { Answered, Visit } from './visit.ts'

/** What a server is made of. */
export interface ServerParts {
  readonly platform: Platform
  readonly routes: readonly Route[]
  /** Who may be recognized, in order: the first source that knows decides. */
  readonly callers: readonly CallerSource[]
  /** Told of every answer, before it is sent. */
  readonly onAnswered?: (answered: Answered) => void
  /** Keeps the texts of the messages to the database for `onAnswered`. */
  readonly keepsTexts?: boolean
}

/** A server that is ready to listen or to be asked in process (`app.inject`). */
export interface Server {
  readonly app: FastifyInstance
  /** Stops without dropping a request: see stop.ts. */
  stop(): Promise<void>
}

const MAX_PARAM_LENGTH = 500
const MAX_HEADER_BYTES = 16 * 1024
/** A client may take so long to send its headers, and its whole request. */
const HEADERS_TIMEOUT_MS = 10_000
const REQUEST_TIMEOUT_MS = 30_000
const KEEP_ALIVE_MS = 65_000
const CHECK_CONNECTIONS_MS = 2000

function optionsOf(platform: Platform): FastifyHttpOptions<HttpServer> {
  return {
    logger: false,
    requestIdHeader: false,
    genReqId: () => newId(platform.clock.now()),
    bodyLimit: BODY_LIMIT,
    requestTimeout: REQUEST_TIMEOUT_MS,
    keepAliveTimeout: KEEP_ALIVE_MS,
    exposeHeadRoutes: false,
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: MAX_PARAM_LENGTH, querystringParser: parseQuery },
    frameworkErrors: (error, request, reply) => {
      // Answered before any hook ran, so it sets what the hooks would have.
      reply.header('x-request-id', request.id)
      const half = halfOf(request.url)
      sendRefused(reply as FastifyReply, refusedBy(half, refusalOfFramework(error) ?? new Refusal(badAddress)))
    },
    clientErrorHandler: answerBadConnection,
    http: {
      maxHeaderSize: MAX_HEADER_BYTES,
      headersTimeout: HEADERS_TIMEOUT_MS,
      requestTimeout: REQUEST_TIMEOUT_MS,
      connectionsCheckingInterval: CHECK_CONNECTIONS_MS,
    },
  }
}

const badAddress = { code: 'BadRequest', status: 400, sentence: 'The address cannot be read' }
const notFound = {
  auth: { code: 'NOT_FOUND', status: 404, sentence: '' },
  v1: { code: 'ResourceNotFound', status: 404, sentence: 'Not found' },
}

/** Builds the server: mounts the routes in the order given and answers nothing yet. */
export async function buildServer(parts: ServerParts): Promise<Server> {
  const { platform } = parts
  const app = fastify(optionsOf(platform))
  const streams = openStreams()
  const stopping = stoppingOf(app, streams)
  const limits = limitGuard(platform)
  const origins = trustedOrigins(platform.settings.BASE_URL, platform.settings.TRUSTED_ORIGINS)
  readBodies(app)
  receive(app, parts)
  guard(app, platform, { limits, origins })
  app.setErrorHandler((error, request, reply) => answerError(error, request, reply))
  app.setNotFoundHandler((request, reply) => {
    const half = halfOf(request.visit.facts.path)
    return sendRefused(reply, refusedBy(half, new Refusal(notFound[half ?? 'v1'])))
  })
  for (const route of parts.routes) mount(app, route, { platform, callers: parts.callers, origins, limits, streams })
  await app.ready()
  return { app, stop: () => stopping.stop() }
}

// The first and the last hook of each request: its visit, its id, its line in the log.
function receive(app: FastifyInstance, { platform, onAnswered, keepsTexts }: ServerParts): void {
  app.decorateRequest('visit')
  app.addHook('onRequest', async (request, reply) => {
    const facts = factsOf(request, platform.settings)
    const messages = keepsTexts ? { count: 0, texts: [] } : { count: 0 }
    const half = halfOf(request.routeOptions.url ?? facts.path)
    const [now, startMs] = [platform.clock.now(), monotonicMs()]
    request.visit = { facts, half, now, startMs, messages, caller: { kind: 'nobody' }, name: 'none', fault: undefined }
    reply.header('x-request-id', request.id)
  })
  app.addHook('onSend', async (request, reply) => {
    const answered = answeredOf(request, reply)
    onAnswered?.(answered)
    writeLine(platform, request.visit, answered)
  })
}

function answeredOf(request: FastifyRequest, reply: FastifyReply): Answered {
  const { name, messages, startMs, half } = request.visit
  return {
    requestId: request.id,
    name,
    method: request.method,
    status: reply.statusCode,
    messages: messages.count,
    texts: messages.texts ?? [],
    durationMs: monotonicMs() - startMs,
    half,
  }
}

// Neither the path nor the query: both may hold secrets. The route's name says where it went.
function writeLine(platform: Platform, { facts, caller, fault }: Visit, answered: Answered): void {
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
  }
  if (fault !== undefined) platform.log.error('request_failed', { ...line, cause: causeOf(fault) })
  else platform.log.info('request', line)
}

function causeOf(error: unknown): string {
  return error instanceof Error
    ? [error.stack ?? error.message, error.cause ? causeOf(error.cause) : ''].filter(Boolean).join('\ncaused by ')
    : String(error)
}

interface Guards {
  readonly limits: ReturnType<typeof limitGuard>
  readonly origins: ReturnType<typeof trustedOrigins>
}

// What stands before every answer, known route or not.
function guard(app: FastifyInstance, platform: Platform, { limits, origins }: Guards): void {
  const cors = corsOf(origins)
  app.addHook('onRequest', async (request, reply) => {
    const { visit } = request
    setSecurityHeaders(reply, visit.half, platform.settings)
    if (hasTwoHosts(request)) throw new Refusal({ code: 'BadRequest', status: 400, sentence: 'The request names two hosts' })
    if (!visit.half) return
    cors.allow(visit, reply)
    limits.countNetwork(visit, request.routeOptions.url)
    if (visit.half === 'v1') reply.headers(policyHeaders)
    if (request.method === 'OPTIONS' && cors.isPreflight(visit)) return cors.answerPreflight(visit, reply)
  })
}

function hasTwoHosts({ raw }: FastifyRequest): boolean {
  return raw.rawHeaders.filter((name, index) => index % 2 === 0 && name.toLowerCase() === 'host').length > 1
}

function answerError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const { half } = request.visit
  if (error instanceof TooOften) return sendTooOften(reply, half, error)
  const refusal = refusalOfFramework(error as FastifyError) ?? error
  if (isUnexpected(refusal)) request.visit.fault = refusal
  return sendRefused(reply, refusedByError(half, refusal, request.id))
}
