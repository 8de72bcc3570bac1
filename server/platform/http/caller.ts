// Who may be calling. This file knows the union; capabilities recognize the members and app.ts registers them.
import type { NamedCookie } from './request.ts'

/** A person's own record as far as every request needs it. Times are UTC. */
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
  readonly createdAt: Date
  readonly updatedAt: Date
}

/** The session a request came with; `token` is the unsigned one. */
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
  readonly impersonatedBy: string | null
  /** Whether it outlives the browser; one that does not is never renewed. */
  readonly isRemembered: boolean
}

/** What a person is in one organization: its id and the comma-joined roles. */
export interface CallerMembership {
  readonly organizationId: string
  readonly role: string
}

/** A signed-in person, by cookie or by bearer token. */
export interface UserCaller {
  readonly kind: 'user'
  readonly via: 'cookie' | 'bearer'
  readonly user: CallerUser
  readonly session: CallerSession
  /** Loaded for `/v1` only; empty on `/api/auth`. */
  readonly memberships: readonly CallerMembership[]
  /** Where the session was renewed by this request: the cookies that tell its browser, whatever it is answered. */
  readonly renewal?: readonly NamedCookie[]
  /** On `/v1`: the scopes held in each organization, by organization id. */
  readonly scopes: ReadonlyMap<string, ReadonlySet<string>>
}

/** A program that acts for one organization. */
export interface OrganizationTokenCaller {
  readonly kind: 'organization-token'
  readonly tokenId: string
  readonly organizationId: string
  readonly scopes: ReadonlySet<string>
}

/** The operator's own server, by `SERVICE_TOKEN`: it may name whom it acts for. */
export interface ServiceCaller {
  readonly kind: 'service'
}

/** Nobody that we know. */
export interface AnonymousCaller {
  readonly kind: 'anonymous'
}

/** Whoever is calling. */
export type Caller = UserCaller | OrganizationTokenCaller | ServiceCaller | AnonymousCaller

/**
 * What a route asks of its caller.
 * `public`: nobody is looked up · `anyone`: looked up, may be nobody · `session`: a signed-in person ·
 * `client-secret`: whoever knows the secret in the path; the action finds it · `service`: the operator's own server alone, for
 * everybody else there is nothing · `scope:x`: an organization token that holds `x`, or a signed-in person who holds it in the
 * organization at hand.
 */
export type Access = 'public' | 'anyone' | 'session' | 'client-secret' | 'service' | `scope:${string}`
