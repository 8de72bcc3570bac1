import { sql } from 'kysely'
import { randomText } from '#contract/token.ts'
import type { ConfiguredProvider } from '#identity/providers/model.ts'
import { createToken } from '#identity/verification/index.ts'
import { declareSealed } from '#platform/crypto/sealed-columns.ts'
import { batchStatements } from '#platform/database/batch-statements.ts'
import type { Platform } from '#platform/platform.ts'
import type { RequestInfo } from '#platform/request/request.ts'
import { identifyBrowser, type StateCookie } from '../cookie.ts'
import { type LinkSession, type OauthState, STATE_LENGTH, STATE_LIFE_SECONDS, toDetails, VERIFIER_LENGTH } from '../state.ts'

/** The purpose under which the verifier of a state is sealed. */
export const VERIFIER_SEAL = 'oauth-verifier'
declareSealed(VERIFIER_SEAL, {
  table: 'verifications',
  column: 'details',
  path: ['codeVerifier'],
  where: sql<boolean>`starts_with(target.identifier, 'oauth-state:')`,
})

/** The provider, and how the callback continues. */
export interface CreateAuthorizationUrlInput {
  readonly provider: ConfiguredProvider
  readonly callbackURL?: string | undefined
  readonly errorCallbackURL?: string | undefined
  readonly newUserCallbackURL?: string | undefined
  readonly requestSignUp?: boolean | undefined
  /** In addition to the scopes of the provider. */
  readonly scopes?: readonly string[] | undefined
  readonly loginHint?: string | undefined
  /** The session that links an account; undefined for a sign-in. */
  readonly link?: LinkSession
  readonly request: Pick<RequestInfo, 'cookies'>
  readonly now: Date
}

/** The authorization URL, and the cookie that ties the callback to this browser. */
export interface CreateAuthorizationUrlResult {
  readonly url: string
  readonly cookie: StateCookie['cookie']
}

/** The callback URL of a provider. */
export function redirectUriOf({ settings }: Pick<Platform, 'settings'>, providerId: string): string {
  return `${settings.BASE_URL}/api/auth/callback/${providerId}`
}

/** The token under which a state is stored: it includes the browser id, so that another browser does not find it. */
export function stateValue(state: string, browserId: string): string {
  return `${state} ${browserId}`
}

/** Creates a state and the authorization URL at the provider. */
export async function createAuthorizationUrl(
  platform: Platform,
  input: CreateAuthorizationUrlInput,
): Promise<CreateAuthorizationUrlResult> {
  const { provider, scopes = [], loginHint, link, request, now } = input
  const { secrets } = platform
  const { browserId, cookie } = identifyBrowser(request, platform)
  const [text, codeVerifier] = [randomText(STATE_LENGTH), randomText(VERIFIER_LENGTH)]
  const redirectUri = redirectUriOf(platform, provider.id)
  const url = await provider.authorizationUrl({ state: text, codeVerifier, redirectUri, scopes, loginHint })
  const state: OauthState = {
    provider: provider.id,
    codeVerifier,
    callbackURL: input.callbackURL || null,
    errorURL: input.errorCallbackURL || null,
    newUserURL: input.newUserCallbackURL || null,
    requestSignUp: input.requestSignUp ?? false,
    link: link ?? null,
  }
  const value = stateValue(text, browserId)
  const details = toDetails(state, (plain) => secrets.seal(VERIFIER_SEAL, plain))
  const expiresAt = new Date(now.getTime() + STATE_LIFE_SECONDS * 1000)
  const token = {
    purpose: 'oauth-state',
    subject: secrets.digest(value),
    value,
    userId: link?.userId ?? null,
    details,
    expiresAt,
    now,
  } as const
  await batchStatements(platform.database.db, (tx) => createToken(tx, secrets, token))
  return { url, cookie }
}
