import { z } from 'zod'
import { type Account, type Link, type LinkTokens, scopesOf } from '#identity/accounts/model.ts'
import { type ProviderProfile, providerIds } from '#identity/providers/model.ts'
import { shortUser } from '#identity/users/wire.ts'
import { added, id, timestamp, toTimestamp } from '#platform/http/wire-parts.ts'
import { CALLBACK_FIELDS } from './state.ts'

const URL_MAXIMUM = 2083
const TOKEN_MAXIMUM = 16_384
const HINT_MAXIMUM = 254
const SCOPES_MAXIMUM = 50
const SCOPE_MAXIMUM = 255
/** The characters of a scope (RFC 6749, appendix A.4), without the comma that separates stored scopes. */
const SCOPE = /^[\x21\x23-\x2B\x2D-\x5B\x5D-\x7E]+$/

function target(description: string) {
  return z.string().max(URL_MAXIMUM).optional().meta({ description })
}

const callbackURL = target('URL of the redirect: a path of this site or a trusted origin.')
const errorCallbackURL = target('URL of the redirect with `error` after a failure. Default: the error page.')
const provider = z.enum(providerIds).meta({ id: 'ProviderId' })
const scopes = z
  .array(z.string().max(SCOPE_MAXIMUM).regex(SCOPE))
  .max(SCOPES_MAXIMUM)
  .optional()
  .meta({ description: 'Requested in addition to the default scopes of the provider.' })

/** An id token that an app got from a provider, and the tokens that came with it. */
export const idTokenInput = z.object({
  token: z.string().max(TOKEN_MAXIMUM),
  nonce: z.string().max(TOKEN_MAXIMUM).optional(),
  accessToken: z.string().max(TOKEN_MAXIMUM).optional(),
  refreshToken: z.string().max(TOKEN_MAXIMUM).optional(),
  expiresAt: z.number().optional(),
})

export type IdTokenInput = z.output<typeof idTokenInput>

/** The provider, and the redirects after sign-in. */
export const signInSocialBody = z.object({
  provider,
  callbackURL,
  newUserCallbackURL: target('URL of the redirect for a new user. Default: `callbackURL`.'),
  errorCallbackURL,
  disableRedirect: z.boolean().optional(),
  requestSignUp: z.boolean().optional().meta({ description: 'Allows sign-up if the provider allows it on request only.' }),
  scopes,
  loginHint: z.string().max(HINT_MAXIMUM).optional(),
  idToken: idTokenInput.optional(),
})

/** The authorization URL, and whether the client should redirect to it. */
export const authorizationUrlAnswer = z.object({ url: z.string(), redirect: z.boolean() })

/** The authorization URL; or, with an id token, the user and the token of their session. */
export const signInSocialAnswer = z.union([
  authorizationUrlAnswer,
  z.object({ redirect: z.literal(false), token: z.string(), user: shortUser }),
])

/** The provider whose account is linked. */
export const linkSocialBody = z.object({
  provider,
  callbackURL,
  scopes,
  errorCallbackURL: errorCallbackURL.meta(added('URL of the redirect with `error` after a failure. Default: the error page.')),
  disableRedirect: z.boolean().optional().meta(added('Answers `redirect: false`, so that the client redirects to `url` itself.')),
})

const anything = z.unknown().optional()

/** The fields of a callback. The action validates them, because an invalid callback redirects as well. */
export const callbackFields = z.object(Object.fromEntries(CALLBACK_FIELDS.map((name) => [name, anything.meta({ type: 'string' })])))

/** The fields of a callback by form. */
export const callbackForm = z.object(Object.fromEntries(CALLBACK_FIELDS.map((name) => [name, anything])))

/** The provider in a path; an unknown one is answered by a redirect. */
export const callbackParams = z.object({ id: z.string() })

/** A provider that users can sign in with. */
export const offeredProvider = z
  .object({ id: provider, name: z.string() })
  .meta({ id: 'ProviderSummary', description: 'A provider that users can sign in with.' })

function namesAccount({ providerId, accountId }: { readonly providerId?: string | undefined; readonly accountId?: string | undefined }) {
  return providerId !== undefined || accountId !== undefined
}

const NO_ACCOUNT = { path: ['providerId'], message: 'Required' }

/** An account with the user as the provider describes them. */
export interface AccountInfo extends ProviderProfile {
  readonly account: Pick<Link, 'id' | 'providerId' | 'accountId'>
}

