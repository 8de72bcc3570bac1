import { type AuthCall, createAuthCall } from './auth.ts'
import type { ProviderAccess, ProviderSummary, ProviderTokens, SignInByIdToken } from './auth-types.ts'
import type { CallOptions, Http, Result } from './http.ts'
import type { Signals } from './signals.ts'

type Post<B, T> = (body: B, options?: CallOptions) => Promise<Result<T>>

/** The URL to open; with `redirect: true` the client navigates to it by itself. */
export interface RedirectResult {
  readonly url: string
  readonly redirect: boolean
}

/** The callback URLs: the default, after an account was created, and after a failure (`?error=` names the reason). */
export interface CallbackUrls {
  readonly callbackURL?: string
  readonly newUserCallbackURL?: string
  readonly errorCallbackURL?: string
}

export interface SignInWithProvider extends CallbackUrls {
  readonly provider: string
  /** Scopes to request in addition to the default ones. */
  readonly scopes?: readonly string[]
  /** Requests an account for a new user; required where the server creates none implicitly. */
  readonly requestSignUp?: boolean
  readonly loginHint?: string
  readonly disableRedirect?: boolean
}

/** An id token that an app received from the provider. */
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

/** An account of the user: a provider, and which of several accounts there. */
interface AccountReference {
  readonly providerId: string
  readonly accountId?: string
}

/** The calls about accounts at providers. A camelCase name is the kebab-case path below /api/auth. */
export interface Social {
  /** The sign-in providers, in the server's order. */
  readonly listProviders: (options?: CallOptions) => Promise<Result<readonly ProviderSummary[]>>
  readonly signIn: {
    readonly social: {
      (body: SignInWithIdToken, options?: CallOptions): Promise<Result<SignInByIdToken>>
      (body: SignInWithProvider, options?: CallOptions): Promise<Result<RedirectResult>>
    }
  }
  /** Adds a sign-in method to the signed-in user's account. */
  readonly linkSocial: Post<
    { provider: string; callbackURL?: string; errorCallbackURL?: string; scopes?: readonly string[] },
    RedirectResult
  >
  /** Removes a sign-in method; requires a fresh session. `accountId` is the user's id at the provider. */
  readonly unlinkAccount: Post<AccountReference, { readonly status: boolean }>
  /** The provider's access token, refreshed when it expires. `accountId` is the id of our row. */
  readonly getAccessToken: Post<AccountReference, ProviderAccess>
  readonly refreshToken: Post<AccountReference, ProviderTokens>
}

/** `navigate` is that of `createAuth`. */
export function createSocial(http: Http, signals: Signals, navigate?: (url: string) => void): Social {
  const call: AuthCall = createAuthCall(http, signals, navigate)
  const post =
    <B, T>(path: string): Post<B, T> =>
    (body, options) =>
      call('POST', path, { body, options })
  return {
    listProviders: (options) => call('GET', '/list-providers', { options }),
    signIn: { social: post('/sign-in/social') as Social['signIn']['social'] },
    linkSocial: post('/link-social'),
    unlinkAccount: post('/unlink-account'),
    getAccessToken: post('/get-access-token'),
    refreshToken: post('/refresh-token'),
  }
}
