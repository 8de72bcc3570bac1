import { type AuthCall, createAuthCall } from './auth.ts'
import type { Account, AuditPage, Deleted, ListedSession, Person, SignInOptions } from './auth-types.ts'
import type { CallOptions, Http, Result } from './http.ts'
import type { Signals } from './signals.ts'

type Posting<B, T> = (body: B, options?: CallOptions) => Promise<Result<T>>
type Reading<T> = (options?: CallOptions) => Promise<Result<T>>
interface Done {
  readonly status: boolean
}

/** The calls that a person makes about their own account. A camelCase name is the kebab-case path below /api/auth. */
export interface OwnAccount {
  /** What is switched on here; anybody may ask. */
  readonly options: Reading<SignInOptions>
  /** Mails a link that proves an address; it leads the browser on to `callbackURL`, with `error` where it is not good. */
  readonly sendVerificationEmail: Posting<{ email: string; callbackURL?: string }, Done>
  /** Mails a link that leads to `redirectTo` with a `token`, if somebody has the address. The answer is the same for anyone. */
  readonly forgetPassword: Posting<{ email: string; redirectTo?: string }, Done>
  /** Spends the token of such a link. */
  readonly resetPassword: Posting<{ newPassword: string; token: string }, Done>
  /** With `revokeOtherSessions` all sessions end and a new one begins, whose token is answered. */
  readonly changePassword: Posting<
    { currentPassword: string; newPassword: string; revokeOtherSessions?: boolean },
    { token: string | null; user: Person }
  >
  /** Changes an address that is not proven at once; of a proven one mails its owner a link that confirms the change. */
  readonly changeEmail: Posting<{ newEmail: string; callbackURL?: string }, Done>
  /** Send only what changed: the person's own unchanged user name counts as taken. Null takes the picture away. */
  readonly updateUser: Posting<{ name?: string; image?: string | null; username?: string; displayUsername?: string }, Done>
  /** Deletes the account: by its password, or by a session that is fresh. */
  readonly deleteUser: Posting<{ password?: string; callbackURL?: string }, Deleted>
  readonly listAccounts: Reading<Account[]>
  readonly listSessions: Reading<ListedSession[]>
  readonly revokeSession: Posting<{ token: string }, Done>
  readonly revokeOtherSessions: Reading<Done>
  /** The one that asks ends as well. */
  readonly revokeSessions: Reading<Done>
  /** What was done by and to the person, newest first; `before` is the `nextBefore` of the page above. */
  readonly listAuditEntries: (query: { before?: string; limit?: number }, options?: CallOptions) => Promise<Result<AuditPage>>
}

/** `navigate` is that of `createAuth`. */
export function createOwnAccount(http: Http, signals: Signals, navigate?: (url: string) => void): OwnAccount {
  const call: AuthCall = createAuthCall(http, signals, navigate)
  const posting =
    <B, T>(path: string): Posting<B, T> =>
    (body, options) =>
      call('POST', path, { body, options })
  return {
    options: (options) => call('GET', '/options', { options }),
    sendVerificationEmail: posting('/send-verification-email'),
    forgetPassword: posting('/forget-password'),
    resetPassword: posting('/reset-password'),
    changePassword: posting('/change-password'),
    changeEmail: posting('/change-email'),
    updateUser: posting('/update-user'),
    deleteUser: posting('/delete-user'),
    listAccounts: (options) => call('GET', '/list-accounts', { options }),
    listSessions: (options) => call('GET', '/list-sessions', { options }),
    revokeSession: posting('/revoke-session'),
    revokeOtherSessions: (options) => call('POST', '/revoke-other-sessions', { body: {}, options }),
    revokeSessions: (options) => call('POST', '/revoke-sessions', { body: {}, options }),
    listAuditEntries: (query, options) => call('GET', '/list-audit-entries', { query, options }),
  }
}
