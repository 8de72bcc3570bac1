// Bypasses the framework for a call that every page makes repeatedly (decision 24).
import type { IncomingMessage, ServerResponse } from 'node:http'
import { newId } from '#kernel/id.ts'
import { TooManyRequests } from '../../limits/too-many-requests.ts'
import type { Platform } from '../../platform.ts'
import type { NamedCookie } from '../../request/cookie.ts'
import type { RequestInfo } from '../../request/request.ts'
import { apiOf } from '../api.ts'
import { cookieText } from '../cookies.ts'
import { securityHeaders } from '../guard/headers.ts'
import type { LimitGuard } from '../guard/limits.ts'
import { requestInfoOf } from '../input/incoming-request.ts'
import { type AnsweredRequest, countRoundTrips, requestContextOf } from '../request-context.ts'
import { hasTwoHosts, publishAnswered } from '../request-lifecycle.ts'
import type { Route } from '../route.ts'

/** The request that a shortcut receives: a GET without a body, with the exact path of the route, from the server's own pages. */
export interface ShortcutRequest {
  readonly request: RequestInfo
  /** The raw query after the `?`; `''` without one. */
  readonly query: string
  readonly now: Date
}

/** A success: the JSON body, equal to the route's own answer, and its cookies. */
export interface ShortcutAnswer {
  readonly text: string
  readonly cookies: readonly NamedCookie[]
}

/**
 * Answers a route without the framework, byte for byte like the framework would. Returns undefined for a request that it does not
 * support. When it fails, the request is handled again by the framework, which reports the error.
 */
export type Shortcut = (platform: Platform, call: ShortcutRequest) => (() => Promise<ShortcutAnswer>) | undefined

/** The dependencies of the shortcuts. */
export interface ShortcutDeps {
  readonly platform: Platform
  readonly limits: LimitGuard
  readonly keepsStatements: boolean
  /** Whether the next answer closes the connection. */
  readonly isClosing: () => boolean
  onAnswered(answered: AnsweredRequest): void
}

/** A request listener of `node:http`. */
export type RequestListener = (request: IncomingMessage, response: ServerResponse) => void

/** Headers of requests that shortcuts do not support. */
const SPECIAL = ['origin', 'authorization', 'content-length', 'transfer-encoding', 'expect'] as const

/** Wraps `listener`: a request takes the shortcut of its route where there is one. */
export function withShortcuts(routes: readonly Route[], deps: ShortcutDeps, listener: RequestListener): RequestListener {
  const routeOf = new Map(routes.map((route) => [route.path, route]))
  const guardHeaders = Object.entries(securityHeaders('auth', deps.platform.settings)).flat()
  return (request, response) => {
    const run = startShortcut(request, routeOf, deps)
    if (!run) return listener(request, response)
    void answer(run, response, { ...deps, guardHeaders }).catch(() => listener(request, response))
  }
}

interface ShortcutRun {
  readonly context: ReturnType<typeof requestContextOf>
  readonly getAnswer: () => Promise<ShortcutAnswer>
}

function startShortcut(request: IncomingMessage, routeOf: ReadonlyMap<string, Route>, deps: ShortcutDeps): ShortcutRun | undefined {
  const { url = '', headers } = request
  const at = url.indexOf('?')
  const route = request.method === 'GET' ? routeOf.get(at < 0 ? url : url.slice(0, at)) : undefined
  if (!route?.shortcut || SPECIAL.some((name) => headers[name] !== undefined) || hasTwoHosts(request)) return undefined
  const { platform, limits, keepsStatements } = deps
  const now = platform.clock.now()
  const info = requestInfoOf(request, newId(now), platform.settings)
  const getAnswer = route.shortcut(platform, { request: info, query: at < 0 ? '' : url.slice(at + 1), now })
  if (!getAnswer) return undefined
  const context = requestContextOf(info, apiOf(route.path), { now, keepsStatements })
  context.name = route.name
  try {
    limits.countNetwork(context, route.path)
  } catch (error) {
    // A refused request is not counted, so the framework gives the same answer.
    if (error instanceof TooManyRequests) return undefined
    throw error
  }
  return { context, getAnswer }
}

async function answer(
  { context, getAnswer }: ShortcutRun,
  response: ServerResponse,
  deps: ShortcutDeps & { readonly guardHeaders: readonly string[] },
): Promise<void> {
  const { text, cookies } = await countRoundTrips(context, getAnswer)
  const headers = ['x-request-id', context.request.id, ...deps.guardHeaders, 'vary', 'Origin']
  for (const { name, value, attributes } of cookies) headers.push('set-cookie', cookieText(name, value, attributes))
  headers.push('content-type', 'application/json')
  if (deps.isClosing()) headers.push('connection', 'close')
  const size = Buffer.byteLength(text)
  headers.push('content-length', String(size))
  publishAnswered(context, 200, deps)
  // Text with one byte per character is written as Latin-1, which is faster.
  response.writeHead(200, headers).end(text, size === text.length ? 'latin1' : 'utf8')
}
