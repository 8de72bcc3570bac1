// The HTTP server: Fastify with the declared routes, the guards, the built-in endpoints and the pages.
import { createServer, type Server as HttpServer, type ServerOptions } from 'node:http'
import fastify, { type FastifyError, type FastifyHttpOptions, type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { newId } from '#kernel/id.ts'
import { Refusal, ValidationRefusal } from '#kernel/refusal.ts'
import { TooManyRequests } from '../limits/too-many-requests.ts'
import { createTurns, withoutTurns } from '../limits/turns.ts'
import type { Platform } from '../platform.ts'
import { openStreams } from './answer/event-stream.ts'
import { sendErrorResponse } from './answer/send.ts'
import { apiOf } from './api.ts'
import { routes as ownRoutes } from './builtin/auth-basics.ts'
import { mountDevelopmentInbox } from './builtin/development-inbox.ts'
import { ERROR_PAGE_TYPE, errorPagePolicy, refusalPage } from './builtin/error-page.ts'
import { mountFileTransfers, TRANSFER_MS } from './builtin/file-transfers.ts'
import { mountHealth } from './builtin/health.ts'
import { type GaugeReading, mountMetrics } from './builtin/metrics.ts'
import { mountReference } from './builtin/reference.ts'
import { mountWellKnown } from './builtin/well-known.ts'
import { classifyFault } from './fault.ts'
import { withBodyDeadline } from './front/body-deadline.ts'
import { withShortcuts } from './front/shortcut.ts'
import { withSignInQueue } from './front/sign-in-queue.ts'
import { corsOf } from './guard/cors.ts'
import { answerBadConnection, refusalOfFramework } from './guard/framework-errors.ts'
import { setSecurityHeaders } from './guard/headers.ts'
import { limitGuard, retryHeaders, sendTooManyRequests } from './guard/limits.ts'
import { refusals } from './guard/refusals.ts'
import { BODY_LIMIT, readBodies } from './input/body.ts'
import { parseQuery } from './input/query.ts'
import { mount } from './mount.ts'
import { trustedOrigins } from './origin.ts'
import { type FrameAncestorOf, mountPages } from './pages/mount-pages.ts'
import type { PageSource } from './pages/source.ts'
import type { CallerSource } from './recognize.ts'
import { errorResponseOf, isUnexpected, refusalResponseOf } from './refusals.ts'
import { type AnsweredRequest, countRoundTrips } from './request-context.ts'
import { guardAll, trackRequests } from './request-lifecycle.ts'
import type { Route } from './route.ts'
import { gracefulStopOf } from './stop.ts'

/** The parts of a server. */
export interface ServerParts {
  readonly platform: Platform
  readonly routes: readonly Route[]
  /** The sources that recognize callers, in order: the first that returns a caller decides. */
  readonly callers: readonly CallerSource[]
  /** The pages of the web (`builtPages`, `vitePages`); without them only the API answers. */
  readonly pages?: PageSource
  /** Returns the origin that may frame the embedded page of a checkout; none by default. */
  readonly framedBy?: FrameAncestorOf
  /** Gauges of other modules for the metrics: waiting jobs, events that are not relayed yet. */
  readonly gauges?: () => Promise<readonly GaugeReading[]>
  /** Called with every answer before it is sent. */
  readonly onAnswered?: (answered: AnsweredRequest) => void
  /** Records the SQL of the statements for `onAnswered`. */
  readonly keepsStatements?: boolean
}

/** A server that is ready to listen, or to answer in process (`app.inject`). */
export interface Server {
  readonly app: FastifyInstance
  /** Stops without dropping a request: see stop.ts. */
  stop(): Promise<void>
}

const PARAM_LENGTH_MAX = 500
const HEADER_BYTES_MAX = 16 * 1024
/** The time limit for a client to send its headers. */
const HEADERS_TIMEOUT_MS = 10_000
const CHECK_CONNECTIONS_MS = 2000
/** Longer than the minute after which proxies close an idle connection. */
const KEEP_ALIVE_MS = 65_000

/** The path of the error page after a failed navigation. */
const ERROR_PATH = '/api/auth/error?error=internal_server_error'

const notFound = { auth: { code: 'NOT_FOUND', status: 404, sentence: '' }, v1: refusals.ResourceNotFound } as const

/** Builds the server and mounts the routes in their order. It answers in process, and listens after `app.listen`. */
export async function buildServer(parts: ServerParts): Promise<Server> {
  const { platform, keepsStatements = false } = parts
  const limits = limitGuard(platform)
  const onAnswered = (answered: AnsweredRequest): void => {
    metrics.observe(answered)
    parts.onAnswered?.(answered)
  }
  const shortcutDeps = { platform, limits, keepsStatements, onAnswered, isClosing: () => gracefulStop.isClosing }
  const app = fastify({
    ...optionsOf(platform),
    serverFactory: (listener) =>
      createServer(sockets, withBodyDeadline(withShortcuts(parts.routes, shortcutDeps, withSignInQueue(listener)))),
  })
  const streams = openStreams()
  const turns = platform.settings.RATE_LIMIT_ENABLED ? createTurns() : withoutTurns
  const gracefulStop = gracefulStopOf(app, streams)
  const origins = trustedOrigins(platform.settings.BASE_URL, platform.settings.TRUSTED_ORIGINS)
  const routes = [...ownRoutes, ...parts.routes]
  readBodies(app)
  const metrics = mountMetrics(app, platform, parts.gauges ?? (async () => []))
  trackRequests(app, platform, { keepsStatements, onAnswered })
  guardAll(app, platform, { limits, cors: corsOf(origins) })
  const errorUrl = `${platform.settings.BASE_URL}${ERROR_PATH}`
  app.setErrorHandler((error, request, reply) => answerError(error, { request, reply, errorUrl }))
  for (const route of routes) mount(app, route, { platform, callers: parts.callers, origins, limits, turns, streams, onAnswered })
  await mountFileTransfers(app, platform)
  mountHealth(app, platform, gracefulStop)
  mountReference(app, routes, platform.settings)
  mountWellKnown(app, platform)
  mountDevelopmentInbox(app, platform)
  await mountNotFound(app, parts)
  await app.ready()
  return { app, stop: () => gracefulStop.stop() }
}

function optionsOf(platform: Platform): FastifyHttpOptions<HttpServer> {
  return {
    logger: false,
    requestIdHeader: false,
    genReqId: () => newId(platform.clock.now()),
    bodyLimit: BODY_LIMIT,
    exposeHeadRoutes: false,
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: PARAM_LENGTH_MAX, querystringParser: parseQuery },
    frameworkErrors: (error, request, reply) => {
      // No hook has run, so the headers of the hooks are set here.
      reply.header('x-request-id', request.id)
      setSecurityHeaders(reply as FastifyReply, apiOf(request.url), platform.settings)
      sendErrorResponse(
        reply as FastifyReply,
        refusalResponseOf(apiOf(request.url), refusalOfFramework(error) ?? new Refusal(refusals.BadRequest)),
      )
    },
    clientErrorHandler: answerBadConnection,
  }
}

