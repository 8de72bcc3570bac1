import { type ConfiguredProvider, configuredProvider, ProviderFailure } from '#identity/providers/index.ts'
import type { Cookie } from '#identity/sessions/index.ts'
import { signInRefusals } from '#identity/sessions/index.ts'
import { redeemToken, withQuery } from '#identity/verification/index.ts'
import { Refusal, type RefusalEntry, refuse, refuseWhen } from '#kernel/refusal.ts'
import type { Platform } from '#platform/platform.ts'
import type { Caller } from '#platform/request/caller.ts'
import type { RequestInfo } from '#platform/request/request.ts'
import { browserIdOf } from '../cookie.ts'
import { isOwnSession } from '../reads.ts'
import { callbackRefusals as refusals } from '../refusals.ts'
import { errorCodeOf, hasUsableAccountId } from '../rules.ts'
import { type CallbackFields, fromDetails, isSameSession, type OauthState, parseCallbackFields } from '../state.ts'
import { redirectUriOf, stateValue, VERIFIER_SEAL } from './create-authorization-url.ts'
import { linkAccount } from './link-account.ts'
import { signInByProvider } from './sign-in-by-provider.ts'

const ERROR_MAXIMUM = 500

/** The request of a provider's callback. */
export interface HandleCallbackInput {
  /** The provider that the path names. */
  readonly providerId: string
  /** The unvalidated query. */
  readonly query: Readonly<Record<string, unknown>>
  readonly caller: Caller
  readonly request: RequestInfo
  readonly now: Date
}

/** The redirect, and the cookies of a new session. */
export interface CallbackResult {
  readonly location: string
  readonly cookies: readonly Cookie[]
}

/**
 * Handles the callback of a provider: signs in, signs up or links as the state says, in the published order of checks. Every failure
 * redirects with `error`: to the errorCallbackURL if the state is known, otherwise to the error page. Requests to the provider run
 * outside any transaction.
 */
export async function handleCallback(platform: Platform, input: HandleCallbackInput): Promise<CallbackResult> {
  const fields = parseCallbackFields(input.query)
  if (!fields) return redirectWithError(platform, input, { error: refusals.invalidRequest.sentence })
  if (fields.error) return handleProviderError(platform, input, fields)
  if (!fields.state) return redirectWithError(platform, input, { error: refusals.stateNotFound.sentence })
  const state = await redeemState(platform, input, fields)
  if (!state) return redirectWithError(platform, input, { error: refusals.restart.sentence })
  try {
    return await completeCallback(platform, input, { fields, state })
  } catch (error) {
    return redirectWithError(platform, input, { ...failureOf(error), target: state.errorURL })
  }
}

// The user denied access, or the provider refused: with a valid state the browser is redirected to its errorCallbackURL.
async function handleProviderError(platform: Platform, input: HandleCallbackInput, fields: CallbackFields): Promise<CallbackResult> {
  const state = fields.state ? await redeemState(platform, input, fields) : undefined
  const { error = '', error_description: description } = fields
  const cut = (text: string) => text.toWellFormed().slice(0, ERROR_MAXIMUM).toWellFormed()
  return redirectWithError(platform, input, { error: cut(error), description: description && cut(description), target: state?.errorURL })
}

/** Redeems the state in one conditional statement; undefined unless it belongs to this browser, provider and session. */
async function redeemState(
  platform: Platform,
  { providerId, caller, request, now }: HandleCallbackInput,
  fields: CallbackFields,
): Promise<OauthState | undefined> {
  const { secrets, database } = platform
  const browserId = browserIdOf(request, platform)
  if (browserId === undefined || !fields.state) return undefined
  const tokenQuery = { purpose: 'oauth-state', value: stateValue(fields.state, browserId), now } as const
  const issued = await database.transaction((tx) => redeemToken(tx, secrets, tokenQuery))
  if (!issued) return undefined
  const state = fromDetails(issued.details, issued.userId, (sealed) => secrets.openOrNull(VERIFIER_SEAL, sealed))
  if (!state) return undefined
  // An unknown provider gets an error of its own later.
  if (state.provider !== providerId && configuredProvider(platform, providerId)) return undefined
  const { link } = state
  if (!link) return state
  const signedInAs =
    caller.kind === 'user' ? { sessionId: caller.session.id, isImpersonation: caller.session.impersonatedBy !== null } : undefined
  if (!isSameSession(link, { signedInAs })) return undefined
  return (await isOwnSession(database.db, { ...link, now })) ? state : undefined
}

