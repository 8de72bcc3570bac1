// The eight that sign id tokens, or may, from what each publishes.
import { createHmac } from 'node:crypto'
import {
  type AskedOf,
  clientIdOf,
  clientSecretOf,
  type Documented,
  type Grant,
  type Json,
  namesOf,
  pictureOf,
  profile,
  there,
} from './documented.ts'

const HOUR = 3600
const DAY = 24 * HOUR
const APPLE = 'https://appleid.apple.com'
const GITLAB = 'https://gitlab.com'
const GRAPH = 'https://graph.facebook.com'
const ROBLOX = 'https://apis.roblox.com/oauth'
const TWITCH = 'https://id.twitch.tv/oauth2'
const MICROSOFT = 'https://login.microsoftonline.com'
/** The tenant of the people who come in by Microsoft. */
const TENANT = '72f988bf-86f1-41af-91ab-2d7cd011db47'

const has = (grant: Grant, scope: string): boolean => grant.scopes.includes(scope)
const bearerRefused = { status: 401, body: { error: 'invalid_token', error_description: 'The access token is not valid.' } }

// The claims of OpenID Connect, as far as the scopes reach.
function standardClaims(grant: Grant): Json {
  const [given, family] = namesOf(grant)
  const { name, email, isVerified, besides } = grant.person
  return there({
    ...(has(grant, 'profile') ? { name, given_name: given, family_name: family, picture: pictureOf(grant) } : {}),
    ...(has(grant, 'email') && email !== null ? { email, email_verified: isVerified } : {}),
    ...besides,
  })
}

const apple: Documented = {
  id: 'apple',
  authorize: `${APPLE}/auth/authorize`,
  token: `${APPLE}/auth/token`,
  scopesNeeded: [],
  pkce: 'ignored',
  clientAuth: ['apple'],
  authorizeFault: (query) =>
    !query.get('scope') || query.get('response_mode') === 'form_post'
      ? undefined
      : 'response_mode must be form_post when scopes are asked for',
  comesBackAsForm: true,
  callback: ({ person, scopes, isFirst }) => {
    const [firstName = '', ...rest] = person.name.split(' ')
    if (!isFirst || !scopes.includes('name')) return {}
    return {
      user: JSON.stringify({ name: { firstName, lastName: rest.join(' ') }, ...(person.email === null ? {} : { email: person.email }) }),
    }
  },
  lifeSeconds: HOUR,
  refused: bearerRefused,
  idTokens: {
    issuer: APPLE,
    keys: `${APPLE}/auth/keys`,
    algorithm: 'RS256',
    isGiven: () => true,
    claims: (grant) =>
      there({
        nonce_supported: true,
        ...(has(grant, 'email') && grant.person.email !== null
          ? { email: grant.person.email, email_verified: String(grant.person.isVerified) }
          : {}),
        ...grant.person.besides,
      }),
  },
  resources: [],
}

const facebook: Documented = {
  id: 'facebook',
  authorize: 'https://www.facebook.com/*/dialog/oauth',
  token: `${GRAPH}/oauth/access_token`,
  scopesNeeded: [],
  pkce: 'taken',
  clientAuth: ['body'],
  refreshes: () => false,
  lifeSeconds: 60 * DAY,
  tokenAnswer: (_issued, { scope: _, ...usual }) => usual,
  tokenError: (_error, told) => ({
    status: 400,
    body: { error: { message: told, type: 'OAuthException', code: 100, fbtrace_id: 'AbCdEf' } },
  }),
  refused: {
    status: 400,
    body: { error: { message: 'Invalid OAuth access token.', type: 'OAuthException', code: 190, fbtrace_id: 'AbCd' } },
  },
  idTokens: {
    issuer: 'https://www.facebook.com',
    keys: 'https://www.facebook.com/.well-known/oauth/openid/jwks/',
    algorithm: 'RS256',
    claims: (grant) => there({ name: grant.person.name, email: grant.person.email, picture: pictureOf(grant), ...grant.person.besides }),
  },
  resources: [
    meAt(`${GRAPH}/me`),
    meAt(`${GRAPH}/*/me`),
    {
      method: 'GET',
      url: `${GRAPH}/debug_token`,
      tokenQuery: 'input_token',
      fault: ({ url }) =>
        url.searchParams.get('access_token') === `${clientIdOf('facebook')}|${clientSecretOf('facebook')}`
          ? undefined
          : 'access_token is not of an app',
      refused: { status: 200, body: { data: { is_valid: false, scopes: [], error: { code: 190, message: 'Malformed access token' } } } },
      answer: ({ clientId, person, scopes }) =>
        profile({
          data: { app_id: clientId, type: 'USER', is_valid: true, expires_at: 0, issued_at: 1_347_235_328, scopes, user_id: person.id },
        }),
    },
  ],
}

