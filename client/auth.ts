import type { Call, CallOptions, Http, Result } from './http.ts'
import type { BodyCall, PlainCall } from './operations.ts'
import type { Signals } from './signals.ts'

const base = '/api/auth'

/** The calls for users and organizations. A camelCase name is the kebab-case path: `signUp.email` is POST /api/auth/sign-up/email. */
export interface Auth {
  readonly signUp: { readonly email: BodyCall<'auth:sign-up-email'> }
  readonly signIn: { readonly email: BodyCall<'auth:sign-in-email'>; readonly username: BodyCall<'auth:sign-in-username'> }
  readonly signOut: PlainCall<'auth:sign-out'>
  /** The session and its user, or null when no user is signed in. */
  readonly getSession: PlainCall<'auth:get-session'>
  readonly organization: {
    /** The creator becomes owner, the new organization the active one. */
    readonly create: BodyCall<'organization:create'>
    readonly list: PlainCall<'organization:list'>
    /** Null clears the active organization. */
    readonly setActive: BodyCall<'organization:set-active'>
  }
}

/** Calls a path below /api/auth and fires its signals on success. */
export type AuthCall = <T>(method: Call['method'], path: string, input: AuthCallInput) => Promise<Result<T>>

interface AuthCallInput {
  readonly body?: unknown
  readonly query?: Call['query']
  readonly options: CallOptions | undefined
}

/** Creates the function for all calls below /api/auth. `navigate` follows an answer with `url` and `redirect: true`. */
export function createAuthCall(http: Http, signals: Signals, navigate: (url: string) => void = goTo): AuthCall {
  return async <T>(method: Call['method'], path: string, { body, query, options }: AuthCallInput) => {
    const result = await http.call<T>({ ...options, method, path: base + path, query, ...(body === undefined ? {} : { body }) })
    if (result.error !== null) return result
    if (method !== 'GET') signals.succeeded(path)
    const { url, redirect } = (result.data ?? {}) as { url?: unknown; redirect?: unknown }
    if (redirect === true && typeof url === 'string') navigate(url)
    return result
  }
}

/** `navigate` follows an answer with `url` and `redirect: true`; without a window there is no default. */
export function createAuth(http: Http, signals: Signals, navigate?: (url: string) => void): Auth {
  const call = createAuthCall(http, signals, navigate)
  return {
    signUp: { email: (body, options) => call('POST', '/sign-up/email', { body, options }) },
    signIn: {
      email: (body, options) => call('POST', '/sign-in/email', { body, options }),
      username: (body, options) => call('POST', '/sign-in/username', { body, options }),
    },
    signOut: (options) => call('POST', '/sign-out', { body: {}, options }),
    getSession: (options) => call('GET', '/get-session', { options }),
    organization: {
      create: (body, options) => call('POST', '/organization/create', { body, options }),
      list: (options) => call('GET', '/organization/list', { options }),
      setActive: (body, options) => call('POST', '/organization/set-active', { body, options }),
    },
  }
}

function goTo(url: string): void {
  const page = (globalThis as { location?: { assign(url: string): void } }).location
  page?.assign(url)
}
