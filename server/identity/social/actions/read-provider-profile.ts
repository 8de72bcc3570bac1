import { configuredProvider, ProviderFailure } from '#identity/providers/index.ts'
import { refuse } from '#kernel/refusal.ts'
import type { Platform } from '#platform/platform.ts'
import { socialRefusals, tokenRefusals } from '../refusals.ts'
import type { AccountInfo } from '../wire.ts'
import { getValidTokens, type RefreshTokensInput } from './refresh-tokens.ts'

/** The account of a user at a provider, and the user as the provider describes them now: requested with a valid access token. */
export async function readProviderProfile(platform: Platform, input: RefreshTokensInput): Promise<AccountInfo> {
  const link = await getValidTokens(platform, input)
  const { accessToken, idToken } = link
  const provider = configuredProvider(platform, link.providerId)
  if (accessToken === null || !provider) return refuse(tokenRefusals.noAccessToken)
  const profile = await provider.profileOf({ accessToken, idToken }).catch((error: unknown) => {
    if (error instanceof ProviderFailure) return refuse(socialRefusals.noUserInfo)
    throw error
  })
  return { ...profile, account: link }
}
