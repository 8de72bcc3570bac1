import { defineProvider } from './provider.ts'
import { personFrom, textAt } from './reading.ts'

/** https://developer.spotify.com/documentation/web-api. It says of its addresses that nobody proved them. */
export const spotify = defineProvider({
  id: 'spotify',
  name: 'Spotify',
  endpoints: { authorize: 'https://accounts.spotify.com/authorize', token: 'https://accounts.spotify.com/api/token' },
  scopes: ['user-read-email'],
  profile: 'https://api.spotify.com/v1/me',
  person: ({ answers: { profile } }) =>
    personFrom({
      id: textAt(profile, 'id'),
      email: textAt(profile, 'email'),
      names: [textAt(profile, 'display_name')],
      image: textAt(profile, 'images', 0, 'url'),
    }),
})
