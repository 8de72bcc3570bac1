import { type AuthCall, createAuthCall } from './auth.ts'
import type { CallOptions, Http, Result } from './http.ts'
import type { BodyCall, OperationId, PlainCall } from './operations.ts'
import type { Signals } from './signals.ts'
import type { RedirectResult, SignInByIdToken, SignInWithIdToken, SignInWithProvider } from './types.ts'

/** The calls about accounts at providers. A camelCase name is the kebab-case path below /api/auth. */
export interface Social {
  /** The sign-in providers, in the server's order. */
  readonly listProviders: PlainCall<'auth:list-providers'>
  readonly signIn: {
    readonly social: {
      (body: SignInWithIdToken, options?: CallOptions): Promise<Result<SignInByIdToken>>
      (body: SignInWithProvider, options?: CallOptions): Promise<Result<RedirectResult>>
    }
  }
  /** Adds a sign-in method to the signed-in user's account. */
  readonly linkSocial: BodyCall<'auth:link-social'>
  /** Removes a sign-in method; requires a fresh session. `accountId` is the user's id at the provider. */
  readonly unlinkAccount: BodyCall<'auth:unlink-account'>
  /** The provider's access token, refreshed when it expires. `accountId` is the id of our row. */
  readonly getAccessToken: BodyCall<'auth:get-access-token'>
  readonly refreshToken: BodyCall<'auth:refresh-token'>
}

/** `navigate` is that of `createAuth`. */
export function createSocial(http: Http, signals: Signals, navigate?: (url: string) => void): Social {
  const call: AuthCall = createAuthCall(http, signals, navigate)
  const post =
    <Id extends OperationId>(path: string): BodyCall<Id> =>
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
