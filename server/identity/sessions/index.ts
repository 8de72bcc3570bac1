export { activateOrganization } from './actions/activate-organization.ts'
export { activateTeam, deactivateTeam } from './actions/activate-team.ts'
export { applyUserChange, type UserChange } from './actions/apply-user-change.ts'
export { type CreateSessionDeps, type CreateSessionInput, createSession } from './actions/create-session.ts'
export { deactivateOrganization } from './actions/deactivate-organization.ts'
export { findSession } from './actions/find-session.ts'
export { invalidateCachedSessions, type SessionChangeDeps } from './actions/invalidate-cached-sessions.ts'
export { lockSession } from './actions/lock-session.ts'
export { findSessionByToken } from './actions/revoke-own-sessions.ts'
export {
  type RevokeSessionsDeps,
  type RevokeSessionsInput,
  revokeImpersonationsBy,
  revokeSession,
  revokeSessionsOf,
} from './actions/revoke-sessions.ts'
export { type CreatedSession, type SignInMethod, type SignInUserInput, signInUser } from './actions/sign-in-user.ts'
export { type BatchedLookup, batchLookups, type LookupReads } from './batched-lookup.ts'
export { resolveSession, type SessionLookup, sessionCaller } from './caller.ts'
export type { SessionChange } from './change-tracker.ts'
export {
  type Cookie,
  type CookieDeps,
  clearedCookies,
  languageCookie,
  type SessionSnapshot,
  sendCookies,
  sessionCookies,
} from './cookies.ts'
export { type Credential, credentialOf } from './credential.ts'
export { sessionEvents } from './events.ts'
export { administratorTokenOf, impersonationCookies, restoredSessionCookies } from './impersonation.ts'
export { sessionRefusals, signInRefusals } from './refusals.ts'
export { admit, isFresh, requireFresh } from './rules.ts'
export {
  fromSessionWithUserRow,
  listAllSessionsOf,
  type SessionWithUser,
  type SessionWithUserRow,
  sessionWithUserColumns,
} from './store.ts'
