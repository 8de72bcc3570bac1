import { ProviderFailure, type ReadyProvider } from '#identity/providers/index.ts'
import { refuse, refuseWhen } from '#kernel/refusal.ts'
import type { RequestInfo } from '#platform/http/request.ts'
import type { Platform } from '#platform/platform.ts'
import { socialRefusals } from '../refusals.ts'
import { endOf, isKnowable } from '../rules.ts'
import type { GivenIdToken } from '../wire.ts'
import { type Arrived, signInByProvider } from './sign-in-by-provider.ts'

/** Who has a provider's id token in hand. */
export interface SigningInByIdToken {
  readonly provider: ReadyProvider
  readonly given: GivenIdToken
  readonly requestSignUp: boolean
  readonly callbackURL: string | undefined
  readonly request: RequestInfo
  readonly now: Date
}

/** Signs somebody in by an id token of a provider, without a way there and back. The token is verified before anything is looked up. */
export async function signInByIdToken(platform: Platform, signingIn: SigningInByIdToken): Promise<Arrived> {
  const { provider, given, now } = signingIn
  refuseWhen(!provider.takesIdTokens, socialRefusals.idTokenNotSupported)
  const { token, nonce, accessToken, refreshToken, expiresAt } = given
  const person = await provider.personOfIdToken({ token, nonce, accessToken, now }).catch(refuseFailure)
  refuseWhen(!isKnowable(person), socialRefusals.noUserInfo)
  const tokens = {
    idToken: token,
    accessToken: accessToken ?? null,
    refreshToken: refreshToken ?? null,
    accessTokenExpiresAt: endOf(expiresAt),
    refreshTokenExpiresAt: null,
    scopes: [],
  }
  return signInByProvider(platform, { ...signingIn, person, tokens })
}

function refuseFailure(error: unknown): never {
  if (!(error instanceof ProviderFailure)) throw error
  refuse(error.step === 'unable_to_get_user_info' ? socialRefusals.noUserInfo : socialRefusals.invalidToken)
}
