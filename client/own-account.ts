import { type AuthCall, createAuthCall } from './auth.ts'
import type { Account, AuditPage, BasicUser, DeleteUserResult, ListedSession, SignInOptions } from './auth-types.ts'
import type { CallOptions, Http, Result } from './http.ts'
import type { Signals } from './signals.ts'

type Post<B, T> = (body: B, options?: CallOptions) => Promise<Result<T>>
type Read<T> = (options?: CallOptions) => Promise<Result<T>>
interface StatusResult {
  readonly status: boolean
}

/** The calls of a user about their own account. A camelCase name is the kebab-case path below /api/auth. */
export interface OwnAccount {
  /** The enabled features; no session is required. */
  readonly options: Read<SignInOptions>
  /** Emails a verification link, which redirects the browser to `callbackURL`, with `error` when the link is invalid. */
  readonly sendVerificationEmail: Post<{ email: string; callbackURL?: string }, StatusResult>
  /** Emails a link to `redirectTo` with a `token`, if a user has the email. The answer is the same for every email. */
  readonly forgetPassword: Post<{ email: string; redirectTo?: string }, StatusResult>
  /** Redeems the token of such a link. */
  readonly resetPassword: Post<{ newPassword: string; token: string }, StatusResult>
  /** With `revokeOtherSessions` all sessions are revoked, and the token of a new one is returned. */
  readonly changePassword: Post<
    { currentPassword: string; newPassword: string; revokeOtherSessions?: boolean },
    { token: string | null; user: BasicUser }
  >
  /** Changes an unverified email at once; for a verified one, emails its owner a link that confirms the change. */
  readonly changeEmail: Post<{ newEmail: string; callbackURL?: string }, StatusResult>
  /** Send only changed fields: the user's own unchanged user name counts as taken. Null clears the image. */
  readonly updateUser: Post<{ name?: string; image?: string | null; username?: string; displayUsername?: string }, StatusResult>
  /** Deletes the account; requires its password or a fresh session. */
  readonly deleteUser: Post<{ password?: string; callbackURL?: string }, DeleteUserResult>
  readonly listAccounts: Read<Account[]>
  readonly listSessions: Read<ListedSession[]>
  readonly revokeSession: Post<{ token: string }, StatusResult>
  readonly revokeOtherSessions: Read<StatusResult>
  /** Includes the caller's session. */
  readonly revokeSessions: Read<StatusResult>
  /** The user's own audit log, newest first; `before` is the `nextBefore` of the previous page. */
  readonly listAuditEntries: (query: { before?: string; limit?: number }, options?: CallOptions) => Promise<Result<AuditPage>>
}

/** `navigate` is that of `createAuth`. */
export function createOwnAccount(http: Http, signals: Signals, navigate?: (url: string) => void): OwnAccount {
  const call: AuthCall = createAuthCall(http, signals, navigate)
  const post =
    <B, T>(path: string): Post<B, T> =>
    (body, options) =>
      call('POST', path, { body, options })
  return {
    options: (options) => call('GET', '/options', { options }),
    sendVerificationEmail: post('/send-verification-email'),
    forgetPassword: post('/forget-password'),
    resetPassword: post('/reset-password'),
    changePassword: post('/change-password'),
    changeEmail: post('/change-email'),
    updateUser: post('/update-user'),
    deleteUser: post('/delete-user'),
    listAccounts: (options) => call('GET', '/list-accounts', { options }),
    listSessions: (options) => call('GET', '/list-sessions', { options }),
    revokeSession: post('/revoke-session'),
    revokeOtherSessions: (options) => call('POST', '/revoke-other-sessions', { body: {}, options }),
    revokeSessions: (options) => call('POST', '/revoke-sessions', { body: {}, options }),
    listAuditEntries: (query, options) => call('GET', '/list-audit-entries', { query, options }),
  }
}
