// The eight providers that issue id tokens, from their documentation.
import { createHmac } from 'node:crypto'
import {
  clientIdOf,
  clientSecretOf,
  type Grant,
  type Json,
  namesOf,
  omitEmpty,
  type ProviderRequest,
  type ProviderSpec,
  pictureOf,
  profile,
} from './provider-spec.ts'

const HOUR = 3600
const DAY = 24 * HOUR
const APPLE = 'https://appleid.apple.com'
const GITLAB = 'https://gitlab.com'
const GRAPH = 'https://graph.facebook.com'
const ROBLOX = 'https://apis.roblox.com/oauth'
const TWITCH = 'https://id.twitch.tv/oauth2'
const MICROSOFT = 'https://login.microsoftonline.com'
/** The tenant of the Microsoft users. */
const TENANT = '72f988bf-86f1-41af-91ab-2d7cd011db47'

const has = (grant: Grant, scope: string): boolean => grant.scopes.includes(scope)
const bearerInvalid = { status: 401, body: { error: 'invalid_token', error_description: 'The access token is not valid.' } }

// The claims of OpenID Connect that the scopes allow.
function standardClaims(grant: Grant): Json {
  const [first, family] = namesOf(grant)
  const { name, email, isVerified, extra } = grant.user
  return omitEmpty({
    ...(has(grant, 'profile') ? { name, given_name: first, family_name: family, picture: pictureOf(grant) } : {}),
    ...(has(grant, 'email') && email !== null ? { email, email_verified: isVerified } : {}),
    ...extra,
  })
}

const apple: ProviderSpec = {
  id: 'apple',
  authorize: `${APPLE}/auth/authorize`,
  token: `${APPLE}/auth/token`,
  scopesNeeded: [],
  pkce: 'ignored',
  clientAuth: ['apple'],
  authorizeFault: (query) =>
    !query.get('scope') || query.get('response_mode') === 'form_post'
      ? undefined
      : 'response_mode must be form_post when scopes are requested',
  usesFormPost: true,
  callback: ({ user, scopes, isFirst }) => {
    const [firstName = '', ...rest] = user.name.split(' ')
    if (!isFirst || !scopes.includes('name')) return {}
    return {
      user: JSON.stringify({ name: { firstName, lastName: rest.join(' ') }, ...(user.email === null ? {} : { email: user.email }) }),
    }
  },
  lifeSeconds: HOUR,
  invalidTokenAnswer: bearerInvalid,
  idTokens: {
    issuer: APPLE,
    keys: `${APPLE}/auth/keys`,
    algorithm: 'RS256',
    isIssued: () => true,
    claims: (grant) =>
      omitEmpty({
        nonce_supported: true,
        ...(has(grant, 'email') && grant.user.email !== null
          ? { email: grant.user.email, email_verified: String(grant.user.isVerified) }
          : {}),
        ...grant.user.extra,
      }),
  },
  resources: [],
}

const facebook: ProviderSpec = {
  id: 'facebook',
  authorize: 'https://www.facebook.com/*/dialog/oauth',
  token: `${GRAPH}/oauth/access_token`,
  scopesNeeded: [],
  pkce: 'taken',
  clientAuth: ['body'],
  refreshes: () => false,
  lifeSeconds: 60 * DAY,
  tokenAnswer: (_issued, { scope: _, ...usual }) => usual,
  tokenError: (_error, description) => ({
    status: 400,
    body: { error: { message: description, type: 'OAuthException', code: 100, fbtrace_id: 'AbCdEf' } },
  }),
  invalidTokenAnswer: {
    status: 400,
    body: { error: { message: 'Invalid OAuth access token.', type: 'OAuthException', code: 190, fbtrace_id: 'AbCd' } },
  },
  idTokens: {
    issuer: 'https://www.facebook.com',
    keys: 'https://www.facebook.com/.well-known/oauth/openid/jwks/',
    algorithm: 'RS256',
    claims: (grant) => omitEmpty({ name: grant.user.name, email: grant.user.email, picture: pictureOf(grant), ...grant.user.extra }),
  },
  resources: [
    meResource(`${GRAPH}/me`),
    meResource(`${GRAPH}/*/me`),
    {
      method: 'GET',
      url: `${GRAPH}/debug_token`,
      tokenQuery: 'input_token',
      fault: ({ url }) =>
        url.searchParams.get('access_token') === `${clientIdOf('facebook')}|${clientSecretOf('facebook')}`
          ? undefined
          : 'access_token is not of an app',
      invalidTokenAnswer: {
        status: 200,
        body: { data: { is_valid: false, scopes: [], error: { code: 190, message: 'Malformed access token' } } },
      },
      answer: ({ clientId, user, scopes }) =>
        profile({
          data: { app_id: clientId, type: 'USER', is_valid: true, expires_at: 0, issued_at: 1_347_235_328, scopes, user_id: user.id },
        }),
    },
  ],
}

