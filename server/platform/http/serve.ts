// The HTTP server: Fastify with the declared routes, and everything that stands around them.
import { createServer, type Server as HttpServer, type ServerOptions } from 'node:http'
import fastify, { type FastifyError, type FastifyHttpOptions, type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { newId } from '#kernel/id.ts'
import { Refusal, ValidationRefusal } from '#kernel/refusal.ts'
import type { Platform } from '../platform.ts'
import { openStreams } from './answer/events.ts'
import { sendRefused } from './answer/send.ts'
import { apiOf } from './api.ts'
import { faultOf } from './fault.ts'
import { withShortcuts } from './front/shortcut.ts'
import { withSignInQueue } from './front/sign-in-queue.ts'
import { corsOf } from './guard/cors.ts'
import { answerBadConnection, refusalOfFramework } from './guard/framework-errors.ts'
import { setSecurityHeaders } from './guard/headers.ts'
import { limitGuard, sendTooOften, TooOften, waitingHeaders } from './guard/limits.ts'
import { refusals } from './guard/refusals.ts'
import { BODY_LIMIT, readBodies } from './input/body.ts'
import { parseQuery } from './input/query.ts'
import { mount } from './mount.ts'
import { trustedOrigins } from './origin.ts'
import { type FramedBy, mountPages } from './pages/mount-pages.ts'
import type { PageSource } from './pages/source.ts'
import { routes as ownRoutes } from './plain/auth-basics.ts'
import { mountDevelopmentInbox } from './plain/development-inbox.ts'
import { ERROR_PAGE_TYPE, errorPagePolicy, refusalPage } from './plain/error-page.ts'
import { mountHealth } from './plain/health.ts'
import { mountMetrics, type Reading } from './plain/metrics.ts'
import { mountReference } from './plain/reference.ts'
import { mountWellKnown } from './plain/well-known.ts'
import type { CallerSource } from './recognize.ts'
import { isUnexpected, refusedBy, refusedByError } from './refusals.ts'
import { type AnsweredRequest, countRoundTrips } from './request-context.ts'
import { guardAll, trackRequests } from './request-lifecycle.ts'
import type { Route } from './route.ts'
import { stoppingOf } from './stop.ts'

/** What a server is made of. */
export interface ServerParts {
  readonly platform: Platform
  readonly routes: readonly Route[]
  /** Who may be recognized, in order: the first source that knows decides. */
  readonly callers: readonly CallerSource[]
  /** The pages of the web (`builtPages`, `vitePages`); without them only the API answers. */
  readonly pages?: PageSource
  /** Who may frame the checkout page at a path; nobody unless told. */
  readonly framedBy?: FramedBy
  /** Numbers for the metrics that others know: jobs that wait, facts not handed on. */
  readonly readings?: () => Promise<readonly Reading[]>
  /** Told of every answer before it is sent. */
  readonly onAnswered?: (answered: AnsweredRequest) => void
  /** Keeps the texts of the messages to the database for `onAnswered`. */
  readonly keepsTexts?: boolean
}

/** A server that is ready to listen or to be asked in process (`app.inject`). */
export interface Server {
  readonly app: FastifyInstance
  /** Stops without dropping a request: see stop.ts. */
  stop(): Promise<void>
}

const PARAM_LENGTH_MAX = 500
const HEADER_BYTES_MAX = 16 * 1024
/** How long a client may take to send its headers, and its whole request. */
const HEADERS_TIMEOUT_MS = 10_000
const REQUEST_TIMEOUT_MS = 30_000
const CHECK_CONNECTIONS_MS = 2000
/** Longer than the minute after which proxies in front let go of an idle connection. */
const KEEP_ALIVE_MS = 65_000

/** Where a browser is led when the call it was sent to failed, on the server's own address. */
const FAILED = '/api/auth/error?error=internal_server_error'

const notFound = { auth: { code: 'NOT_FOUND', status: 404, sentence: '' }, v1: refusals.ResourceNotFound } as const

/** Builds the server: mounts the routes in the order given; it answers in process, and listens when it is told to. */
export async function buildServer(parts: ServerParts): Promise<Server> {
  const { platform, keepsTexts = false } = parts
  const limits = limitGuard(platform)
  const onAnswered = (answered: AnsweredRequest): void => {
    metrics.observe(answered)
    parts.onAnswered?.(answered)
  }
  const short = { platform, limits, keepsTexts, onAnswered, isLeaving: () => stopping.isLeaving }
  const app = fastify({
    ...optionsOf(platform),
    serverFactory: (ordinary) => createServer(sockets, withShortcuts(parts.routes, short, withSignInQueue(ordinary))),
  })
  const streams = openStreams()
  const stopping = stoppingOf(app, streams)
  const origins = trustedOrigins(platform.settings.BASE_URL, platform.settings.TRUSTED_ORIGINS)
  const routes = [...ownRoutes, ...parts.routes]
  readBodies(app)
  const metrics = mountMetrics(app, platform, parts.readings ?? (async () => []))
  trackRequests(app, platform, { keepsTexts, onAnswered })
  guardAll(app, platform, { limits, cors: corsOf(origins) })
  const failed = `${platform.settings.BASE_URL}${FAILED}`
  app.setErrorHandler((error, request, reply) => answerError(error, { request, reply, failed }))
  for (const route of routes) mount(app, route, { platform, callers: parts.callers, origins, limits, streams, onAnswered })
  mountHealth(app, platform, stopping)
  mountReference(app, routes, platform.settings)
  mountWellKnown(app, platform)
  mountDevelopmentInbox(app, platform)
  await answerTheRest(app, parts)
  await app.ready()
  return { app, stop: () => stopping.stop() }
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
      // No hook has run: it sets what they would have.
      reply.header('x-request-id', request.id)
      setSecurityHeaders(reply as FastifyReply, apiOf(request.url), platform.settings)
      sendRefused(reply as FastifyReply, refusedBy(apiOf(request.url), refusalOfFramework(error) ?? new Refusal(refusals.BadRequest)))
    },
    clientErrorHandler: answerBadConnection,
  }
}

