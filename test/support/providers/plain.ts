// The ten that are no OpenID providers, from what each publishes.
import { type AskedOf, type Documented, type Grant, namesOf, pictureOf, profile, there } from './documented.ts'

const HOUR = 3600
const DAY = 24 * HOUR

const userAgent = ({ headers }: AskedOf): string | undefined => (headers['user-agent'] ? undefined : 'no User-Agent')
const bodyless = ({ body }: AskedOf): string | undefined => (body === '' ? undefined : 'a body where none belongs')
const has = (grant: Grant, scope: string): boolean => grant.scopes.includes(scope)

const discord: Documented = {
  id: 'discord',
  authorize: 'https://discord.com/api/oauth2/authorize',
  token: 'https://discord.com/api/oauth2/token',
  scopesNeeded: ['identify'],
  pkce: 'taken',
  clientAuth: ['body', 'basic'],
  lifeSeconds: 7 * DAY,
  rotates: true,
  refused: { status: 401, body: { message: '401: Unauthorized', code: 0 } },
  resources: [
    {
      method: 'GET',
      url: 'https://discord.com/api/users/@me',
      answer: (grant) =>
        profile({
          id: grant.person.id,
          username: grant.person.login,
          discriminator: '0',
          global_name: grant.person.name,
          avatar: grant.person.hasPicture ? '8342729096ea3675442027381ff50dfe' : null,
          locale: 'en-GB',
          mfa_enabled: true,
          ...(has(grant, 'email') ? { email: grant.person.email, verified: grant.person.isVerified } : {}),
          ...grant.person.besides,
        }),
    },
  ],
}

const github: Documented = {
  id: 'github',
  authorize: 'https://github.com/login/oauth/authorize',
  token: 'https://github.com/login/oauth/access_token',
  scopesNeeded: [],
  pkce: 'taken',
  clientAuth: ['body'],
  // Tokens of an OAuth app do not end.
  refreshes: () => false,
  lifeSeconds: 0,
  tokenAnswer: ({ accessToken, scopes, asked }) => {
    const fields = { access_token: accessToken, scope: scopes.join(','), token_type: 'bearer' }
    return String(asked.headers['accept']).includes('json') ? fields : new URLSearchParams(fields).toString()
  },
  tokenError: (error, told) => ({
    status: 200,
    body: {
      error: error === 'invalid_grant' ? 'bad_verification_code' : error === 'invalid_client' ? 'incorrect_client_credentials' : error,
      error_description: told,
      error_uri: 'https://docs.github.com/',
    },
  }),
  refused: { status: 401, body: { message: 'Bad credentials', documentation_url: 'https://docs.github.com/rest', status: '401' } },
  resources: [
    {
      method: 'GET',
      url: 'https://api.github.com/user',
      fault: userAgent,
      answer: (grant) =>
        profile({
          login: grant.person.login,
          id: Number(grant.person.id),
          avatar_url: pictureOf(grant) ?? '',
          type: 'User',
          name: grant.person.name || null,
          // What is shown to the world is another one, or none.
          email: null,
          ...grant.person.besides,
        }),
    },
    {
      method: 'GET',
      url: 'https://api.github.com/user/emails',
      fault: userAgent,
      answer: (grant) => {
        if (!has(grant, 'user:email') && !has(grant, 'user')) return { status: 404, body: { message: 'Not Found', status: '404' } }
        const { email, isVerified } = grant.person
        const second = { email: 'second@elsewhere.example', primary: false, verified: true, visibility: null }
        return {
          status: 200,
          body: [second, ...(email === null ? [] : [{ email, primary: true, verified: isVerified, visibility: 'private' }])],
        }
      },
    },
  ],
}

const spotify: Documented = {
  id: 'spotify',
  authorize: 'https://accounts.spotify.com/authorize',
  token: 'https://accounts.spotify.com/api/token',
  scopesNeeded: ['user-read-email'],
  pkce: 'taken',
  clientAuth: ['basic', 'body'],
  lifeSeconds: HOUR,
  refused: { status: 401, body: { error: { status: 401, message: 'Invalid access token' } } },
  resources: [
    {
      method: 'GET',
      url: 'https://api.spotify.com/v1/me',
      answer: (grant) =>
        profile({
          id: grant.person.id,
          type: 'user',
          display_name: grant.person.name || null,
          images: grant.person.hasPicture ? [{ url: pictureOf(grant), height: 300, width: 300 }] : [],
          ...(grant.person.email === null ? {} : { email: grant.person.email }),
          ...grant.person.besides,
        }),
    },
  ],
}