function meResource(url: string): ProviderSpec['resources'][number] {
  return {
    method: 'GET',
    url,
    fault: appSecretFault,
    answer: (grant, request) => {
      const fields = (request.url.searchParams.get('fields') ?? 'id,name').split(',')
      const known: Record<string, unknown> = {
        id: grant.user.id,
        name: grant.user.name,
        email: grant.user.email,
        picture: { data: { height: 50, width: 50, is_silhouette: !grant.user.hasPicture, url: pictureOf(grant) } },
        ...grant.user.extra,
      }
      return profile(omitEmpty(Object.fromEntries(['id', ...fields].map((name) => [name, known[name]]))))
    },
  }
}

// The signature of the app secret is optional, but a wrong one is refused.
function appSecretFault({ url, headers }: ProviderRequest): string | undefined {
  const signature = url.searchParams.get('appsecret_proof')
  const token = String(headers['authorization'] ?? '').replace(/^Bearer /i, '') || (url.searchParams.get('access_token') ?? '')
  if (signature === null || signature === createHmac('sha256', clientSecretOf('facebook')).update(token).digest('hex')) return undefined
  return 'Invalid appsecret_proof provided in the API argument'
}

const microsoft: ProviderSpec = {
  id: 'microsoft',
  authorize: `${MICROSOFT}/*/oauth2/v2.0/authorize`,
  token: `${MICROSOFT}/*/oauth2/v2.0/token`,
  scopesNeeded: ['openid'],
  pkce: 'taken',
  clientAuth: ['body', 'basic'],
  refreshes: (grant) => has(grant, 'offline_access'),
  rotates: true,
  lifeSeconds: HOUR,
  tokenAnswer: (_issued, usual) => ({ ...usual, ext_expires_in: HOUR }),
  tokenError: (error, description) => ({
    status: error === 'invalid_client' ? 401 : 400,
    body: { error, error_description: `AADSTS70008: ${description}`, error_codes: [70008], trace_id: TENANT, correlation_id: TENANT },
  }),
  invalidTokenAnswer: { status: 401, body: { error: { code: 'InvalidAuthenticationToken', message: 'Access token is empty.' } } },
  idTokens: {
    issuer: `${MICROSOFT}/${TENANT}/v2.0`,
    keys: `${MICROSOFT}/*/discovery/v2.0/keys`,
    algorithm: 'RS256',
    claims: (grant) =>
      omitEmpty({
        ver: '2.0',
        tid: TENANT,
        oid: '00000000-0000-0000-66f3-3332eca7ea81',
        preferred_username: grant.user.login,
        name: has(grant, 'profile') ? grant.user.name : undefined,
        // The optional claim that says whether the domain of the email is verified.
        ...(has(grant, 'email') && grant.user.email !== null ? { email: grant.user.email, xms_edov: grant.user.isVerified } : {}),
        ...grant.user.extra,
      }),
  },
  resources: [],
}

const google: ProviderSpec = {
  id: 'google',
  authorize: 'https://accounts.google.com/o/oauth2/auth',
  token: 'https://oauth2.googleapis.com/token',
  scopesNeeded: ['openid'],
  pkce: 'taken',
  clientAuth: ['body', 'basic'],
  refreshes: ({ parameters }) => parameters.get('access_type') === 'offline',
  lifeSeconds: HOUR,
  tokenAnswer: (_issued, usual) => ({
    ...usual,
    scope: 'openid https://www.googleapis.com/auth/userinfo.email https://www.googleapis.com/auth/userinfo.profile',
  }),
  invalidTokenAnswer: bearerInvalid,
  idTokens: {
    issuer: 'https://accounts.google.com',
    keys: 'https://www.googleapis.com/oauth2/v3/certs',
    algorithm: 'RS256',
    claims: standardClaims,
  },
  resources: [{ method: 'GET', url: 'https://openidconnect.googleapis.com/v1/userinfo', answer: userinfo }],
}

function userinfo(grant: Grant): ReturnType<typeof profile> {
  return profile({ sub: grant.user.id, ...standardClaims(grant) })
}

