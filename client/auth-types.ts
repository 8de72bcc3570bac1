/** A user as returned by sign-in and sign-up. Times are ISO 8601 texts with milliseconds and `Z`. */
export interface BasicUser {
  readonly id: string
  readonly email: string
  readonly name: string
  readonly image: string | null
  readonly emailVerified: boolean
  readonly createdAt: string
  readonly updatedAt: string
}

/** A user as returned with their own session. */
export interface User extends BasicUser {
  readonly username: string | null
  readonly displayUsername: string | null
  readonly role: string | null
  readonly banned: boolean | null
  readonly banReason: string | null
  readonly banExpires: string | null
}

export interface Session {
  readonly id: string
  readonly token: string
  readonly userId: string
  readonly expiresAt: string
  readonly ipAddress: string | null
  readonly userAgent: string | null
  readonly createdAt: string
  readonly updatedAt: string
  readonly activeOrganizationId: string | null
  readonly impersonatedBy: string | null
}

export interface SessionAndUser {
  readonly session: Session
  readonly user: User
}

/** `token` is null when the email must be verified before the first sign-in. */
export interface SignUp {
  readonly token: string | null
  readonly user: BasicUser
}

export interface SignIn {
  readonly redirect: boolean
  readonly token: string
  readonly url?: string
  readonly user: BasicUser
}

/** The answer to a sign-in with a user name. */
export interface SignInByUsername {
  readonly token: string
  readonly user: BasicUser & Pick<User, 'username' | 'displayUsername'>
}

/** A session in a list of sessions that can be revoked. */
export interface ListedSession extends Session {
  /** When it was last used, at most a minute behind. */
  readonly lastSeenAt: string
}

/** A sign-in method: a password (`provider` is "credential") or an account at a provider. */
export interface Account {
  readonly id: string
  readonly provider: string
  readonly accountId: string
  readonly scopes: readonly string[]
  readonly createdAt: string
  readonly updatedAt: string
}

/** A sign-in provider. */
export interface ProviderSummary {
  readonly id: string
  readonly name: string
}

/** The enabled features of the sign-in and account pages, and the length limits in characters. */
export interface SignInOptions {
  /** `signUp`: whether new users may sign up with it. */
  readonly providers: readonly (ProviderSummary & { readonly signUp: boolean })[]
  readonly password: {
    readonly signIn: boolean
    readonly signUp: boolean
    /** Whether a forgotten password can be reset by an emailed link. */
    readonly reset: boolean
    readonly minimumLength: number
    readonly maximumLength: number
  }
  readonly username: { readonly minimumLength: number; readonly maximumLength: number }
  readonly account: {
    readonly changeEmail: boolean
    /** Whether verification links are emailed; a verified email can be changed only by such a link. */
    readonly verifyEmail: boolean
    readonly delete: boolean
  }
}

/** The answer to a sign-in with an id token. */
export interface SignInByIdToken {
  readonly redirect: false
  readonly token: string
  readonly user: BasicUser
}

/** An access token for a provider's API on behalf of the user. */
export interface ProviderAccess {
  readonly accessToken: string
  readonly accessTokenExpiresAt: string | null
  readonly scopes: readonly string[]
  readonly idToken: string | null
}

/** All tokens of an account after a refresh. */
export interface ProviderTokens extends ProviderAccess {
  readonly refreshToken: string | null
  readonly tokenType: string | null
}

/** An entry of the user's own audit log. */
export interface AuditEntry {
  readonly id: string
  /** Past tense, dotted: `user.signed_in`. */
  readonly action: string
  readonly happenedAt: string
  readonly address: string | null
  readonly userAgent: string | null
  /** Display name of browser and system: "Firefox on Linux". */
  readonly browser: string | null
  readonly details: Readonly<Record<string, string | number | boolean>>
  /** Whether it was done in the caller's session, or created it. */
  readonly isThisSession: boolean
}

/** Entries, newest first. `nextBefore` is the cursor of the next page; null on the last. */
export interface AuditPage {
  readonly entries: readonly AuditEntry[]
  readonly nextBefore: string | null
}

/** The answer to an account deletion: the account is deleted, or a confirmation link was emailed. */
export interface DeleteUserResult {
  readonly success: boolean
  readonly message: 'User deleted' | 'Verification email sent'
}

/** An organization as returned to its members. `metadata` of `list` is JSON text, of `create` an object. */
export interface Organization {
  readonly id: string
  readonly name: string
  readonly slug: string
  readonly logo: string | null
  readonly metadata: unknown
  readonly createdAt: string
}

export interface Member {
  readonly id: string
  readonly organizationId: string
  readonly userId: string
  readonly role: string
  readonly teamId: string | null
  readonly createdAt: string
}

export interface OrganizationWithMembers extends Organization {
  readonly members: readonly Member[]
}
