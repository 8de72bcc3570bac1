import type {
  AdminHealth,
  AdminLetter,
  AdminLetterName,
  AdminOrganizationPage,
  AdminOrganizationQuery,
  AdminOrganizationRead,
  AdminPerson,
  AdminSession,
  AdminUserQuery,
  EntryFilter,
  FactRow,
  JobRow,
  PlatformEntry,
} from './administration-types.ts'
import { type AuthCall, createAuthCall } from './auth.ts'
import type { Session, SessionAndUser, User } from './auth-types.ts'
import type { CallOptions, Http, Result } from './http.ts'
import type { Signals } from './signals.ts'

type Posting<B, T> = (body: B, options?: CallOptions) => Promise<Result<T>>
type Asking<Q, T> = (query: Q, options?: CallOptions) => Promise<Result<T>>
interface Whom {
  readonly userId: string
}
interface Success {
  readonly success: boolean
}
/** A page of what has no end: `nextBefore` of one page is the `before` of the next; null on the last. */
interface Since {
  readonly before?: string | undefined
  readonly limit?: number | undefined
}

/** The calls of the platform's administrators. A camelCase name is the kebab-case path below /api/auth/admin. */
export interface Administration {
  readonly listUsers: Asking<AdminUserQuery, { users: User[]; total: number }>
  readonly getUser: Asking<Whom, AdminPerson>
  readonly createUser: Posting<
    { email: string; password: string; name: string; role?: string; data?: { emailVerified?: boolean } },
    { user: User }
  >
  readonly setRole: Posting<Whom & { role: string }, { user: User | null }>
  /** `banExpiresIn` in seconds; without it the ban has no end. */
  readonly banUser: Posting<Whom & { banReason?: string; banExpiresIn?: number }, { user: User }>
  readonly unbanUser: Posting<Whom, { user: User }>
  /** The browser is then signed in as that person, for an hour at most. */
  readonly impersonateUser: Posting<Whom, SessionAndUser>
  readonly stopImpersonating: (options?: CallOptions) => Promise<Result<SessionAndUser>>
  readonly listUserSessions: Posting<Whom, { sessions: Session[] }>
  readonly revokeUserSession: Posting<{ sessionToken: string }, Success>
  readonly revokeUserSessions: Posting<Whom, Success>
  readonly removeUser: Posting<Whom, Success>
  readonly setUserPassword: Posting<Whom & { newPassword: string }, { status: boolean }>
  readonly listSessions: Asking<
    Since & { userId?: string | undefined; impersonated?: boolean | undefined },
    { sessions: AdminSession[]; nextBefore: string | null }
  >
  readonly listAuditEntries: Asking<Since & EntryFilter, { entries: PlatformEntry[]; nextBefore: string | null }>
  readonly listOrganizations: Asking<AdminOrganizationQuery, AdminOrganizationPage>
  readonly getOrganization: Asking<{ readonly organizationId: string }, AdminOrganizationRead>
  readonly listJobs: Asking<
    Since & { state?: 'dead' | 'waiting' | undefined; kind?: string | undefined },
    { jobs: JobRow[]; nextBefore: string | null }
  >
  /** One dead job, or all of a kind, or all. */
  readonly retryJob: Posting<{ jobId: string } | { kind: string } | { all: true }, { retried: number }>
  readonly listFacts: Asking<
    Since & {
      name?: string | undefined
      organizationId?: string | undefined
      resourceId?: string | undefined
      state?: 'waiting' | 'relayed' | undefined
    },
    { facts: FactRow[]; nextBefore: string | null }
  >
  readonly listEmails: (options?: CallOptions) => Promise<Result<{ emails: AdminLetterName[] }>>
  readonly getEmail: Asking<{ readonly name: string; readonly locale?: string | undefined }, AdminLetter>
  readonly health: (options?: CallOptions) => Promise<Result<AdminHealth>>
}

/** `navigate` is that of `createAuth`. */
export function createAdministration(http: Http, signals: Signals, navigate?: (url: string) => void): Administration {
  const call: AuthCall = createAuthCall(http, signals, navigate)
  const posting =
    <B, T>(name: string): Posting<B, T> =>
    (body, options) =>
      call('POST', `/admin/${name}`, { body, options })
  const asking =
    <Q extends object, T>(name: string): Asking<Q, T> =>
    (query, options) =>
      call('GET', `/admin/${name}`, { query: query as Readonly<Record<string, unknown>>, options })
  return {
    listUsers: asking('list-users'),
    getUser: asking('get-user'),
    createUser: posting('create-user'),
    setRole: posting('set-role'),
    banUser: posting('ban-user'),
    unbanUser: posting('unban-user'),
    impersonateUser: posting('impersonate-user'),
    stopImpersonating: (options) => call('POST', '/admin/stop-impersonating', { body: {}, options }),
    listUserSessions: posting('list-user-sessions'),
    revokeUserSession: posting('revoke-user-session'),
    revokeUserSessions: posting('revoke-user-sessions'),
    removeUser: posting('remove-user'),
    setUserPassword: posting('set-user-password'),
    listSessions: asking('list-sessions'),
    listAuditEntries: asking('list-audit-entries'),
    listOrganizations: asking('list-organizations'),
    getOrganization: asking('get-organization'),
    listJobs: asking('list-jobs'),
    retryJob: posting('retry-job'),
    listFacts: asking('list-facts'),
    listEmails: (options) => call('GET', '/admin/list-emails', { options }),
    getEmail: asking('get-email'),
    health: (options) => call('GET', '/admin/health', { options }),
  }
}