const twitter: Documented = {
  id: 'twitter',
  authorize: 'https://x.com/i/oauth2/authorize',
  token: 'https://api.x.com/2/oauth2/token',
  scopesNeeded: ['users.read', 'tweet.read'],
  pkce: 'needed',
  clientAuth: ['basic'],
  refreshes: (grant) => has(grant, 'offline.access'),
  rotates: true,
  lifeSeconds: 2 * HOUR,
  refused: { status: 401, body: { title: 'Unauthorized', type: 'about:blank', status: 401, detail: 'Unauthorized' } },
  resources: [
    {
      method: 'GET',
      url: 'https://api.x.com/2/users/me',
      answer: (grant, { url }) => {
        const fields = (url.searchParams.get('user.fields') ?? '').split(',')
        if (fields.includes('confirmed_email') && !has(grant, 'users.email'))
          return { status: 403, body: { title: 'Forbidden', status: 403, detail: 'The field confirmed_email is not permitted.' } }
        const data = {
          id: grant.person.id,
          name: grant.person.name,
          username: grant.person.login,
          profile_image_url: fields.includes('profile_image_url') ? pictureOf(grant) : undefined,
          confirmed_email: fields.includes('confirmed_email') && grant.person.isVerified ? grant.person.email : undefined,
        }
        return profile({ data: there({ ...data, ...grant.person.besides }) })
      },
    },
  ],
}

const dropbox: Documented = {
  id: 'dropbox',
  authorize: 'https://www.dropbox.com/oauth2/authorize',
  token: 'https://api.dropboxapi.com/oauth2/token',
  scopesNeeded: ['account_info.read'],
  pkce: 'taken',
  clientAuth: ['body', 'basic'],
  refreshes: ({ asked }) => asked.get('token_access_type') === 'offline',
  lifeSeconds: 4 * HOUR,
  tokenAnswer: ({ grant, isRefresh }, usual) =>
    isRefresh ? usual : { ...usual, uid: grant.person.id, account_id: `dbid:${grant.person.id}` },
  refused: { status: 401, body: { error_summary: 'invalid_access_token/', error: { '.tag': 'invalid_access_token' } } },
  resources: [
    {
      method: 'POST',
      url: 'https://api.dropboxapi.com/2/users/get_current_account',
      fault: bodyless,
      answer: (grant) => {
        const [given, last] = namesOf(grant)
        return profile(
          there({
            account_id: `dbid:${grant.person.id}`,
            name: { given_name: given, surname: last, familiar_name: given, display_name: grant.person.name, abbreviated_name: 'XX' },
            email: grant.person.email,
            email_verified: grant.person.isVerified,
            disabled: !grant.person.isActive,
            profile_photo_url: pictureOf(grant),
            ...grant.person.besides,
          }),
        )
      },
    },
  ],
}

const kick: Documented = {
  id: 'kick',
  authorize: 'https://id.kick.com/oauth/authorize',
  token: 'https://id.kick.com/oauth/token',
  scopesNeeded: ['user:read'],
  pkce: 'needed',
  clientAuth: ['body'],
  rotates: true,
  lifeSeconds: 2 * HOUR,
  refused: { status: 401, body: { message: 'Unauthorized', data: {} } },
  resources: [
    {
      method: 'GET',
      url: 'https://api.kick.com/public/v1/users',
      answer: (grant) =>
        profile({
          data: [
            {
              user_id: Number(grant.person.id),
              name: grant.person.name,
              email: grant.person.email ?? '',
              profile_picture: pictureOf(grant) ?? '',
              ...grant.person.besides,
            },
          ],
          message: 'OK',
        }),
    },
  ],
}

const tiktok: Documented = {
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
    open_id: grant.person.id,
    refresh_expires_in: 365 * DAY,
  }),
  tokenError: (error, told) => ({ status: 200, body: { error, error_description: told, log_id: '202206221854370101130062072500FFA2' } }),
  refused: {
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
          open_id: grant.person.id,
          union_id: `u${grant.person.id}`,
          display_name: grant.person.name,
          username: grant.person.login,
          avatar_url: pictureOf(grant),
          avatar_large_url: pictureOf(grant),
          ...grant.person.besides,
        }
        const fields = (url.searchParams.get('fields') ?? '').split(',')
        const user = there(Object.fromEntries(fields.map((name) => [name, known[name]])))
        return profile({ data: { user }, error: { code: 'ok', message: '', log_id: '20220829194722CBE87ED59D524E727021' } })
      },
    },
  ],
}

