import { z } from 'zod'
import { type Account, type LinkTokens, scopesOf } from '#identity/accounts/model.ts'
import { providerIds } from '#identity/providers/model.ts'
import { shortUser } from '#identity/users/wire.ts'
import { added, id, timestamp, toTimestamp } from '#platform/http/wire-parts.ts'
import { FIELDS } from './state.ts'

const URL_MAXIMUM = 2083
const TOKEN_MAXIMUM = 16_384
const HINT_MAXIMUM = 254
const SCOPES_MAXIMUM = 50
const SCOPE_MAXIMUM = 255
/** What a scope is made of (RFC 6749, appendix A.4), without the comma by which they are stored. */
const SCOPE = /^[\x21\x23-\x2B\x2D-\x5B\x5D-\x7E]+$/

function target(description: string) {
  return z.string().max(URL_MAXIMUM).optional().meta({ description })
}

const callbackURL = target('Where the browser goes next: a path of this site or a trusted origin.')
const errorCallbackURL = target('Where the browser goes with `error` when something fails; the error page unless told.')
const provider = z.enum(providerIds)
const scopes = z
  .array(z.string().max(SCOPE_MAXIMUM).regex(SCOPE))
  .max(SCOPES_MAXIMUM)
  .optional()
  .meta({ description: 'Asked for besides those that the provider is asked for anyhow.' })

/** An id token that an app has from a provider, and the tokens that came with it. */
export const givenIdToken = z.object({
  token: z.string().max(TOKEN_MAXIMUM),
  nonce: z.string().max(TOKEN_MAXIMUM).optional(),
  accessToken: z.string().max(TOKEN_MAXIMUM).optional(),
  refreshToken: z.string().max(TOKEN_MAXIMUM).optional(),
  expiresAt: z.number().optional(),
})

export type GivenIdToken = z.output<typeof givenIdToken>

/** By which provider somebody signs in, and how it goes on. */
export const signInSocialBody = z.object({
  provider,
  callbackURL,
  newUserCallbackURL: target('Where the browser of somebody new goes; `callbackURL` unless told.'),
  errorCallbackURL,
  disableRedirect: z.boolean().optional(),
  requestSignUp: z.boolean().optional().meta({ description: 'Signs up where the provider does so on request only.' }),
  scopes,
  loginHint: z.string().max(HINT_MAXIMUM).optional(),
  idToken: givenIdToken.optional(),
})

/** Where the browser is to go, and whether it should go there by itself. */
export const sentAnswer = z.object({ url: z.string(), redirect: z.boolean() })

/** The same; or, with an id token, the person and the token of their session. */
export const signInSocialAnswer = z.union([sentAnswer, z.object({ redirect: z.literal(false), token: z.string(), user: shortUser })])

/** Which provider's account is to be linked. */
export const linkSocialBody = z.object({
  provider,
  callbackURL,
  scopes,
  errorCallbackURL: errorCallbackURL.meta(added('Where the browser goes with `error` when something fails; the error page unless told.')),
  disableRedirect: z.boolean().optional().meta(added('Answers `redirect: false`, so that the caller goes to `url` in its own time.')),
})

const anything = z.unknown().optional()

/** What a provider sends along: read by the call-back itself, which leads a browser on whatever comes. */
export const callbackFields = z.object(Object.fromEntries(FIELDS.map((name) => [name, anything.meta({ type: 'string' })])))

/** The same as a form. */
export const callbackForm = z.object(Object.fromEntries(FIELDS.map((name) => [name, anything])))

/** A provider as a path names it; one that is none is told by a redirect. */
export const callbackParams = z.object({ id: z.string() })

/** A provider that people may sign in by. */
export const offeredProvider = z.object({ id: provider, name: z.string() }).meta({ id: 'OfferedProvider' })

/** Whose tokens of which provider. */
export const tokenBody = z.object({
  providerId: z.string().max(255),
  accountId: z
    .string()
    .max(255)
    .optional()
    .meta({ description: 'The `id` of list-accounts; the oldest account of the provider unless told.' }),
  userId: z.string().max(255).optional().meta({ description: 'Whose, in a server call; ignored in any other.' }),
})

/** A token that is good, and what came with it. */
export const accessTokenAnswer = z.object({
  accessToken: z.string().nullable(),
  accessTokenExpiresAt: timestamp.nullable(),
  scopes: z.array(z.string()),
  idToken: z.string().nullable(),
})

/** New tokens. */
export const refreshTokenAnswer = accessTokenAnswer.extend({ refreshToken: z.string().nullable(), tokenType: z.string().nullable() })

/** One way in as its person sees it, without its secrets. */
export const accountWire = z
  .object({
    id,
    provider: z.string(),
    createdAt: timestamp,
    updatedAt: timestamp,
    accountId: z.string(),
    scopes: z.array(z.string()),
  })
  .meta({ id: 'Account' })

export const unlinkBody = z.object({ providerId: z.string().max(255), accountId: z.string().max(1024).optional() })

/** An account without its secrets; `accountId` is the person's id at the provider. */
export function toAccountWire(account: Account): z.output<typeof accountWire> {
  return {
    id: account.id,
    provider: account.providerId,
    createdAt: toTimestamp(account.createdAt),
    updatedAt: toTimestamp(account.updatedAt),
    accountId: account.accountId,
    scopes: scopesOf(account.scope),
  }
}

/** The access token with its scopes and end, for its own person. */
export function toAccessTokenWire(tokens: LinkTokens): z.output<typeof accessTokenAnswer> {
  const { accessToken, accessTokenExpiresAt, scopes: granted, idToken } = tokens
  return { accessToken, accessTokenExpiresAt: toTimestamp(accessTokenExpiresAt), scopes: [...granted], idToken }
}

/** All tokens, for their own person. */
export function toTokensWire(tokens: LinkTokens & { readonly tokenType: string | null }): z.output<typeof refreshTokenAnswer> {
  return { ...toAccessTokenWire(tokens), refreshToken: tokens.refreshToken, tokenType: tokens.tokenType }
}
