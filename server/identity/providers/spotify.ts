import { providerUser, textAt } from './profile-fields.ts'
import { defineProvider } from './provider.ts'

/** https://developer.spotify.com/documentation/web-api. It documents that its emails are unverified. */
export const spotify = defineProvider({
  id: 'spotify',
  name: 'Spotify',
  endpoints: { authorize: 'https://accounts.spotify.com/authorize', token: 'https://accounts.spotify.com/api/token' },
  scopes: ['user-read-email'],
  profile: 'https://api.spotify.com/v1/me',
  toUser: ({ responses: { profile } }) =>
    providerUser({
      id: textAt(profile, 'id'),
      email: textAt(profile, 'email'),
      names: [textAt(profile, 'display_name')],
      image: textAt(profile, 'images', 0, 'url'),
    }),
})