function meAt(url: string): Documented['resources'][number] {
  return {
    method: 'GET',
    url,
    fault: appSecretFault,
    answer: (grant, asked) => {
      const fields = (asked.url.searchParams.get('fields') ?? 'id,name').split(',')
      const known: Record<string, unknown> = {
        id: grant.person.id,
        name: grant.person.name,
        email: grant.person.email,
        picture: { data: { height: 50, width: 50, is_silhouette: !grant.person.hasPicture, url: pictureOf(grant) } },
        ...grant.person.besides,
      }
      return profile(there(Object.fromEntries(['id', ...fields].map((name) => [name, known[name]]))))
    },
  }
}

// The proof is optional, but a wrong one is refused.
function appSecretFault({ url, headers }: AskedOf): string | undefined {
  const proof = url.searchParams.get('appsecret_proof')
  const token = String(headers['authorization'] ?? '').replace(/^Bearer /i, '') || (url.searchParams.get('access_token') ?? '')
  if (proof === null || proof === createHmac('sha256', clientSecretOf('facebook')).update(token).digest('hex')) return undefined
  return 'Invalid appsecret_proof provided in the API argument'
}

const microsoft: Documented = {
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
  tokenError: (error, told) => ({
    status: error === 'invalid_client' ? 401 : 400,
    body: { error, error_description: `AADSTS70008: ${told}`, error_codes: [70008], trace_id: TENANT, correlation_id: TENANT },
  }),
  refused: { status: 401, body: { error: { code: 'InvalidAuthenticationToken', message: 'Access token is empty.' } } },
  idTokens: {
    issuer: `${MICROSOFT}/${TENANT}/v2.0`,
    keys: `${MICROSOFT}/*/discovery/v2.0/keys`,
    algorithm: 'RS256',
    claims: (grant) =>
      there({
        ver: '2.0',
        tid: TENANT,
        oid: '00000000-0000-0000-66f3-3332eca7ea81',
        preferred_username: grant.person.login,
        name: has(grant, 'profile') ? grant.person.name : undefined,
        // The optional claim that says whether the domain of the address was proven.
        ...(has(grant, 'email') && grant.person.email !== null ? { email: grant.person.email, xms_edov: grant.person.isVerified } : {}),
        ...grant.person.besides,
      }),
  },
  resources: [],
}

const google: Documented = {
  id: 'google',
  authorize: 'https://accounts.google.com/o/oauth2/auth',
  token: 'https://oauth2.googleapis.com/token',
  scopesNeeded: ['openid'],
  pkce: 'taken',
  clientAuth: ['body', 'basic'],
  refreshes: ({ asked }) => asked.get('access_type') === 'offline',
  lifeSeconds: HOUR,
  tokenAnswer: (_issued, usual) => ({
    ...usual,
    scope: 'openid https://www.googleapis.com/auth/userinfo.email https://www.googleapis.com/auth/userinfo.profile',
  }),
  refused: bearerRefused,
  idTokens: {
    issuer: 'https://accounts.google.com',
    keys: 'https://www.googleapis.com/oauth2/v3/certs',
    algorithm: 'RS256',
    claims: standardClaims,
  },
  resources: [{ method: 'GET', url: 'https://openidconnect.googleapis.com/v1/userinfo', answer: userinfo }],
}

function userinfo(grant: Grant): ReturnType<typeof profile> {
  return profile({ sub: grant.person.id, ...standardClaims(grant) })
}

const twitch: Documented = {
  id: 'twitch',
  authorize: `${TWITCH}/authorize`,
  token: `${TWITCH}/token`,
  scopesNeeded: ['openid'],
  pkce: 'ignored',
  clientAuth: ['body'],
  lifeSeconds: 4 * HOUR,
  // A list, unlike everybody else's.
  tokenAnswer: ({ scopes }, usual) => ({ ...usual, scope: scopes }),
  tokenError: (error, told) => ({ status: error === 'invalid_client' ? 403 : 400, body: { status: 400, message: told } }),
  refused: { status: 401, body: { status: 401, message: 'invalid access token' } },
  idTokens: {
    issuer: TWITCH,
    keys: `${TWITCH}/keys`,
    algorithm: 'RS256',
    // Only the claims that the authorization asks for.
    claims: (grant) => {
      const { login, email, isVerified, besides } = grant.person
      const known: Record<string, unknown> = {
        preferred_username: login,
        picture: pictureOf(grant),
        ...(email !== null && has(grant, 'user:read:email') ? { email, email_verified: isVerified } : {}),
        ...besides,
      }
      const asked = JSON.parse(grant.asked.get('claims') ?? '{}') as { id_token?: Json }
      return there(Object.fromEntries(Object.keys(asked.id_token ?? {}).map((name) => [name, known[name]])))
    },
  },
  resources: [{ method: 'GET', url: `${TWITCH}/userinfo`, answer: userinfo }],
}

