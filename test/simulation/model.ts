// A model of the accounts beside the server: the state that the server must have after any sequence of actions.
import type { TestServer } from '#test/support/server.ts'

/** The expected state of a user. */
export interface ModelUser {
  readonly id: string
  email: string
  name: string
  username: string | null
  password: string
  isVerified: boolean
}

/** A session; it is live until it expires or is revoked. */
export interface Session {
  readonly token: string
  readonly owner: ModelUser
  isRevoked: boolean
  expiresMs: number
}

/** Cookies that a browser stored at some time: the session token, with the cached session of that time. */
export interface BrowserCookies {
  readonly cookie: string
  readonly session: Session
}

export type Purpose = 'verify' | 'change' | 'reset'

/** A mailed link. A verification link can be opened again and then does nothing. */
export interface Link {
  readonly purpose: Purpose
  readonly token: string
  readonly owner: ModelUser
  readonly expiresMs: number
  readonly newEmail?: string
  isInvalid: boolean
  isUsed: boolean
}

/** The server, and everything that clients ever saw of it. */
export interface Model {
  readonly server: TestServer
  readonly users: Set<ModelUser>
  readonly sessions: Map<string, Session>
  readonly browserCookies: BrowserCookies[]
  readonly links: Link[]
  /** Every password that was ever valid. */
  readonly passwords: Set<string>
  /** The calls that succeeded. */
  readonly succeeded: Set<string>
}

/** Creates an empty model of a server; `succeeded` is shared by all models. */
export function createModel(server: TestServer, succeeded: Set<string>): Model {
  return { server, succeeded, users: new Set(), sessions: new Map(), browserCookies: [], links: [], passwords: new Set() }
}

/** The time of the server in milliseconds. */
export const nowOf = ({ server }: Model): number => server.clock.now().getTime()

export const isLive = (model: Model, session: Session): boolean => !session.isRevoked && session.expiresMs > nowOf(model)
export const isOpen = (model: Model, link: Link): boolean => !link.isInvalid && link.expiresMs > nowOf(model)
export const userByEmail = (model: Model, email: string): ModelUser | undefined => [...model.users].find((each) => each.email === email)
export const userByUsername = (model: Model, username: string): ModelUser | undefined =>
  [...model.users].find((each) => each.username === username)

/** Revokes the sessions of a user, all or all but one. */
export function revokeSessions(model: Model, owner: ModelUser, except?: Session): void {
  for (const session of model.sessions.values()) if (session.owner === owner && session !== except) session.isRevoked = true
}

/** Invalidates the links of a user, all or those of one purpose. */
export function invalidateLinks(model: Model, owner: ModelUser, purpose?: Purpose): void {
  for (const link of model.links) if (link.owner === owner && (purpose === undefined || link.purpose === purpose)) link.isInvalid = true
}
