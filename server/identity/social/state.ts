// The OAuth state: stored from the redirect to a provider until its callback.
import { z } from 'zod'
import { isStorable } from '#kernel/text.ts'
import { callbackRefusals } from './refusals.ts'

/** The lifetime of a state. */
export const STATE_LIFE_SECONDS = 600
export const STATE_LENGTH = 32
export const VERIFIER_LENGTH = 128

/** The user and session that link an account. */
export interface LinkSession {
  readonly userId: string
  readonly sessionId: string
  /** The transport of the session. With `cookie`, the callback must send the same session. */
  readonly via: 'cookie' | 'bearer'
}

/** The content of a state, without its token. */
export interface OauthState {
  readonly provider: string
  readonly codeVerifier: string
  readonly callbackURL: string | null
  readonly errorURL: string | null
  readonly newUserURL: string | null
  readonly requestSignUp: boolean
  readonly link: LinkSession | null
}

type Details = Readonly<Record<string, string | null>>

/** A state as the details of a one-time token. `seal` encrypts the verifier. */
export function toDetails(state: OauthState, seal: (plain: string) => string): Details {
  const { provider, codeVerifier, callbackURL, errorURL, newUserURL, requestSignUp, link } = state
  const details = { provider, codeVerifier: seal(codeVerifier), callbackURL, errorURL, newUserURL }
  return { ...details, requestSignUp: requestSignUp ? 'true' : null, linkSession: link?.sessionId ?? null, linkVia: link?.via ?? null }
}

const storedState = z.object({
  provider: z.string(),
  codeVerifier: z.string(),
  callbackURL: z.string().nullable(),
  errorURL: z.string().nullable(),
  newUserURL: z.string().nullable(),
  requestSignUp: z.string().nullable(),
  linkSession: z.string().nullable(),
  linkVia: z.enum(['cookie', 'bearer']).nullable(),
})

/** Parses a stored state; undefined if `open` cannot decrypt the verifier. Throws if the details are invalid. */
export function fromDetails(details: Details, userId: string | null, open: (sealed: string) => string | null): OauthState | undefined {
  const { linkSession, linkVia, requestSignUp, codeVerifier, ...rest } = storedState.parse(details)
  const link = userId === null || linkSession === null || linkVia === null ? null : { userId, sessionId: linkSession, via: linkVia }
  const verifier = open(codeVerifier)
  return verifier === null ? undefined : { ...rest, codeVerifier: verifier, requestSignUp: requestSignUp === 'true', link }
}

/** The session of a callback; undefined if the browser is not signed in. */
export interface CallbackSession {
  readonly signedInAs: { readonly sessionId: string; readonly isImpersonation: boolean } | undefined
}

/** Whether the callback may link: it has the session that started the linking, or no session if that one was sent as bearer token. */
export function isSameSession({ sessionId, via }: LinkSession, { signedInAs }: CallbackSession): boolean {
  if (!signedInAs) return via === 'bearer'
  return signedInAs.sessionId === sessionId && !signedInAs.isImpersonation
}

/** The names of the fields of a callback. */
export const CALLBACK_FIELDS = ['code', 'error', 'error_description', 'state', 'device_id', 'user', 'iss'] as const

/** The fields of a callback. */
export type CallbackFields = { readonly [name in (typeof CALLBACK_FIELDS)[number]]?: string | undefined }

const FIELD_MAXIMUM = 8192

/** Parses the fields of a callback; undefined if one is repeated, not text, not storable, or too long. */
export function parseCallbackFields(input: Readonly<Record<string, unknown>> | null | undefined): CallbackFields | undefined {
  const fields = CALLBACK_FIELDS.map((name) => [name, input?.[name] ?? undefined] as const)
  const isText = (value: unknown) => typeof value === 'string' && value.length <= FIELD_MAXIMUM && isStorable(value)
  return fields.every(([, value]) => value === undefined || isText(value)) ? (Object.fromEntries(fields) as CallbackFields) : undefined
}

/** The redirect of a callback by form: the same callback with the fields as its query; the error page if a field is invalid. */
export function redirectUrlOfForm(baseUrl: string, providerId: string, input: Readonly<Record<string, unknown>>): string {
  const fields = parseCallbackFields(input)
  const query = new URLSearchParams(
    Object.entries(fields ?? {}).filter(([, value]) => value !== undefined) as [string, string][],
  ).toString()
  if (!fields || query.length > FIELD_MAXIMUM) return `${baseUrl}/api/auth/error?error=${callbackRefusals.invalidRequest.sentence}`
  return `${baseUrl}/api/auth/callback/${encodeURIComponent(providerId)}${query && `?${query}`}`
}
