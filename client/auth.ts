import type { Organization, OrganizationWithMembers, SessionAndUser, SignIn, SignInByUsername, SignUp } from './auth-types.ts'
import type { Call, CallOptions, Http, Result } from './http.ts'
import type { Signals } from './signals.ts'

const base = '/api/auth'

/** The calls for users and organizations. A camelCase name is the kebab-case path: `signUp.email` is POST /api/auth/sign-up/email. */
export interface Auth {
  readonly signUp: {
    readonly email: (
      body: { name: string; email: string; password: string; callbackURL?: string },
      options?: CallOptions,
    ) => Promise<Result<SignUp>>
  }
  readonly signIn: {
    readonly email: (
      body: { email: string; password: string; rememberMe?: boolean; callbackURL?: string },
      options?: CallOptions,
    ) => Promise<Result<SignIn>>
    readonly username: (
      body: { username: string; password: string; rememberMe?: boolean },
      options?: CallOptions,
    ) => Promise<Result<SignInByUsername>>
  }
  readonly signOut: (options?: CallOptions) => Promise<Result<{ success: boolean }>>
  /** The session and its user, or null when no user is signed in. */
  readonly getSession: (options?: CallOptions) => Promise<Result<SessionAndUser | null>>
  readonly organization: {
    /** The creator becomes owner, the new organization the active one. */
    readonly create: (
      body: { name: string; slug: string; logo?: string; metadata?: Record<string, unknown>; keepCurrentActiveOrganization?: boolean },
      options?: CallOptions,
    ) => Promise<Result<OrganizationWithMembers>>
    readonly list: (options?: CallOptions) => Promise<Result<Organization[]>>
    /** Null clears the active organization. */
    readonly setActive: (
      body: { organizationId?: string | null; organizationSlug?: string },
      options?: CallOptions,
    ) => Promise<Result<OrganizationWithMembers | null>>
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