const sockets: ServerOptions = {
  maxHeaderSize: HEADER_BYTES_MAX,
  headersTimeout: HEADERS_TIMEOUT_MS,
  requestTimeout: REQUEST_TIMEOUT_MS,
  keepAliveTimeout: KEEP_ALIVE_MS,
  connectionsCheckingInterval: CHECK_CONNECTIONS_MS,
}

interface Failing {
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  /** Where a browser is led that was sent here. */
  readonly failed: string
}

function answerError(error: unknown, { request, reply, failed }: Failing): FastifyReply {
  const { api } = request.requestContext
  const isNavigated = request.routeOptions.config.isNavigated === true
  const wantsPage = isNavigated && (request.headers.accept ?? '').includes('text/html')
  if (error instanceof TooOften) {
    if (!wantsPage) return sendTooOften(reply, api, error)
    return sendPageOf(reply.code(429).headers(waitingHeaders(error)), refusalPage('too_many_requests', error.message, true))
  }
  const refusal = refusalOfFramework(error as FastifyError) ?? error
  if (isUnexpected(refusal)) request.requestContext.fault = refusal
  const fault = refusal instanceof Refusal ? undefined : faultOf(refusal)
  if (isNavigated && fault === 'unexpected') return reply.redirect(failed, 302)
  const refused = refusedByError(api, refusal, request.id)
  const mayPass = fault !== undefined
  // A link that was cut off on its way is told of on a page as well.
  const isTorn = refusal instanceof ValidationRefusal
  if (!wantsPage || !(mayPass || isTorn)) return sendRefused(reply, refused)
  const { code, message } = JSON.parse(refused.body) as { readonly code: string; readonly message: string }
  // What cannot be had just now is asked for again at the same address: a link that was not worked is as good as before.
  return sendPageOf(reply.code(refused.status).headers(refused.headers), refusalPage(code.toLowerCase(), message, mayPass))
}

function sendPageOf(reply: FastifyReply, page: string): FastifyReply {
  return reply.header('content-security-policy', errorPagePolicy).header('content-type', ERROR_PAGE_TYPE).send(page)
}

// Unknown paths of the API are not found in their half's shape; everything else is a page's path.
async function answerTheRest(app: FastifyInstance, { platform, pages, framedBy }: ServerParts): Promise<void> {
  const sendPage = pages && (await mountPages(app, { pages, settings: platform.settings, framedBy }))
  app.setNotFoundHandler((request, reply) => {
    const half = apiOf(request.requestContext.request.path)
    if (!half && sendPage) return countRoundTrips(request.requestContext, () => sendPage(request, reply))
    return sendRefused(reply, refusedBy(half, new Refusal(notFound[half ?? 'v1'])))
  })
}
