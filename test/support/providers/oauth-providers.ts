// The ten providers without OpenID Connect, from their documentation.
import { type Grant, namesOf, omitEmpty, type ProviderRequest, type ProviderSpec, pictureOf, profile } from './provider-spec.ts'

const HOUR = 3600
const DAY = 24 * HOUR

const userAgent = ({ headers }: ProviderRequest): string | undefined => (headers['user-agent'] ? undefined : 'no User-Agent')
const withoutBody = ({ body }: ProviderRequest): string | undefined => (body === '' ? undefined : 'an unexpected body')
const has = (grant: Grant, scope: string): boolean => grant.scopes.includes(scope)

const discord: ProviderSpec = {
  id: 'discord',
  authorize: 'https://discord.com/api/oauth2/authorize',
  token: 'https://discord.com/api/oauth2/token',
  scopesNeeded: ['identify'],
  pkce: 'taken',
  clientAuth: ['body', 'basic'],
  lifeSeconds: 7 * DAY,
  rotates: true,
  invalidTokenAnswer: { status: 401, body: { message: '401: Unauthorized', code: 0 } },
  resources: [
    {
      method: 'GET',
      url: 'https://discord.com/api/users/@me',
      answer: (grant) =>
        profile({
          id: grant.user.id,
          username: grant.user.login,
          discriminator: '0',
          global_name: grant.user.name,
          avatar: grant.user.hasPicture ? '8342729096ea3675442027381ff50dfe' : null,
          locale: 'en-GB',
          mfa_enabled: true,
          ...(has(grant, 'email') ? { email: grant.user.email, verified: grant.user.isVerified } : {}),
          ...grant.user.extra,
        }),
    },
  ],
}

const github: ProviderSpec = {
  id: 'github',
  authorize: 'https://github.com/login/oauth/authorize',
  token: 'https://github.com/login/oauth/access_token',
  scopesNeeded: [],
  pkce: 'taken',
  clientAuth: ['body'],
  // Tokens of an OAuth app do not expire.
  refreshes: () => false,
  lifeSeconds: 0,
  tokenAnswer: ({ accessToken, scopes, request }) => {
    const fields = { access_token: accessToken, scope: scopes.join(','), token_type: 'bearer' }
    return String(request.headers['accept']).includes('json') ? fields : new URLSearchParams(fields).toString()
  },
  tokenError: (error, description) => ({
    status: 200,
    body: {
      error: error === 'invalid_grant' ? 'bad_verification_code' : error === 'invalid_client' ? 'incorrect_client_credentials' : error,
      error_description: description,
      error_uri: 'https://docs.github.com/',
    },
  }),
  invalidTokenAnswer: {
    status: 401,
    body: { message: 'Bad credentials', documentation_url: 'https://docs.github.com/rest', status: '401' },
  },
  resources: [
    {
      method: 'GET',
      url: 'https://api.github.com/user',
      fault: userAgent,
      answer: (grant) =>
        profile({
          login: grant.user.login,
          id: Number(grant.user.id),
          avatar_url: pictureOf(grant) ?? '',
          type: 'User',
          name: grant.user.name || null,
          // The public email may be another one, or none.
          email: null,
          ...grant.user.extra,
        }),
    },
    {
      method: 'GET',
      url: 'https://api.github.com/user/emails',
      fault: userAgent,
      answer: (grant) => {
        if (!has(grant, 'user:email') && !has(grant, 'user')) return { status: 404, body: { message: 'Not Found', status: '404' } }
        const { email, isVerified } = grant.user
        const second = { email: 'second@elsewhere.example', primary: false, verified: true, visibility: null }
        return {
          status: 200,
          body: [second, ...(email === null ? [] : [{ email, primary: true, verified: isVerified, visibility: 'private' }])],
        }
      },
    },
  ],
}

const spotify: ProviderSpec = {
  id: 'spotify',
  authorize: 'https://accounts.spotify.com/authorize',
  token: 'https://accounts.spotify.com/api/token',
  scopesNeeded: ['user-read-email'],
  pkce: 'taken',
  clientAuth: ['basic', 'body'],
  lifeSeconds: HOUR,
  invalidTokenAnswer: { status: 401, body: { error: { status: 401, message: 'Invalid access token' } } },
  resources: [
    {
      method: 'GET',
      url: 'https://api.spotify.com/v1/me',
      answer: (grant) =>
        profile({
          id: grant.user.id,
          type: 'user',
          display_name: grant.user.name || null,
          images: grant.user.hasPicture ? [{ url: pictureOf(grant), height: 300, width: 300 }] : [],
          ...(grant.user.email === null ? {} : { email: grant.user.email }),
          ...grant.user.extra,
        }),
    },
  ],
}