const sockets: ServerOptions = {
  maxHeaderSize: HEADER_BYTES_MAX,
  headersTimeout: HEADERS_TIMEOUT_MS,
  // The parts of uploads take long; all other requests end earlier (`withBodyDeadline`).
  requestTimeout: TRANSFER_MS,
  keepAliveTimeout: KEEP_ALIVE_MS,
  connectionsCheckingInterval: CHECK_CONNECTIONS_MS,
}

interface ErrorContext {
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  /** The URL of the error page for a navigating browser. */
  readonly errorUrl: string
}

function answerError(error: unknown, { request, reply, errorUrl }: ErrorContext): FastifyReply {
  const { api } = request.requestContext
  const isNavigated = request.routeOptions.config.isNavigated === true
  const acceptsPage = (request.headers.accept ?? '').includes('text/html')
  const wantsPage = isNavigated && acceptsPage
  if (error instanceof TooManyRequests) {
    if (!wantsPage && (api || !acceptsPage)) return sendTooManyRequests(reply, api, error)
    return sendErrorPage(
      reply.code(429).headers(retryHeaders(error)),
      refusalPage('too_many_requests', refusals.TooManyRequests.sentence, true),
    )
  }
  const refusal = refusalOfFramework(error as FastifyError) ?? error
  if (isUnexpected(refusal)) request.requestContext.fault = refusal
  const fault = refusal instanceof Refusal ? undefined : classifyFault(refusal)
  if (isNavigated && fault === 'unexpected') return reply.redirect(errorUrl, 302)
  const errorResponse = errorResponseOf(api, refusal, request.id)
  const isTemporary = fault !== undefined
  // A truncated link gets an error page as well.
  const isInvalid = refusal instanceof ValidationRefusal
  if (!wantsPage || !(isTemporary || isInvalid)) return sendErrorResponse(reply, errorResponse)
  const { code, message } = JSON.parse(errorResponse.body) as { readonly code: string; readonly message: string }
  // After a temporary failure the same URL can be tried again: the link was not used.
  return sendErrorPage(
    reply.code(errorResponse.status).headers(errorResponse.headers),
    refusalPage(code.toLowerCase(), message, isTemporary),
  )
}

function sendErrorPage(reply: FastifyReply, page: string): FastifyReply {
  return reply.header('content-security-policy', errorPagePolicy).header('content-type', ERROR_PAGE_TYPE).send(page)
}

// An unknown path of an API is not found in the API's error shape. Every other path is a page.
async function mountNotFound(app: FastifyInstance, { platform, pages, framedBy }: ServerParts): Promise<void> {
  const sendPage = pages && (await mountPages(app, { pages, settings: platform.settings, framedBy }))
  app.setNotFoundHandler((request, reply) => {
    const api = apiOf(request.requestContext.request.path)
    if (!api && sendPage) return countRoundTrips(request.requestContext, () => sendPage(request, reply))
    return sendErrorResponse(reply, refusalResponseOf(api, new Refusal(notFound[api ?? 'v1'])))
  })
}
