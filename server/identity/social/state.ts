// What is kept between the moment in which a browser is sent to a provider and the one in which it comes back.
import { z } from 'zod'
import { isStorable } from '#kernel/text.ts'
import { callbackRefusals } from './refusals.ts'

/** Seconds for which a state lives. */
export const STATE_LIFE = 600
export const STATE_LENGTH = 32
export const VERIFIER_LENGTH = 128

/** Who links an account, and in which session. */
export interface Linking {
  readonly userId: string
  readonly sessionId: string
  /** Whether the session came by cookie, so that the browser has to bring it back. */
  readonly via: 'cookie' | 'bearer'
}

/** A state, without what identifies it. */
export interface OauthState {
  readonly provider: string
  readonly codeVerifier: string
  readonly callbackURL: string | null
  readonly errorURL: string | null
  readonly newUserURL: string | null
  readonly requestSignUp: boolean
  readonly link: Linking | null
}

type Details = Readonly<Record<string, string | null>>

/** A state as the store of one-time values keeps it. `seal` hides the verifier. */
export function toDetails(state: OauthState, seal: (plain: string) => string): Details {
  const { provider, codeVerifier, callbackURL, errorURL, newUserURL, requestSignUp, link } = state
  const details = { provider, codeVerifier: seal(codeVerifier), callbackURL, errorURL, newUserURL }
  return { ...details, requestSignUp: requestSignUp ? 'true' : null, linkSession: link?.sessionId ?? null, linkVia: link?.via ?? null }
}

const kept = z.object({
  provider: z.string(),
  codeVerifier: z.string(),
  callbackURL: z.string().nullable(),
  errorURL: z.string().nullable(),
  newUserURL: z.string().nullable(),
  requestSignUp: z.string().nullable(),
  linkSession: z.string().nullable(),
  linkVia: z.enum(['cookie', 'bearer']).nullable(),
})

/** The state that was kept. `open` shows the verifier; throws where the details are none of ours. */
export function fromDetails(details: Details, userId: string | null, open: (sealed: string) => string): OauthState {
  const { linkSession, linkVia, requestSignUp, codeVerifier, ...rest } = kept.parse(details)
  const link = userId === null || linkSession === null || linkVia === null ? null : { userId, sessionId: linkSession, via: linkVia }
  return { ...rest, codeVerifier: open(codeVerifier), requestSignUp: requestSignUp === 'true', link }
}

/** Who comes back in which session; the id of no session where nobody is signed in. */
export interface ComingBack {
  readonly signedInAs: { readonly sessionId: string; readonly isBorrowed: boolean } | undefined
}

/** Whether an account may be linked here: the browser brings the very session in which linking began, or none where none came by cookie. */
export function isSameSession({ sessionId, via }: Linking, { signedInAs }: ComingBack): boolean {
  if (!signedInAs) return via === 'bearer'
  return signedInAs.sessionId === sessionId && !signedInAs.isBorrowed
}

/** What a call-back may bring. */
export const FIELDS = ['code', 'error', 'error_description', 'state', 'device_id', 'user', 'iss'] as const

/** The fields of a call-back. */
export type Fields = { readonly [name in (typeof FIELDS)[number]]?: string | undefined }

const FIELD_MAXIMUM = 8192

/** The fields of a call-back; undefined where one comes twice, is none, cannot be kept, or is longer than any provider's. */
export function fieldsOf(given: Readonly<Record<string, unknown>> | null | undefined): Fields | undefined {
  const fields = FIELDS.map((name) => [name, given?.[name] ?? undefined] as const)
  const isText = (value: unknown) => typeof value === 'string' && value.length <= FIELD_MAXIMUM && isStorable(value)
  return fields.every(([, value]) => value === undefined || isText(value)) ? (Object.fromEntries(fields) as Fields) : undefined
}

/** Where a browser that came with a form goes: to the same call-back, with the fields as its query; to the error page with one that is none. */
export function ofForm(baseUrl: string, providerId: string, given: Readonly<Record<string, unknown>>): string {
  const fields = fieldsOf(given)
  const query = new URLSearchParams(
    Object.entries(fields ?? {}).filter(([, value]) => value !== undefined) as [string, string][],
  ).toString()
  if (!fields || query.length > FIELD_MAXIMUM) return `${baseUrl}/api/auth/error?error=${callbackRefusals.invalidRequest.sentence}`
  return `${baseUrl}/api/auth/callback/${encodeURIComponent(providerId)}${query && `?${query}`}`
}
