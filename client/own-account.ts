import { type AuthCall, createAuthCall } from './auth.ts'
import type { Http } from './http.ts'
import type { BodyCall, OperationId, PlainCall, QueryCall } from './operations.ts'
import type { Signals } from './signals.ts'

/** The calls of a user about their own account. A camelCase name is the kebab-case path below /api/auth. */
export interface OwnAccount {
  /** The enabled features; no session is required. */
  readonly options: PlainCall<'auth:options'>
  /** Emails a verification link, which redirects the browser to `callbackURL`, with `error` when the link is invalid. */
  readonly sendVerificationEmail: BodyCall<'auth:send-verification-email'>
  /** Emails a link to `redirectTo` with a `token`, if a user has the email. The answer is the same for every email. */
  readonly forgetPassword: BodyCall<'auth:forget-password'>
  /** Redeems the token of such a link. */
  readonly resetPassword: BodyCall<'auth:reset-password'>
  /** With `revokeOtherSessions` all sessions are revoked, and the token of a new one is returned. */
  readonly changePassword: BodyCall<'auth:change-password'>
  /** Changes an unverified email at once; for a verified one, emails its owner a link that confirms the change. */
  readonly changeEmail: BodyCall<'auth:change-email'>
  /** Send only changed fields: the user's own unchanged user name counts as taken. Null clears the image. */
  readonly updateUser: BodyCall<'auth:update-user'>
  /** Deletes the account; requires its password or a fresh session. */
  readonly deleteUser: BodyCall<'auth:delete-user'>
  readonly listAccounts: PlainCall<'auth:list-accounts'>
  readonly listSessions: PlainCall<'auth:list-sessions'>
  readonly revokeSession: BodyCall<'auth:revoke-session'>
  readonly revokeOtherSessions: PlainCall<'auth:revoke-other-sessions'>
  /** Includes the caller's session. */
  readonly revokeSessions: PlainCall<'auth:revoke-sessions'>
  /** The user's own audit log, newest first; `before` is the `nextBefore` of the previous page. */
  readonly listAuditEntries: QueryCall<'auth:list-audit-entries'>
}

/** `navigate` is that of `createAuth`. */
export function createOwnAccount(http: Http, signals: Signals, navigate?: (url: string) => void): OwnAccount {
  const call: AuthCall = createAuthCall(http, signals, navigate)
  const post =
    <Id extends OperationId>(path: string): BodyCall<Id> =>
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
