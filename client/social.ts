import { type AuthCall, createAuthCall } from './auth.ts'
import type { OfferedProvider, ProviderAccess, ProviderTokens, SignInByIdToken } from './auth-types.ts'
import type { CallOptions, Http, Result } from './http.ts'
import type { Signals } from './signals.ts'

type Posting<B, T> = (body: B, options?: CallOptions) => Promise<Result<T>>

/** Where a browser is to go; with `redirect: true` the client goes there by itself. */
export interface Departure {
  readonly url: string
  readonly redirect: boolean
}

/** Where the browser comes back to: as a rule, when an account was made just now, and when it failed (`?error=` names why). */
export interface ComingBack {
  readonly callbackURL?: string
  readonly newUserCallbackURL?: string
  readonly errorCallbackURL?: string
}

export interface SignInWithProvider extends ComingBack {
  readonly provider: string
  /** Asked for besides the scopes that the provider is asked for anyway. */
  readonly scopes?: readonly string[]
  /** Says that somebody new wants an account; needed where the server makes none unasked. */
  readonly requestSignUp?: boolean
  readonly loginHint?: string
  readonly disableRedirect?: boolean
}

/** What an app was given by the provider itself. */
export interface SignInWithIdToken {
  readonly provider: string
  readonly idToken: {
    readonly token: string
    readonly nonce?: string
    readonly accessToken?: string
    readonly refreshToken?: string
    readonly expiresAt?: number
  }
}

/** One account of the person: a provider's name, and which of several accounts there. */
interface WhichAccount {
  readonly providerId: string
  readonly accountId?: string
}

/** The calls about accounts at other services. A camelCase name is the kebab-case path below /api/auth. */
export interface Social {
  /** The services by which one can sign in here, in the server's order. */
  readonly listProviders: (options?: CallOptions) => Promise<Result<readonly OfferedProvider[]>>
  readonly signIn: {
    readonly social: {
      (body: SignInWithIdToken, options?: CallOptions): Promise<Result<SignInByIdToken>>
      (body: SignInWithProvider, options?: CallOptions): Promise<Result<Departure>>
    }
  }
  /** Adds a way in to the account of whoever is signed in. */
  readonly linkSocial: Posting<{ provider: string; callbackURL?: string; errorCallbackURL?: string; scopes?: readonly string[] }, Departure>
  /** Takes a way in away; asks for a fresh session. `accountId` is the person's id at the provider. */
  readonly unlinkAccount: Posting<WhichAccount, { readonly status: boolean }>
  /** The provider's access token, renewed where it ends. `accountId` is that of our row. */
  readonly getAccessToken: Posting<WhichAccount, ProviderAccess>
  readonly refreshToken: Posting<WhichAccount, ProviderTokens>
}

/** `navigate` is that of `createAuth`. */
export function createSocial(http: Http, signals: Signals, navigate?: (url: string) => void): Social {
  const call: AuthCall = createAuthCall(http, signals, navigate)
  const posting =
    <B, T>(path: string): Posting<B, T> =>
    (body, options) =>
      call('POST', path, { body, options })
  return {
    listProviders: (options) => call('GET', '/list-providers', { options }),
    signIn: { social: posting('/sign-in/social') as Social['signIn']['social'] },
    linkSocial: posting('/link-social'),
    unlinkAccount: posting('/unlink-account'),
    getAccessToken: posting('/get-access-token'),
    refreshToken: posting('/refresh-token'),
  }
}