const twitch: ProviderSpec = {
  id: 'twitch',
  authorize: `${TWITCH}/authorize`,
  token: `${TWITCH}/token`,
  scopesNeeded: ['openid'],
  pkce: 'ignored',
  clientAuth: ['body'],
  lifeSeconds: 4 * HOUR,
  // A list, unlike at the other providers.
  tokenAnswer: ({ scopes }, usual) => ({ ...usual, scope: scopes }),
  tokenError: (error, description) => ({ status: error === 'invalid_client' ? 403 : 400, body: { status: 400, message: description } }),
  invalidTokenAnswer: { status: 401, body: { status: 401, message: 'invalid access token' } },
  idTokens: {
    issuer: TWITCH,
    keys: `${TWITCH}/keys`,
    algorithm: 'RS256',
    // Only the claims that the authorization request names.
    claims: (grant) => {
      const { login, email, isVerified, extra } = grant.user
      const known: Record<string, unknown> = {
        preferred_username: login,
        picture: pictureOf(grant),
        ...(email !== null && has(grant, 'user:read:email') ? { email, email_verified: isVerified } : {}),
        ...extra,
      }
      const requested = JSON.parse(grant.parameters.get('claims') ?? '{}') as { id_token?: Json }
      return omitEmpty(Object.fromEntries(Object.keys(requested.id_token ?? {}).map((name) => [name, known[name]])))
    },
  },
  resources: [{ method: 'GET', url: `${TWITCH}/userinfo`, answer: userinfo }],
}

const linkedin: ProviderSpec = {
  id: 'linkedin',
  authorize: 'https://www.linkedin.com/oauth/v2/authorization',
  token: 'https://www.linkedin.com/oauth/v2/accessToken',
  scopesNeeded: ['openid'],
  pkce: 'ignored',
  clientAuth: ['body'],
  // Only a few partners get refresh tokens.
  refreshes: () => false,
  lifeSeconds: 60 * DAY,
  tokenAnswer: ({ scopes }, usual) => ({ ...usual, scope: scopes.join(',') }),
  tokenError: (error, description) => ({
    status: 400,
    body: { error: error === 'invalid_grant' ? 'invalid_request' : error, error_description: description },
  }),
  invalidTokenAnswer: {
    status: 401,
    body: { status: 401, serviceErrorCode: 65600, code: 'INVALID_ACCESS_TOKEN', message: 'Invalid access token' },
  },
  idTokens: {
    issuer: 'https://www.linkedin.com/oauth',
    keys: 'https://www.linkedin.com/oauth/openid/jwks',
    algorithm: 'RS256',
    repeatsNonce: false,
    claims: standardClaims,
  },
  resources: [{ method: 'GET', url: 'https://api.linkedin.com/v2/userinfo', answer: userinfo }],
}

const gitlab: ProviderSpec = {
  id: 'gitlab',
  authorize: `${GITLAB}/oauth/authorize`,
  token: `${GITLAB}/oauth/token`,
  scopesNeeded: ['read_user'],
  pkce: 'taken',
  clientAuth: ['body', 'basic'],
  rotates: true,
  lifeSeconds: 2 * HOUR,
  tokenAnswer: (_issued, usual) => ({ ...usual, created_at: 1_607_635_748 }),
  invalidTokenAnswer: bearerInvalid,
  idTokens: { issuer: GITLAB, keys: `${GITLAB}/oauth/discovery/keys`, algorithm: 'RS256', claims: standardClaims },
  resources: [
    {
      method: 'GET',
      url: `${GITLAB}/api/v4/user`,
      answer: (grant) =>
        profile({
          id: Number(grant.user.id),
          username: grant.user.login,
          name: grant.user.name,
          state: grant.user.isActive ? 'active' : 'blocked',
          locked: false,
          avatar_url: pictureOf(grant) ?? null,
          email: grant.user.email ?? '',
          confirmed_at: grant.user.isVerified ? '2012-05-23T09:05:22.000Z' : null,
          ...grant.user.extra,
        }),
    },
  ],
}

const roblox: ProviderSpec = {
  id: 'roblox',
  authorize: `${ROBLOX}/v1/authorize`,
  token: `${ROBLOX}/v1/token`,
  scopesNeeded: ['openid'],
  pkce: 'taken',
  clientAuth: ['body', 'basic'],
  rotates: true,
  lifeSeconds: HOUR / 4,
  invalidTokenAnswer: bearerInvalid,
  idTokens: { issuer: `${ROBLOX}/`, keys: `${ROBLOX}/v1/certs`, algorithm: 'ES256', claims: robloxClaims },
  resources: [{ method: 'GET', url: `${ROBLOX}/v1/userinfo`, answer: (grant) => profile({ sub: grant.user.id, ...robloxClaims(grant) }) }],
}

function robloxClaims(grant: Grant): Json {
  const { name, login, id, extra } = grant.user
  if (!has(grant, 'profile')) return extra
  return omitEmpty({
    name,
    nickname: name,
    preferred_username: login,
    created_at: 1_607_354_232,
    profile: `https://www.roblox.com/users/${id}/profile`,
    picture: pictureOf(grant),
    ...extra,
  })
}

/** Apple, Facebook, Microsoft, Google, Twitch, LinkedIn, GitLab and Roblox. */
export const oidcProviders: readonly ProviderSpec[] = [apple, facebook, microsoft, google, twitch, linkedin, gitlab, roblox]