/** Selects the tokens of a user at a provider. */
export const tokenBody = z
  .object({
    providerId: z.string().max(255).optional().meta({ description: 'Default: the provider of the account.' }),
    accountId: z
      .string()
      .max(255)
      .optional()
      .meta({ description: 'The `id` of list-accounts. Default: the oldest account of the provider.' }),
    userId: z.string().max(255).optional().meta({ description: 'The user, in server calls; otherwise ignored.' }),
  })
  .refine(namesAccount, NO_ACCOUNT)

/** The account whose user is read. */
export const accountInfoQuery = z.object({
  accountId: z.string().max(255).meta({ description: 'The `id` of list-accounts.' }),
  userId: z.string().max(255).optional().meta({ description: 'The user, in server calls; otherwise ignored.' }),
})

/** A valid access token, and the values that came with it. */
export const accessTokenAnswer = z.object({
  accessToken: z.string().nullable(),
  accessTokenExpiresAt: timestamp.nullable(),
  scopes: z.array(z.string()),
  idToken: z.string().nullable(),
})

/** The refreshed tokens. */
export const refreshTokenAnswer = accessTokenAnswer.extend({
  refreshToken: z.string().nullable(),
  tokenType: z.string().nullable(),
  refreshTokenExpiresAt: timestamp.nullable().meta(added('When the refresh token expires; null if the provider does not say.')),
  scope: z.string().nullable().meta(added('The same as `scopes`, comma-separated; null for none.')),
  providerId: z.string().meta(added('The provider of the account.')),
  accountId: id.meta(added('The `id` of list-accounts.')),
})

/** An account of a provider, and the user as the provider describes them now. */
export const accountInfoAnswer = z
  .object({
    user: z.object({
      id: z.string(),
      name: z.string(),
      email: z.string().nullable(),
      image: z.string().nullable(),
      emailVerified: z.boolean(),
    }),
    account: z.object({ id, providerId: z.string(), accountId: z.string() }),
    data: z.record(z.string(), z.unknown()).meta({ description: 'What the provider sent: the claims of its id token and its profiles.' }),
  })
  .meta({ id: 'AccountInfo', description: 'An account of a provider, and the user as the provider describes them now.' })

/** A sign-in method as its user sees it, without secrets. */
export const accountWire = z
  .object({
    id,
    provider: z.string(),
    createdAt: timestamp,
    updatedAt: timestamp,
    accountId: z.string(),
    scopes: z.array(z.string()),
    providerId: z.string().meta(added('The same as `provider`.')),
    userId: id.meta(added('The user of the account: the caller.')),
  })
  .meta({ id: 'Account' })

export const unlinkBody = z
  .object({
    providerId: z.string().max(255).optional(),
    accountId: z
      .string()
      .max(1024)
      .optional()
      .meta({ description: 'With `providerId` the user’s id there; without it the `id` of list-accounts.' }),
  })
  .refine(namesAccount, NO_ACCOUNT)

/** An account without secrets; `accountId` is the user's id at the provider. */
export function toAccountWire(account: Account, userId: string): z.output<typeof accountWire> {
  return {
    id: account.id,
    provider: account.providerId,
    createdAt: toTimestamp(account.createdAt),
    updatedAt: toTimestamp(account.updatedAt),
    accountId: account.accountId,
    scopes: scopesOf(account.scope),
    providerId: account.providerId,
    userId,
  }
}

/** The access token with its scopes and expiry, for its own user. */
export function toAccessTokenWire(tokens: LinkTokens): z.output<typeof accessTokenAnswer> {
  const { accessToken, accessTokenExpiresAt, scopes: granted, idToken } = tokens
  return { accessToken, accessTokenExpiresAt: toTimestamp(accessTokenExpiresAt), scopes: [...granted], idToken }
}

/** All tokens, for their own user. */
export function toTokensWire(tokens: Link & { readonly tokenType: string | null }): z.output<typeof refreshTokenAnswer> {
  const { refreshToken, tokenType, providerId, id: accountId, scopes: granted } = tokens
  const refreshTokenExpiresAt = toTimestamp(tokens.refreshTokenExpiresAt)
  const scope = granted.length > 0 ? granted.join(',') : null
  return { ...toAccessTokenWire(tokens), refreshToken, tokenType, refreshTokenExpiresAt, scope, providerId, accountId }
}

/** The account and its user at the provider, for its own user. */
export function toAccountInfoWire(from: AccountInfo): z.output<typeof accountInfoAnswer> {
  const { accountId, name, email, image, emailVerified } = from.user
  const { id: rowId, providerId } = from.account
  return {
    user: { id: accountId, name, email, image, emailVerified },
    account: { id: rowId, providerId, accountId: from.account.accountId },
    data: { ...from.profile },
  }
}