const linkedin: Documented = {
  id: 'linkedin',
  authorize: 'https://www.linkedin.com/oauth/v2/authorization',
  token: 'https://www.linkedin.com/oauth/v2/accessToken',
  scopesNeeded: ['openid'],
  pkce: 'ignored',
  clientAuth: ['body'],
  // For few partners only.
  refreshes: () => false,
  lifeSeconds: 60 * DAY,
  tokenAnswer: ({ scopes }, usual) => ({ ...usual, scope: scopes.join(',') }),
  tokenError: (error, told) => ({
    status: 400,
    body: { error: error === 'invalid_grant' ? 'invalid_request' : error, error_description: told },
  }),
  refused: { status: 401, body: { status: 401, serviceErrorCode: 65600, code: 'INVALID_ACCESS_TOKEN', message: 'Invalid access token' } },
  idTokens: {
    issuer: 'https://www.linkedin.com/oauth',
    keys: 'https://www.linkedin.com/oauth/openid/jwks',
    algorithm: 'RS256',
    repeatsNonce: false,
    claims: standardClaims,
  },
  resources: [{ method: 'GET', url: 'https://api.linkedin.com/v2/userinfo', answer: userinfo }],
}

const gitlab: Documented = {
  id: 'gitlab',
  authorize: `${GITLAB}/oauth/authorize`,
  token: `${GITLAB}/oauth/token`,
  scopesNeeded: ['read_user'],
  pkce: 'taken',
  clientAuth: ['body', 'basic'],
  rotates: true,
  lifeSeconds: 2 * HOUR,
  tokenAnswer: (_issued, usual) => ({ ...usual, created_at: 1_607_635_748 }),
  refused: bearerRefused,
  idTokens: { issuer: GITLAB, keys: `${GITLAB}/oauth/discovery/keys`, algorithm: 'RS256', claims: standardClaims },
  resources: [
    {
      method: 'GET',
      url: `${GITLAB}/api/v4/user`,
      answer: (grant) =>
        profile({
          id: Number(grant.person.id),
          username: grant.person.login,
          name: grant.person.name,
          state: grant.person.isActive ? 'active' : 'blocked',
          locked: false,
          avatar_url: pictureOf(grant) ?? null,
          email: grant.person.email ?? '',
          confirmed_at: grant.person.isVerified ? '2012-05-23T09:05:22.000Z' : null,
          ...grant.person.besides,
        }),
    },
  ],
}

const roblox: Documented = {
  id: 'roblox',
  authorize: `${ROBLOX}/v1/authorize`,
  token: `${ROBLOX}/v1/token`,
  scopesNeeded: ['openid'],
  pkce: 'taken',
  clientAuth: ['body', 'basic'],
  rotates: true,
  lifeSeconds: HOUR / 4,
  refused: bearerRefused,
  idTokens: { issuer: `${ROBLOX}/`, keys: `${ROBLOX}/v1/certs`, algorithm: 'ES256', claims: robloxClaims },
  resources: [
    { method: 'GET', url: `${ROBLOX}/v1/userinfo`, answer: (grant) => profile({ sub: grant.person.id, ...robloxClaims(grant) }) },
  ],
}

function robloxClaims(grant: Grant): Json {
  const { name, login, id, besides } = grant.person
  if (!has(grant, 'profile')) return besides
  return there({
    name,
    nickname: name,
    preferred_username: login,
    created_at: 1_607_354_232,
    profile: `https://www.roblox.com/users/${id}/profile`,
    picture: pictureOf(grant),
    ...besides,
  })
}

/** Apple, Facebook, Microsoft, Google, Twitch, LinkedIn, GitLab and Roblox. */
export const oidc: readonly Documented[] = [apple, facebook, microsoft, google, twitch, linkedin, gitlab, roblox]