interface ValidCallback {
  readonly fields: CallbackFields
  readonly state: OauthState
}

async function completeCallback(platform: Platform, input: HandleCallbackInput, { fields, state }: ValidCallback): Promise<CallbackResult> {
  const { providerId, caller, request, now } = input
  const code = fields.code || refuse(refusals.noCode)
  const provider = configuredProvider(platform, providerId)
  if (!provider || provider.id !== state.provider) return refuse(refusals.providerNotFound)
  const { tokens, user: providerUser } = await exchangeCode(platform, provider, { code, fields, state, now })
  const siteUrl = new URL(platform.settings.BASE_URL).origin
  const { link, callbackURL, newUserURL, requestSignUp } = state
  if (link) {
    await linkAccount(platform, { ...link, provider, providerUser, tokens, caller, request, now })
    return { location: callbackURL ?? siteUrl, cookies: [] }
  }
  const signIn = { provider, providerUser, tokens, requestSignUp, callbackURL: callbackURL ?? undefined, request, now }
  const { cookies, isNew } = await signInByProvider(platform, signIn)
  return { location: (isNew ? newUserURL : null) ?? callbackURL ?? siteUrl, cookies }
}

async function exchangeCode(
  platform: Platform,
  provider: ConfiguredProvider,
  callback: ValidCallback & { readonly code: string; readonly now: Date },
) {
  const { code, fields, state, now } = callback
  const { state: text = '', device_id: deviceId, user, iss } = fields
  const redirectUri = redirectUriOf(platform, provider.id)
  const profile = await provider.handleCallback({
    code,
    state: text,
    codeVerifier: state.codeVerifier,
    redirectUri,
    deviceId,
    user,
    iss,
    now,
  })
  refuseWhen(!hasUsableAccountId(profile.user), refusals.noUserInfo)
  return profile
}

interface Failure {
  readonly error: string
  readonly description?: string | undefined
  readonly target?: string | null | undefined
  /** Always redirects to our own error page. */
  readonly usesErrorPage?: boolean
}

const stepRefusals: Readonly<Record<ProviderFailure['step'], RefusalEntry>> = {
  invalid_code: refusals.invalidCode,
  unable_to_get_user_info: refusals.noUserInfo,
  invalid_token: refusals.noUserInfo,
  refresh: refusals.invalidCode,
}

function failureOf(error: unknown): Failure {
  if (error instanceof ProviderFailure) return { error: stepRefusals[error.step].sentence }
  if (!(error instanceof Refusal)) throw error
  const { code, sentence } = error
  if (code === signInRefusals.BANNED_USER.code) return { error: 'banned', description: sentence, usesErrorPage: true }
  return { error: errorCodeOf(error), usesErrorPage: sentence === refusals.restart.sentence }
}

function redirectWithError({ settings, log }: Platform, { providerId, request }: HandleCallbackInput, failure: Failure): CallbackResult {
  const { error, description, target, usesErrorPage = false } = failure
  log.info('The callback of a provider failed.', { requestId: request.id, provider: providerId, reason: error })
  const page = (!usesErrorPage && target) || `${settings.BASE_URL}/api/auth/error`
  const location = withQuery(page, 'error', error)
  return { location: description ? withQuery(location, 'error_description', description) : location, cookies: [] }
}
