import { flagAt, providerUser, textAt } from './profile-fields.ts'
import { defineProvider } from './provider.ts'

/** https://www.dropbox.com/developers/documentation/http. The profile is a POST without a body. */
export const dropbox = defineProvider({
  id: 'dropbox',
  name: 'Dropbox',
  endpoints: { authorize: 'https://www.dropbox.com/oauth2/authorize', token: 'https://api.dropboxapi.com/oauth2/token' },
  scopes: ['account_info.read'],
  // Without it there is no refresh token.
  authorizeParams: { token_access_type: 'offline' },
  profile: () => ({ profile: { url: 'https://api.dropboxapi.com/2/users/get_current_account', method: 'POST' } }),
  toUser: ({ responses: { profile } }) =>
    providerUser({
      id: textAt(profile, 'account_id'),
      email: textAt(profile, 'email'),
      isVerified: flagAt(profile, 'email_verified'),
      names: [textAt(profile, 'name', 'display_name')],
      image: textAt(profile, 'profile_photo_url'),
    }),
})
