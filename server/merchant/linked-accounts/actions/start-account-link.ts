import { sql } from 'kysely'
import { randomText } from '#contract/token.ts'
import { identifyBrowser, type StateCookie } from '#identity/social/index.ts'
import { createToken } from '#identity/verification/index.ts'
import { refuse } from '#kernel/refusal.ts'
import { declareSealed } from '#platform/crypto/sealed-columns.ts'
import type { Tx } from '#platform/database/database.ts'
import type { Platform } from '#platform/platform.ts'
import type { RequestInfo } from '#platform/request/request.ts'
import { servicesOf } from '../adapters/services.ts'
import type { AccountProviderId } from '../model.ts'
import { linkedAccountRefusals } from '../refusals.ts'
import { type LinkOwner, STATE_LENGTH, STATE_PURPOSE, STATE_SECONDS, stateSubject, toDetails, VERIFIER_LENGTH } from '../state.ts'

/** The purpose under which the verifier of a state is sealed. */
export const VERIFIER_SEAL = 'linked-account-verifier'
declareSealed(VERIFIER_SEAL, {
  table: 'verifications',
  column: 'details',
  path: ['codeVerifier'],
  where: sql<boolean>`starts_with(target.identifier, 'linked-account-state:')`,
})

/** The provider, and for whom the account is linked. */
export interface StartAccountLinkInput {
  readonly provider: AccountProviderId
  readonly owner: LinkOwner
  readonly request: Pick<RequestInfo, 'cookies'>
  readonly now: Date
}

/** Where the browser goes, and the cookie that ties the callback to it. */
export interface StartAccountLinkResult {
  readonly url: string
  readonly cookie: StateCookie['cookie']
}

/**
 * Stores a state that can be used once, and returns the URL at which the account, or for a merchant the guild, is chosen. A second one of the
 * same owner and provider replaces the first. 404 where the settings do not configure the provider.
 */
export async function startAccountLink(tx: Tx, platform: Platform, input: StartAccountLinkInput): Promise<StartAccountLinkResult> {
  const { provider, owner, request, now } = input
  const { secrets } = platform
  const { browserId, cookie } = identifyBrowser(request, platform)
  const [state, codeVerifier] = [randomText(STATE_LENGTH), randomText(VERIFIER_LENGTH)]
  const url = urlOf(platform, input, { state, codeVerifier, redirectUri: redirectUriOf(platform, provider) })
  await createToken(tx, secrets, {
    purpose: STATE_PURPOSE,
    subject: stateSubject(provider, owner.kind === 'customer' ? owner.customerId : owner.organizationId),
    value: stateValue(state, browserId),
    userId: null,
    details: toDetails({ provider, owner, codeVerifier }, (plain) => secrets.seal(VERIFIER_SEAL, plain)),
    expiresAt: new Date(now.getTime() + STATE_SECONDS * 1000),
    now,
  })
  return { url, cookie }
}

function urlOf(
  platform: Platform,
  { provider, owner }: StartAccountLinkInput,
  request: { readonly state: string; readonly codeVerifier: string; readonly redirectUri: string },
): string {
  const { discordOauth, githubOauth } = servicesOf(platform)
  if (provider === 'github') return (githubOauth ?? refuse(linkedAccountRefusals.ProviderNotAvailable)).authorizationUrl(request)
  const discord = discordOauth ?? refuse(linkedAccountRefusals.ProviderNotAvailable)
  return owner.kind === 'customer' ? discord.authorizationUrl(request) : discord.installUrl(request)
}

/** The callback of a provider, which the operator registers there. */
export function redirectUriOf({ settings }: Pick<Platform, 'settings'>, provider: AccountProviderId): string {
  return `${settings.BASE_URL}/v1/linked-accounts/${provider}/callback`
}

/** The token under which a state is stored: it contains the browser's id, so that a link that another browser has started is not found. */
export function stateValue(state: string, browserId: string): string {
  return `${state} ${browserId}`
}
