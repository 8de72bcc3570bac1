import { type ConfiguredProvider, ProviderFailure } from '#identity/providers/index.ts'
import { refuse, refuseWhen } from '#kernel/refusal.ts'
import type { Platform } from '#platform/platform.ts'
import type { RequestInfo } from '#platform/request/request.ts'
import { socialRefusals } from '../refusals.ts'
import { hasUsableAccountId, parseExpiry } from '../rules.ts'
import type { IdTokenInput } from '../wire.ts'
import { type SignInByProviderResult, signInByProvider } from './sign-in-by-provider.ts'

/** An id token of a provider. */
export interface SignInByIdTokenInput {
  readonly provider: ConfiguredProvider
  readonly idToken: IdTokenInput
  readonly requestSignUp: boolean
  readonly callbackURL: string | undefined
  readonly request: RequestInfo
  readonly now: Date
}

/** Signs a user in by an id token of a provider, without redirects. The token is verified before any read. */
export async function signInByIdToken(platform: Platform, input: SignInByIdTokenInput): Promise<SignInByProviderResult> {
  const { provider, idToken, now } = input
  refuseWhen(!provider.acceptsIdTokens, socialRefusals.idTokenNotSupported)
  const { token, nonce, accessToken, refreshToken, expiresAt } = idToken
  const providerUser = await provider.userOfIdToken({ token, nonce, accessToken, now }).catch(refuseFailure)
  refuseWhen(!hasUsableAccountId(providerUser), socialRefusals.noUserInfo)
  const tokens = {
    idToken: token,
    accessToken: accessToken ?? null,
    refreshToken: refreshToken ?? null,
    accessTokenExpiresAt: parseExpiry(expiresAt),
    refreshTokenExpiresAt: null,
    scopes: [],
  }
  return signInByProvider(platform, { ...input, providerUser, tokens })
}

function refuseFailure(error: unknown): never {
  if (!(error instanceof ProviderFailure)) throw error
  refuse(error.step === 'unable_to_get_user_info' ? socialRefusals.noUserInfo : socialRefusals.invalidToken)
}
