/** A person as sign-in and sign-up answer. Times are ISO 8601 texts with milliseconds and `Z`. */
export interface Person {
  readonly id: string
  readonly email: string
  readonly name: string
  readonly image: string | null
  readonly emailVerified: boolean
  readonly createdAt: string
  readonly updatedAt: string
}

/** A person as their own session shows them. */
export interface User extends Person {
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

/** `token` is null when the address must be verified before a first sign-in. */
export interface SignUp {
  readonly token: string | null
  readonly user: Person
}

export interface SignIn {
  readonly redirect: boolean
  readonly token: string
  readonly url?: string
  readonly user: Person
}

/** What signing in with a user name answers. */
export interface SignInByUsername {
  readonly token: string
  readonly user: Person & Pick<User, 'username' | 'displayUsername'>
}

/** A session among those that its person may end. */
export interface ListedSession extends Session {
  /** When it was last used, as far as is known: at most a minute behind. */
  readonly lastSeenAt: string
}

/** One way in: a password (`provider` is "credential") or an account of a provider. */
export interface Account {
  readonly id: string
  readonly provider: string
  readonly accountId: string
  readonly scopes: readonly string[]
  readonly createdAt: string
  readonly updatedAt: string
}

/** A service by which one can sign in. */
export interface OfferedProvider {
  readonly id: string
  readonly name: string
}

/** What the pages of signing in and of accounts offer: what is switched on, and how long what is chosen there may be, in characters. */
export interface SignInOptions {
  /** `signUp`: whether somebody new may come in by it. */
  readonly providers: readonly (OfferedProvider & { readonly signUp: boolean })[]
  readonly password: {
    readonly signIn: boolean
    readonly signUp: boolean
    /** Whether a forgotten one is replaced by a mailed link. */
    readonly reset: boolean
    readonly minimumLength: number
    readonly maximumLength: number
  }
  readonly username: { readonly minimumLength: number; readonly maximumLength: number }
  readonly account: {
    readonly changeEmail: boolean
    /** Whether links are mailed that prove an address; a proven one changes by such a link alone. */
    readonly verifyEmail: boolean
    readonly delete: boolean
  }
}

/** What signing in with an id token answers. */
export interface SignInByIdToken {
  readonly redirect: false
  readonly token: string
  readonly user: Person
}

/** A token by which a provider can be asked in the person's name. */
export interface ProviderAccess {
  readonly accessToken: string
  readonly accessTokenExpiresAt: string | null
  readonly scopes: readonly string[]
  readonly idToken: string | null
}

/** All tokens of an account, as they were renewed. */
export interface ProviderTokens extends ProviderAccess {
  readonly refreshToken: string | null
  readonly tokenType: string | null
}

/** One thing done by or to a person, as they may read it. */
export interface AuditEntry {
  readonly id: string
  /** Past tense, dotted: `user.signed_in`. */
  readonly action: string
  readonly happenedAt: string
  readonly address: string | null
  readonly userAgent: string | null
  /** Browser and system as people name them: "Firefox on Linux". */
  readonly browser: string | null
  readonly details: Readonly<Record<string, string | number | boolean>>
  /** Whether it was done in the session that asks, or began it. */
  readonly isThisSession: boolean
}

/** Entries, newest first. `nextBefore` asks for those before them; null when there are none. */
export interface AuditPage {
  readonly entries: readonly AuditEntry[]
  readonly nextBefore: string | null
}

/** What deleting an account answers: it is gone, or a link was mailed that deletes it. */
export interface Deleted {
  readonly success: boolean
  readonly message: 'User deleted' | 'Verification email sent'
}

/** An organization as its members list it. `metadata` of `list` is JSON text, of `create` an object. */
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