const twitter: ProviderSpec = {
  id: 'twitter',
  authorize: 'https://x.com/i/oauth2/authorize',
  token: 'https://api.x.com/2/oauth2/token',
  scopesNeeded: ['users.read', 'tweet.read'],
  pkce: 'needed',
  clientAuth: ['basic'],
  refreshes: (grant) => has(grant, 'offline.access'),
  rotates: true,
  lifeSeconds: 2 * HOUR,
  invalidTokenAnswer: { status: 401, body: { title: 'Unauthorized', type: 'about:blank', status: 401, detail: 'Unauthorized' } },
  resources: [
    {
      method: 'GET',
      url: 'https://api.x.com/2/users/me',
      answer: (grant, { url }) => {
        const fields = (url.searchParams.get('user.fields') ?? '').split(',')
        if (fields.includes('confirmed_email') && !has(grant, 'users.email'))
          return { status: 403, body: { title: 'Forbidden', status: 403, detail: 'The field confirmed_email is not permitted.' } }
        const data = {
          id: grant.user.id,
          name: grant.user.name,
          username: grant.user.login,
          profile_image_url: fields.includes('profile_image_url') ? pictureOf(grant) : undefined,
          confirmed_email: fields.includes('confirmed_email') && grant.user.isVerified ? grant.user.email : undefined,
        }
        return profile({ data: omitEmpty({ ...data, ...grant.user.extra }) })
      },
    },
  ],
}

const dropbox: ProviderSpec = {
  id: 'dropbox',
  authorize: 'https://www.dropbox.com/oauth2/authorize',
  token: 'https://api.dropboxapi.com/oauth2/token',
  scopesNeeded: ['account_info.read'],
  pkce: 'taken',
  clientAuth: ['body', 'basic'],
  refreshes: ({ parameters }) => parameters.get('token_access_type') === 'offline',
  lifeSeconds: 4 * HOUR,
  tokenAnswer: ({ grant, isRefresh }, usual) => (isRefresh ? usual : { ...usual, uid: grant.user.id, account_id: `dbid:${grant.user.id}` }),
  invalidTokenAnswer: { status: 401, body: { error_summary: 'invalid_access_token/', error: { '.tag': 'invalid_access_token' } } },
  resources: [
    {
      method: 'POST',
      url: 'https://api.dropboxapi.com/2/users/get_current_account',
      fault: withoutBody,
      answer: (grant) => {
        const [first, last] = namesOf(grant)
        return profile(
          omitEmpty({
            account_id: `dbid:${grant.user.id}`,
            name: { given_name: first, surname: last, familiar_name: first, display_name: grant.user.name, abbreviated_name: 'XX' },
            email: grant.user.email,
            email_verified: grant.user.isVerified,
            disabled: !grant.user.isActive,
            profile_photo_url: pictureOf(grant),
            ...grant.user.extra,
          }),
        )
      },
    },
  ],
}

const kick: ProviderSpec = {
  id: 'kick',
  authorize: 'https://id.kick.com/oauth/authorize',
  token: 'https://id.kick.com/oauth/token',
  scopesNeeded: ['user:read'],
  pkce: 'needed',
  clientAuth: ['body'],
  rotates: true,
  lifeSeconds: 2 * HOUR,
  invalidTokenAnswer: { status: 401, body: { message: 'Unauthorized', data: {} } },
  resources: [
    {
      method: 'GET',
      url: 'https://api.kick.com/public/v1/users',
      answer: (grant) =>
        profile({
          data: [
            {
              user_id: Number(grant.user.id),
              name: grant.user.name,
              email: grant.user.email ?? '',
              profile_picture: pictureOf(grant) ?? '',
              ...grant.user.extra,
            },
          ],
          message: 'OK',
        }),
    },
  ],
}

const tiktok: ProviderSpec = {
  id: 'tiktok',
  authorize: 'https://www.tiktok.com/v2/auth/authorize/',
  token: 'https://open.tiktokapis.com/v2/oauth/token/',
  clientIdName: 'client_key',
  scopeSeparator: ',',
  scopesNeeded: ['user.info.profile'],
  pkce: 'ignored',
  clientAuth: ['body'],
  rotates: true,
  lifeSeconds: DAY,
  tokenAnswer: ({ grant, scopes }, usual) => ({
    ...usual,
    scope: scopes.join(','),
    open_id: grant.user.id,
    refresh_expires_in: 365 * DAY,
  }),
  tokenError: (error, description) => ({
    status: 200,
    body: { error, error_description: description, log_id: '202206221854370101130062072500FFA2' },
  }),
  invalidTokenAnswer: {
    status: 401,
    body: { data: {}, error: { code: 'access_token_invalid', message: 'The access token is invalid.', log_id: '2022' } },
  },
  resources: [
    {
      method: 'GET',
      url: 'https://open.tiktokapis.com/v2/user/info/',
      fault: ({ url }) => (url.searchParams.get('fields') ? undefined : 'fields is required'),
      answer: (grant, { url }) => {
        const known: Record<string, unknown> = {
          open_id: grant.user.id,
          union_id: `u${grant.user.id}`,
          display_name: grant.user.name,
          username: grant.user.login,
          avatar_url: pictureOf(grant),
          avatar_large_url: pictureOf(grant),
          ...grant.user.extra,
        }
        const fields = (url.searchParams.get('fields') ?? '').split(',')
        const user = omitEmpty(Object.fromEntries(fields.map((name) => [name, known[name]])))
        return profile({ data: { user }, error: { code: 'ok', message: '', log_id: '20220829194722CBE87ED59D524E727021' } })
      },
    },
  ],
}

