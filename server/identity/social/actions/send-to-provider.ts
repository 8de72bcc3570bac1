import type { ReadyProvider } from '#identity/providers/model.ts'
import { issue } from '#identity/verification/index.ts'
import { randomText } from '#kernel/token.ts'
import { batchStatements } from '#platform/database/batch-statements.ts'
import type { RequestInfo } from '#platform/http/request.ts'
import type { Platform } from '#platform/platform.ts'
import { type Marking, markBrowser } from '../cookie.ts'
import { type Linking, type OauthState, STATE_LENGTH, STATE_LIFE, toDetails, VERIFIER_LENGTH } from '../state.ts'

/** The purpose under which the verifier of a state is sealed. */
export const VERIFIER_SEAL = 'oauth-verifier'

/** Where a browser is to be sent, and what is to happen when it comes back. */
export interface Sending {
  readonly provider: ReadyProvider
  readonly callbackURL?: string | undefined
  readonly errorCallbackURL?: string | undefined
  readonly newUserCallbackURL?: string | undefined
  readonly requestSignUp?: boolean | undefined
  /** Besides those of the provider. */
  readonly scopes?: readonly string[] | undefined
  readonly loginHint?: string | undefined
  /** Who links an account; without it somebody signs in. */
  readonly link?: Linking
  readonly request: Pick<RequestInfo, 'cookies'>
  readonly now: Date
}

/** The address at the provider, and the cookie that ties the way back to this browser. */
export interface Sent {
  readonly url: string
  readonly cookie: Marking['cookie']
}

/** Where providers send browsers back to. */
export function redirectUriOf({ settings }: Pick<Platform, 'settings'>, providerId: string): string {
  return `${settings.BASE_URL}/api/auth/callback/${providerId}`
}

/** Under what a state is kept: itself and the browser together, so that another browser's is not found. */
export function stateValue(state: string, mark: string): string {
  return `${state} ${mark}`
}

/** Makes a state and the address at the provider to which the browser goes with it. */
export async function sendToProvider(platform: Platform, sending: Sending): Promise<Sent> {
  const { provider, scopes = [], loginHint, link, request, now } = sending
  const { secrets } = platform
  const { mark, cookie } = markBrowser(request, platform)
  const [text, codeVerifier] = [randomText(STATE_LENGTH), randomText(VERIFIER_LENGTH)]
  const redirectUri = redirectUriOf(platform, provider.id)
  const url = await provider.authorizationUrl({ state: text, codeVerifier, redirectUri, scopes, loginHint })
  const state: OauthState = {
    provider: provider.id,
    codeVerifier,
    callbackURL: sending.callbackURL || null,
    errorURL: sending.errorCallbackURL || null,
    newUserURL: sending.newUserCallbackURL || null,
    requestSignUp: sending.requestSignUp ?? false,
    link: link ?? null,
  }
  const value = stateValue(text, mark)
  const details = toDetails(state, (plain) => secrets.seal(VERIFIER_SEAL, plain))
  const expiresAt = new Date(now.getTime() + STATE_LIFE * 1000)
  const kept = {
    purpose: 'oauth-state',
    subject: secrets.digest(value),
    value,
    userId: link?.userId ?? null,
    details,
    expiresAt,
    now,
  } as const
  await batchStatements(platform.database.db, (tx) => issue(tx, secrets, kept))
  return { url, cookie }
}