const reddit: Documented = {
  id: 'reddit',
  authorize: 'https://www.reddit.com/api/v1/authorize',
  token: 'https://www.reddit.com/api/v1/access_token',
  scopesNeeded: ['identity'],
  pkce: 'ignored',
  clientAuth: ['basic'],
  authorizeFault: (query) => (['temporary', 'permanent'].includes(query.get('duration') ?? '') ? undefined : 'duration is required'),
  tokenFault: userAgent,
  refreshes: ({ asked }) => asked.get('duration') === 'permanent',
  lifeSeconds: DAY,
  tokenError: (error) =>
    error === 'invalid_client' ? { status: 401, body: { message: 'Unauthorized', error: 401 } } : { status: 200, body: { error } },
  refused: { status: 401, body: { message: 'Unauthorized', error: 401 } },
  resources: [
    {
      method: 'GET',
      url: 'https://oauth.reddit.com/api/v1/me',
      fault: userAgent,
      answer: (grant) =>
        profile({
          id: grant.person.id,
          name: grant.person.login,
          icon_img: grant.person.hasPicture ? `${pictureOf(grant)}?width=256&amp;s=1f` : '',
          has_verified_email: grant.person.isVerified,
          is_suspended: !grant.person.isActive,
          ...grant.person.besides,
        }),
    },
  ],
}

const vk: Documented = {
  id: 'vk',
  authorize: 'https://id.vk.com/authorize',
  token: 'https://id.vk.com/oauth2/auth',
  scopesNeeded: [],
  pkce: 'needed',
  clientAuth: ['body'],
  rotates: true,
  lifeSeconds: HOUR,
  tokenFault: ({ form }, grant) =>
    grant === undefined || form.get('device_id') === grant.deviceId ? undefined : 'device_id is not the one of the code',
  tokenAnswer: ({ grant, asked }, usual) => ({ ...usual, user_id: Number(grant.person.id), state: asked.form.get('state') ?? '' }),
  refused: { status: 401, body: { error: 'invalid_token', error_description: 'access_token is invalid' } },
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
          user_id: grant.person.id,
          first_name: first,
          last_name: last,
          avatar: pictureOf(grant),
          email: has(grant, 'email') ? (grant.person.email ?? '') : undefined,
          sex: 2,
          // A tick beside the person's name, nothing about the address.
          verified: true,
          ...grant.person.besides,
        }
        return profile({ user: there(user) })
      },
    },
  ],
}

const zoom: Documented = {
  id: 'zoom',
  authorize: 'https://zoom.us/oauth/authorize',
  token: 'https://zoom.us/oauth/token',
  scopesNeeded: [],
  pkce: 'taken',
  clientAuth: ['basic', 'body'],
  rotates: true,
  lifeSeconds: HOUR,
  tokenAnswer: (_issued, usual) => ({ ...usual, scope: 'user:read:user', api_url: 'https://api.zoom.us' }),
  tokenError: (error, told) => ({ status: error === 'invalid_client' ? 401 : 400, body: { reason: told, error } }),
  refused: { status: 401, body: { code: 124, message: 'Invalid access token.' } },
  resources: [
    {
      method: 'GET',
      url: 'https://api.zoom.us/v2/users/me',
      answer: (grant) => {
        const [first, last] = namesOf(grant)
        return profile(
          there({
            id: grant.person.id,
            first_name: first,
            last_name: last,
            display_name: grant.person.name,
            email: grant.person.email,
            type: 1,
            verified: grant.person.isVerified ? 1 : 0,
            pic_url: pictureOf(grant),
            status: grant.person.isActive ? 'active' : 'inactive',
            ...grant.person.besides,
          }),
        )
      },
    },
  ],
}

/** Discord, GitHub, Spotify, X, Dropbox, Kick, TikTok, Reddit, VK and Zoom. */
export const plain: readonly Documented[] = [discord, github, spotify, twitter, dropbox, kick, tiktok, reddit, vk, zoom]
