import type {
  AdminEmail,
  AdminEmailSummary,
  AdminHealth,
  AdminOrganizationDetails,
  AdminOrganizationPage,
  AdminOrganizationQuery,
  AdminSession,
  AdminUserDetails,
  AdminUserQuery,
  EntryFilter,
  EventRow,
  JobRow,
  PlatformEntry,
} from './administration-types.ts'
import { type AuthCall, createAuthCall } from './auth.ts'
import type { Session, SessionAndUser, User } from './auth-types.ts'
import type { CallOptions, Http, Result } from './http.ts'
import type { Signals } from './signals.ts'

type Post<B, T> = (body: B, options?: CallOptions) => Promise<Result<T>>
type Get<Q, T> = (query: Q, options?: CallOptions) => Promise<Result<T>>
interface UserReference {
  readonly userId: string
}
interface Success {
  readonly success: boolean
}
/** Keyset pagination: `nextBefore` of one page is the `before` of the next; null on the last. */
interface KeysetPage {
  readonly before?: string | undefined
  readonly limit?: number | undefined
}

/** The calls of platform administrators. A camelCase name is the kebab-case path below /api/auth/admin. */
export interface Administration {
  readonly listUsers: Get<AdminUserQuery, { users: User[]; total: number }>
  readonly getUser: Get<UserReference, AdminUserDetails>
  readonly createUser: Post<
    { email: string; password: string; name: string; role?: string; data?: { emailVerified?: boolean } },
    { user: User }
  >
  readonly setRole: Post<UserReference & { role: string }, { user: User | null }>
  /** `banExpiresIn` in seconds; without it the ban is permanent. */
  readonly banUser: Post<UserReference & { banReason?: string; banExpiresIn?: number }, { user: User }>
  readonly unbanUser: Post<UserReference, { user: User }>
  /** Signs the browser in as that user, for an hour at most. */
  readonly impersonateUser: Post<UserReference, SessionAndUser>
  readonly stopImpersonating: (options?: CallOptions) => Promise<Result<SessionAndUser>>
  readonly listUserSessions: Post<UserReference, { sessions: Session[] }>
  readonly revokeUserSession: Post<{ sessionToken: string }, Success>
  readonly revokeUserSessions: Post<UserReference, Success>
  readonly removeUser: Post<UserReference, Success>
  readonly setUserPassword: Post<UserReference & { newPassword: string }, { status: boolean }>
  readonly listSessions: Get<
    KeysetPage & { userId?: string | undefined; impersonated?: boolean | undefined },
    { sessions: AdminSession[]; nextBefore: string | null }
  >
  readonly listAuditEntries: Get<KeysetPage & EntryFilter, { entries: PlatformEntry[]; nextBefore: string | null }>
  readonly listOrganizations: Get<AdminOrganizationQuery, AdminOrganizationPage>
  readonly getOrganization: Get<{ readonly organizationId: string }, AdminOrganizationDetails>
  readonly listJobs: Get<
    KeysetPage & { state?: 'dead' | 'waiting' | undefined; kind?: string | undefined },
    { jobs: JobRow[]; nextBefore: string | null }
  >
  /** Retries one dead job, all of a kind, or all. */
  readonly retryJob: Post<{ jobId: string } | { kind: string } | { all: true }, { retried: number }>
  readonly listFacts: Get<
    KeysetPage & {
      name?: string | undefined
      organizationId?: string | undefined
      resourceId?: string | undefined
      state?: 'waiting' | 'relayed' | undefined
    },
    { facts: EventRow[]; nextBefore: string | null }
  >
  readonly listEmails: (options?: CallOptions) => Promise<Result<{ emails: AdminEmailSummary[] }>>
  readonly getEmail: Get<{ readonly name: string; readonly locale?: string | undefined }, AdminEmail>
  readonly health: (options?: CallOptions) => Promise<Result<AdminHealth>>
}

/** `navigate` is that of `createAuth`. */
export function createAdministration(http: Http, signals: Signals, navigate?: (url: string) => void): Administration {
  const call: AuthCall = createAuthCall(http, signals, navigate)
  const post =
    <B, T>(name: string): Post<B, T> =>
    (body, options) =>
      call('POST', `/admin/${name}`, { body, options })
  const get =
    <Q extends object, T>(name: string): Get<Q, T> =>
    (query, options) =>
      call('GET', `/admin/${name}`, { query: query as Readonly<Record<string, unknown>>, options })
  return {
    listUsers: get('list-users'),
    getUser: get('get-user'),
    createUser: post('create-user'),
    setRole: post('set-role'),
    banUser: post('ban-user'),
    unbanUser: post('unban-user'),
    impersonateUser: post('impersonate-user'),
    stopImpersonating: (options) => call('POST', '/admin/stop-impersonating', { body: {}, options }),
    listUserSessions: post('list-user-sessions'),
    revokeUserSession: post('revoke-user-session'),
    revokeUserSessions: post('revoke-user-sessions'),
    removeUser: post('remove-user'),
    setUserPassword: post('set-user-password'),
    listSessions: get('list-sessions'),
    listAuditEntries: get('list-audit-entries'),
    listOrganizations: get('list-organizations'),
    getOrganization: get('get-organization'),
    listJobs: get('list-jobs'),
    retryJob: post('retry-job'),
    listFacts: get('list-facts'),
    listEmails: (options) => call('GET', '/admin/list-emails', { options }),
    getEmail: get('get-email'),
    health: (options) => call('GET', '/admin/health', { options }),
  }
}
