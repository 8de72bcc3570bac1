// The users of the account lines, signed up through the API of the measured server, and their requests.
import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { PASSWORD } from '#test/support/a-user.ts'
import { type BenchRequest, SETTINGS } from '../fixture.ts'
import type { Target } from '../targets.ts'

/** Enough users to avoid waiting for row locks. */
export const USERS = 256
/** Enough networks to stay below the limits of each: 100 requests and 3 sign-ins in ten seconds. */
const SESSION_REQUESTS = 1 << 13
const NETWORKS = 1 << 22
const CACHED_WITHIN_MS = 60_000
const RETRY_MS = 1000

/** A signed-in user with the cookies of the browser, each as `name=value`. */
export interface BenchUser {
  readonly email: string
  readonly session: string
  /** The device cookie for the next sign-in; empty for servers without one. */
  readonly device: string
}

let network = 0

/** A client IP address in a network without recent requests. */
export function nextIpAddress(): string {
  network = (network + 1) % NETWORKS
  return `${20 + (network >> 16)}.${(network >> 8) & 255}.${network & 255}.7`
}

/** A POST to /api/auth from a network without recent requests. */
export function postRequest(path: string, body: object, cookie = ''): BenchRequest {
  const headers = {
    'content-type': 'application/json',
    origin: SETTINGS.BASE_URL,
    'x-forwarded-for': nextIpAddress(),
    ...(cookie ? { cookie } : {}),
  }
  return { method: 'POST', path: `/api/auth/${path}`, headers, body: JSON.stringify(body) }
}

/** The sign-up of a new user. */
export function signUpRequest(): BenchRequest {
  return postRequest('sign-up/email', { name: 'Ada Byron', email: `visitor-${randomUUID()}@example.test`, password: PASSWORD })
}

/** The sign-in of a user in a known browser. */
export function signInRequest({ email, device }: BenchUser): BenchRequest {
  return postRequest('sign-in/email', { email, password: PASSWORD }, device)
}

/** The sign-ins of `users` in turn, endlessly. */
export function signInsInTurn(users: readonly BenchUser[]): () => BenchRequest {
  let turn = 0
  return () => {
    turn += 1
    const user = users[turn % users.length]
    if (!user) throw new Error('There is no user to sign in.')
    return signInRequest(user)
  }
}

/** A get-session request with these cookies: from the database, or from the session that the cookie caches. */
export function sessionRequest(cookie: string, from: 'database' | 'cookie'): BenchRequest {
  const path = `/api/auth/get-session${from === 'database' ? '?disableCookieCache=true' : ''}`
  return { method: 'GET', path, headers: { cookie, 'x-forwarded-for': nextIpAddress() } }
}

/** The get-session requests of all users, from many networks. */
export function sessionRequests(cookies: readonly string[], from: 'database' | 'cookie'): BenchRequest[] {
  return Array.from({ length: SESSION_REQUESTS }, (_, at) => sessionRequest(cookies[at % cookies.length] ?? '', from))
}

/** Sends one request and returns the cookies that it set, as `name=value`; undefined without a session. Rejects unless it is a success. */
async function cookiesOf(target: Target, { method, path, headers, body }: BenchRequest): Promise<readonly string[] | undefined> {
  const answer = await fetch(`${target.url}${path}`, { method, headers, ...(body === undefined ? {} : { body }) })
  const text = await answer.text()
  if (!answer.ok) throw new Error(`${target.name}: ${method} ${path} was answered ${answer.status}: ${text}`)
  return text === 'null' ? undefined : answer.headers.getSetCookie().map((line) => line.split(';', 1)[0] ?? '')
}

/** Signs up `count` users. */
export async function signUpUsers(target: Target, count = USERS): Promise<readonly BenchUser[]> {
  const users: BenchUser[] = []
  for (let each = 0; each < count; each += 1) {
    const request = signUpRequest()
    const set = await cookiesOf(target, request)
    const named = (end: string) => set?.find((cookie) => cookie.split('=', 1)[0]?.endsWith(end)) ?? ''
    users.push({ email: JSON.parse(request.body ?? '').email, session: named('.session_token'), device: named('.device') })
  }
  return users
}

/** The cookies of a user with a cached session; undefined when the server does not answer from it yet. */
async function withCachedSession(target: Target, { session }: BenchUser): Promise<string | undefined> {
  const cookies = await cookiesOf(target, sessionRequest(session, 'cookie'))
  const cached = cookies?.filter((each) => each.includes('.session_data=')) ?? []
  const cookie = [session, ...cached].join('; ')
  const set = await cookiesOf(target, sessionRequest(cookie, 'cookie'))
  return cached.length && set?.length === 0 ? cookie : undefined
}

/** The cookies of `users` with cached sessions. Rejects when the server does not answer from them in time. */
export async function withCachedSessions(target: Target, users: readonly BenchUser[]): Promise<readonly string[]> {
  const cookies: string[] = []
  const late = AbortSignal.timeout(CACHED_WITHIN_MS)
  for (const user of users) {
    let cookie = await withCachedSession(target, user)
    // Guildhall trusts cached sessions some seconds after the first one; 1.2 sometimes does not accept its own.
    for (; !cookie; cookie = await withCachedSession(target, user)) await wait(RETRY_MS, undefined, { signal: late })
    cookies.push(cookie)
  }
  return cookies
}
