import { ProviderFailure, type ReadyProvider, readyProvider } from '#identity/providers/index.ts'
import type { Cookie } from '#identity/sessions/index.ts'
import { signInRefusals } from '#identity/sign-in/index.ts'
import { consume, withQuery } from '#identity/verification/index.ts'
import { Refusal, type RefusalEntry, refuse, refuseWhen } from '#kernel/refusal.ts'
import type { Caller } from '#platform/http/caller.ts'
import type { RequestInfo } from '#platform/http/request.ts'
import type { Platform } from '#platform/platform.ts'
import { markOf } from '../cookie.ts'
import { isOwnSession } from '../reads.ts'
import { callbackRefusals as refusals } from '../refusals.ts'
import { errorOf, isKnowable } from '../rules.ts'
import { type Fields, fieldsOf, fromDetails, isSameSession, type OauthState } from '../state.ts'
import { linkAccount } from './link-account.ts'
import { redirectUriOf, stateValue, VERIFIER_SEAL } from './send-to-provider.ts'
import { signInByProvider } from './sign-in-by-provider.ts'

const TOLD_MAXIMUM = 500

/** A browser that a provider has sent back. */
export interface ComingBack {
  /** The provider as the path names it. */
  readonly providerId: string
  /** The query as it came. */
  readonly query: Readonly<Record<string, unknown>>
  readonly caller: Caller
  readonly request: RequestInfo
  readonly now: Date
}

/** Where the browser goes next, and the cookies of a session that has begun. */
export interface LedOn {
  readonly location: string
  readonly cookies: readonly Cookie[]
}

/**
 * Takes a browser in that a provider has sent back: signs in, signs up or links by what the state kept, in the published order of
 * checks. Whatever fails leads on with `error`: to the errorCallbackURL once the state is known, else to the error page. Nothing is
 * asked of the provider in a transaction.
 */
export async function comeBack(platform: Platform, coming: ComingBack): Promise<LedOn> {
  const fields = fieldsOf(coming.query)
  if (!fields) return failed(platform, coming, { error: refusals.invalidRequest.sentence })
  if (fields.error) return turnedAway(platform, coming, fields)
  if (!fields.state) return failed(platform, coming, { error: refusals.stateNotFound.sentence })
  const state = await openState(platform, coming, fields)
  if (!state) return failed(platform, coming, { error: refusals.restart.sentence })
  try {
    return await enter(platform, coming, { fields, state })
  } catch (error) {
    return failed(platform, coming, { ...toldOf(error), target: state.errorURL })
  }
}

// A person who thought better of it, or a provider that refused: whoever brings a good state is led back to where they began.
async function turnedAway(platform: Platform, coming: ComingBack, fields: Fields): Promise<LedOn> {
  const state = fields.state ? await openState(platform, coming, fields) : undefined
  const { error = '', error_description: description } = fields
  const cut = (text: string) => text.toWellFormed().slice(0, TOLD_MAXIMUM).toWellFormed()
  return failed(platform, coming, { error: cut(error), description: description && cut(description), target: state?.errorURL })
}

/** The state, used up in one conditional statement; nothing where it is none of this browser's, provider's or session's. */
async function openState(
  platform: Platform,
  { providerId, caller, request, now }: ComingBack,
  fields: Fields,
): Promise<OauthState | undefined> {
  const { secrets, database } = platform
  const mark = markOf(request, platform)
  if (mark === undefined || !fields.state) return undefined
  const given = { purpose: 'oauth-state', value: stateValue(fields.state, mark), now } as const
  const issued = await database.transaction((tx) => consume(tx, secrets, given))
  if (!issued) return undefined
  const state = fromDetails(issued.details, issued.userId, (sealed) => secrets.open(VERIFIER_SEAL, sealed))
  // A name that is no provider is told as such.
  if (state.provider !== providerId && readyProvider(platform, providerId)) return undefined
  const { link } = state
  if (!link) return state
  const signedInAs =
    caller.kind === 'user' ? { sessionId: caller.session.id, isBorrowed: caller.session.impersonatedBy !== null } : undefined
  if (!isSameSession(link, { signedInAs })) return undefined
  return (await isOwnSession(database.db, { ...link, now })) ? state : undefined
}

interface Known {
  readonly fields: Fields
  readonly state: OauthState
}

async function enter(platform: Platform, coming: ComingBack, { fields, state }: Known): Promise<LedOn> {
  const { providerId, caller, request, now } = coming
  const code = fields.code || refuse(refusals.noCode)
  const provider = readyProvider(platform, providerId)
  if (!provider || provider.id !== state.provider) return refuse(refusals.providerNotFound)
  const { tokens, person } = await ask(platform, provider, { code, fields, state, now })
  const home = new URL(platform.settings.BASE_URL).origin
  const { link, callbackURL, newUserURL, requestSignUp } = state
  if (link) {
    await linkAccount(platform, { ...link, provider, person, tokens, caller, request, now })
    return { location: callbackURL ?? home, cookies: [] }
  }
  const arriving = { provider, person, tokens, requestSignUp, callbackURL: callbackURL ?? undefined, request, now }
  const { cookies, isNew } = await signInByProvider(platform, arriving)
  return { location: (isNew ? newUserURL : null) ?? callbackURL ?? home, cookies }
}

async function ask(platform: Platform, provider: ReadyProvider, given: Known & { readonly code: string; readonly now: Date }) {
  const { code, fields, state, now } = given
  const { state: text = '', device_id: deviceId, user, iss } = fields
  const redirectUri = redirectUriOf(platform, provider.id)
  const back = await provider.comeBack({ code, state: text, codeVerifier: state.codeVerifier, redirectUri, deviceId, user, iss, now })
  refuseWhen(!isKnowable(back.person), refusals.noUserInfo)
  return back
}

interface Failure {
  readonly error: string
  readonly description?: string | undefined
  readonly target?: string | null | undefined
  /** Always told on our own error page. */
  readonly isOurs?: boolean
}

const stepRefusals: Readonly<Record<ProviderFailure['step'], RefusalEntry>> = {
  invalid_code: refusals.invalidCode,
  unable_to_get_user_info: refusals.noUserInfo,
  invalid_token: refusals.noUserInfo,
  refresh: refusals.invalidCode,
}

function toldOf(error: unknown): Failure {
  if (error instanceof ProviderFailure) return { error: stepRefusals[error.step].sentence }
  if (!(error instanceof Refusal)) throw error
  const { code, sentence } = error
  if (code === signInRefusals.BANNED_USER.code) return { error: 'banned', description: sentence, isOurs: true }
  return { error: errorOf(error), isOurs: sentence === refusals.restart.sentence }
}

function failed({ settings, log }: Platform, { providerId, request }: ComingBack, failure: Failure): LedOn {
  const { error, description, target, isOurs = false } = failure
  log.info('A call-back of a provider came to nothing.', { requestId: request.id, provider: providerId, reason: error })
  const page = (!isOurs && target) || `${settings.BASE_URL}/api/auth/error`
  const told = withQuery(page, 'error', error)
  return { location: description ? withQuery(told, 'error_description', description) : told, cookies: [] }
}
