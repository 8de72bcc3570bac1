import { providerUser, textAt } from './profile-fields.ts'
import { defineProvider } from './provider.ts'

const FIELDS = ['open_id', 'avatar_large_url', 'display_name', 'username']

/** https://developers.tiktok.com/doc/login-kit-web. It has its own name for the client id, and sends no email. */
export const tiktok = defineProvider({
  id: 'tiktok',
  name: 'TikTok',
  endpoints: { authorize: 'https://www.tiktok.com/v2/auth/authorize/', token: 'https://open.tiktokapis.com/v2/oauth/token/' },
  scopes: ['user.info.profile'],
  scopeSeparator: ',',
  hasPkce: false,
  clientIdName: 'client_key',
  profile: `https://open.tiktokapis.com/v2/user/info/?fields=${FIELDS.join(',')}`,
  toUser: ({ responses: { profile } }) =>
    providerUser({
      id: textAt(profile, 'data', 'user', 'open_id'),
      names: [textAt(profile, 'data', 'user', 'display_name'), textAt(profile, 'data', 'user', 'username')],
      image: textAt(profile, 'data', 'user', 'avatar_large_url'),
    }),
})