const reddit: ProviderSpec = {
  id: 'reddit',
  authorize: 'https://www.reddit.com/api/v1/authorize',
  token: 'https://www.reddit.com/api/v1/access_token',
  scopesNeeded: ['identity'],
  pkce: 'ignored',
  clientAuth: ['basic'],
  authorizeFault: (query) => (['temporary', 'permanent'].includes(query.get('duration') ?? '') ? undefined : 'duration is required'),
  tokenFault: userAgent,
  refreshes: ({ parameters }) => parameters.get('duration') === 'permanent',
  lifeSeconds: DAY,
  tokenError: (error) =>
    error === 'invalid_client' ? { status: 401, body: { message: 'Unauthorized', error: 401 } } : { status: 200, body: { error } },
  invalidTokenAnswer: { status: 401, body: { message: 'Unauthorized', error: 401 } },
  resources: [
    {
      method: 'GET',
      url: 'https://oauth.reddit.com/api/v1/me',
      fault: userAgent,
      answer: (grant) =>
        profile({
          id: grant.user.id,
          name: grant.user.login,
          icon_img: grant.user.hasPicture ? `${pictureOf(grant)}?width=256&amp;s=1f` : '',
          has_verified_email: grant.user.isVerified,
          is_suspended: !grant.user.isActive,
          ...grant.user.extra,
        }),
    },
  ],
}

const vk: ProviderSpec = {
  id: 'vk',
  authorize: 'https://id.vk.com/authorize',
  token: 'https://id.vk.com/oauth2/auth',
  scopesNeeded: [],
  pkce: 'needed',
  clientAuth: ['body'],
  rotates: true,
  lifeSeconds: HOUR,
  tokenFault: ({ form }, grant) =>
    grant === undefined || form.get('device_id') === grant.deviceId ? undefined : 'device_id differs from that of the code',
  tokenAnswer: ({ grant, request }, usual) => ({ ...usual, user_id: Number(grant.user.id), state: request.form.get('state') ?? '' }),
  invalidTokenAnswer: { status: 401, body: { error: 'invalid_token', error_description: 'access_token is invalid' } },
  callback: ({ deviceId }) => ({ device_id: deviceId, type: 'code_v2', expires_in: '600', ext_id: 'AAAA' }),
  resources: [
    {
      method: 'POST',
      url: 'https://id.vk.com/oauth2/user_info',
      tokenField: 'access_token',
      fault: ({ form }) => (form.get('client_id') ? undefined : 'client_id is required'),
      answer: (grant) => {
        const [first, last] = namesOf(grant)
        const user = {
          user_id: grant.user.id,
          first_name: first,
          last_name: last,
          avatar: pictureOf(grant),
          email: has(grant, 'email') ? (grant.user.email ?? '') : undefined,
          sex: 2,
          // The badge beside the user's name; it says nothing about the email.
          verified: true,
          ...grant.user.extra,
        }
        return profile({ user: omitEmpty(user) })
      },
    },
  ],
}

const zoom: ProviderSpec = {
  id: 'zoom',
  authorize: 'https://zoom.us/oauth/authorize',
  token: 'https://zoom.us/oauth/token',
  scopesNeeded: [],
  pkce: 'taken',
  clientAuth: ['basic', 'body'],
  rotates: true,
  lifeSeconds: HOUR,
  tokenAnswer: (_issued, usual) => ({ ...usual, scope: 'user:read:user', api_url: 'https://api.zoom.us' }),
  tokenError: (error, description) => ({ status: error === 'invalid_client' ? 401 : 400, body: { reason: description, error } }),
  invalidTokenAnswer: { status: 401, body: { code: 124, message: 'Invalid access token.' } },
  resources: [
    {
      method: 'GET',
      url: 'https://api.zoom.us/v2/users/me',
      answer: (grant) => {
        const [first, last] = namesOf(grant)
        return profile(
          omitEmpty({
            id: grant.user.id,
            first_name: first,
            last_name: last,
            display_name: grant.user.name,
            email: grant.user.email,
            type: 1,
            verified: grant.user.isVerified ? 1 : 0,
            pic_url: pictureOf(grant),
            status: grant.user.isActive ? 'active' : 'inactive',
            ...grant.user.extra,
          }),
        )
      },
    },
  ],
}

/** Discord, GitHub, Spotify, X, Dropbox, Kick, TikTok, Reddit, VK and Zoom. */
export const oauthProviders: readonly ProviderSpec[] = [discord, github, spotify, twitter, dropbox, kick, tiktok, reddit, vk, zoom]
