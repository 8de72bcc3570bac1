import { at, providerUser, textAt } from './profile-fields.ts'
import { defineProvider } from './provider.ts'

/**
 * https://developers.zoom.us/docs/integrations/oauth. Scopes are configured at the client, not requested. `verified` is 1 for a
 * verified email.
 */
export const zoom = defineProvider({
  id: 'zoom',
  name: 'Zoom',
  endpoints: { authorize: 'https://zoom.us/oauth/authorize', token: 'https://zoom.us/oauth/token' },
  scopes: [],
  profile: 'https://api.zoom.us/v2/users/me',
  toUser: ({ responses: { profile } }) =>
    providerUser({
      id: textAt(profile, 'id'),
      email: textAt(profile, 'email'),
      isVerified: at(profile, 'verified') === 1,
      names: [textAt(profile, 'display_name'), `${textAt(profile, 'first_name')} ${textAt(profile, 'last_name')}`],
      image: textAt(profile, 'pic_url'),
    }),
})
