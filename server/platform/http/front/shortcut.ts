// Past the framework, for a call that every page of every product makes again and again (decision 24).
import type { IncomingMessage, ServerResponse } from 'node:http'
import { newId } from '#kernel/id.ts'
import type { Platform } from '../../platform.ts'
import { apiOf } from '../api.ts'
import { cookieText } from '../cookies.ts'
import { securityHeaders } from '../guard/headers.ts'
import { type LimitGuard, TooOften } from '../guard/limits.ts'
import { requestInfoOf } from '../input/incoming-request.ts'
import type { NamedCookie, RequestInfo } from '../request.ts'
import { type AnsweredRequest, countRoundTrips, requestContextOf } from '../request-context.ts'
import { hasTwoHosts, publishAnswered } from '../request-lifecycle.ts'
import type { Route } from '../route.ts'

/** The request that a shortcut is offered: a GET without a body, of the route's very path, from the server's own pages. */
export interface ShortcutCall {
  readonly request: RequestInfo
  /** What follows the `?`, as it came; `''` without one. */
  readonly query: string
  readonly now: Date
}

/** A success: the body's JSON, as the route's own answer would read, and the cookies that go with it. */
export interface ShortAnswer {
  readonly text: string
  readonly cookies: readonly NamedCookie[]
}

/**
 * A short way to a route's answer, byte for byte what the ordinary way would send. Gives nothing where it does not know the
 * request well enough; what then fails in it is asked again in the ordinary way, which can tell what is wrong.
 */
export type Shortcut = (platform: Platform, call: ShortcutCall) => (() => Promise<ShortAnswer>) | undefined

/** What stands around the shortcuts. */
export interface ShortcutDeps {
  readonly platform: Platform
  readonly limits: LimitGuard
  readonly keepsTexts: boolean
  /** Whether clients are told to leave with their next answer. */
  readonly isLeaving: () => boolean
  onAnswered(answered: AnsweredRequest): void
}

/** The ordinary way. */
export type Handling = (request: IncomingMessage, response: ServerResponse) => void

/** Headers with which a request is none that a shortcut could judge. */
const SPECIAL = ['origin', 'authorization', 'content-length', 'transfer-encoding', 'expect'] as const

/** A handling that takes the routes' shortcuts where they lead, and else goes the ordinary way. */
export function withShortcuts(routes: readonly Route[], ground: ShortcutDeps, ordinary: Handling): Handling {
  const routeOf = new Map(routes.map((route) => [route.path, route]))
  const guarding = Object.entries(securityHeaders('auth', ground.platform.settings)).flat()
  return (request, response) => {
    const begun = begin(request, routeOf, ground)
    if (!begun) return ordinary(request, response)
    void answer(begun, response, { ...ground, guarding }).catch(() => ordinary(request, response))
  }
}

interface Begun {
  readonly visit: ReturnType<typeof requestContextOf>
  readonly make: () => Promise<ShortAnswer>
}

function begin(request: IncomingMessage, routeOf: ReadonlyMap<string, Route>, ground: ShortcutDeps): Begun | undefined {
  const { url = '', headers } = request
  const at = url.indexOf('?')
  const route = request.method === 'GET' ? routeOf.get(at < 0 ? url : url.slice(0, at)) : undefined
  if (!route?.shortcut || SPECIAL.some((name) => headers[name] !== undefined) || hasTwoHosts(request)) return undefined
  const { platform, limits, keepsTexts } = ground
  const now = platform.clock.now()
  const facts = requestInfoOf(request, newId(now), platform.settings)
  const make = route.shortcut(platform, { request: facts, query: at < 0 ? '' : url.slice(at + 1), now })
  if (!make) return undefined
  const visit = requestContextOf(facts, apiOf(route.path), { now, keepsTexts })
  visit.name = route.name
  try {
    limits.countNetwork(visit, route.path)
  } catch (error) {
    // A call that is too many is not counted, so the ordinary way says the same.
    if (error instanceof TooOften) return undefined
    throw error
  }
  return { visit, make }
}

async function answer(
  { visit, make }: Begun,
  response: ServerResponse,
  ground: ShortcutDeps & { readonly guarding: readonly string[] },
): Promise<void> {
  const { text, cookies } = await countRoundTrips(visit, make)
  const headers = ['x-request-id', visit.request.id, ...ground.guarding, 'vary', 'Origin']
  for (const { name, value, attributes } of cookies) headers.push('set-cookie', cookieText(name, value, attributes))
  headers.push('content-type', 'application/json')
  if (ground.isLeaving()) headers.push('connection', 'close')
  const size = Buffer.byteLength(text)
  headers.push('content-length', String(size))
  publishAnswered(visit, 200, ground)
  // Text of one byte for each character is written as it is, which costs less.
  response.writeHead(200, headers).end(text, size === text.length ? 'latin1' : 'utf8')
}
