// The kinds of callers. This file declares the union, modules recognize its members and app.ts registers them.
import type { NamedCookie } from './cookie.ts'

/** The part of a user's record that every request needs. Times are UTC. */
export interface CallerUser {
  readonly id: string
  readonly name: string
  readonly email: string
  readonly emailVerified: boolean
  readonly image: string | null
  readonly username: string | null
  readonly displayUsername: string | null
  readonly role: string | null
  readonly banned: boolean | null
  readonly banReason: string | null
  readonly banExpires: Date | null
  /** The chosen language; null: the one that the browser asks for. */
  readonly language: string | null
  readonly createdAt: Date
  readonly updatedAt: Date
}

/** The session of a request; `token` is unsigned. */
export interface CallerSession {
  readonly id: string
  readonly token: string
  readonly userId: string
  readonly expiresAt: Date
  readonly createdAt: Date
  readonly updatedAt: Date
  readonly ipAddress: string | null
  readonly userAgent: string | null
  readonly activeOrganizationId: string | null
  /** A team of the active organization that the user is in. */
  readonly activeTeamId: string | null
  readonly impersonatedBy: string | null
  /** Whether it outlives the browser. A session that does not is never renewed. */
  readonly isRemembered: boolean
}

/** A signed-in user, by cookie or by bearer token. */
export interface UserCaller {
  readonly kind: 'user'
  readonly via: 'cookie' | 'bearer'
  readonly user: CallerUser
  readonly session: CallerSession
  /** Cookies of a session that this request renewed. They are sent with any answer. */
  readonly renewal?: readonly NamedCookie[]
  /**
   * On `/v1`: the user's scopes by organization id, in the session's active organization and in the hundred that the user joined first.
   * Empty on `/api/auth`.
   */
  readonly scopes: ReadonlyMap<string, ReadonlySet<string>>
}

/** A program with an access token of one organization. */
export interface OrganizationTokenCaller {
  readonly kind: 'organization-token'
  readonly tokenId: string
  readonly organizationId: string
  readonly scopes: ReadonlySet<string>
}

/** A customer of a merchant, with a customer session. They act for themselves: for one customer of one organization. */
export interface CustomerCaller {
  readonly kind: 'customer'
  readonly sessionId: string
  readonly organizationId: string
  readonly customerId: string
  /** Whether the session grants access to the order of one checkout only (rule C16). */
  readonly isLimited: boolean
  /** The checkout that issued the session; null where the merchant or a code did. */
  readonly checkoutId: string | null
}

/** The operator's own server, by `SERVICE_TOKEN`. It may name the user that it acts for. */
export interface ServiceCaller {
  readonly kind: 'service'
}

/** A caller without valid credentials. */
export interface AnonymousCaller {
  readonly kind: 'anonymous'
}

/** The caller of a request. */
export type Caller = UserCaller | OrganizationTokenCaller | CustomerCaller | ServiceCaller | AnonymousCaller
