import { defineProvider } from './provider.ts'
import { personFrom, textAt } from './reading.ts'

/**
 * https://docs.x.com/fundamentals/authentication/oauth-2-0. `confirmed_email` is only there when the owner confirmed it and the client
 * may ask for addresses; somebody who signed up by phone has none.
 */
export const twitter = defineProvider({
  id: 'twitter',
  name: 'X (Twitter)',
  endpoints: { authorize: 'https://x.com/i/oauth2/authorize', token: 'https://api.x.com/2/oauth2/token' },
  scopes: ['users.read', 'tweet.read', 'offline.access', 'users.email'],
  clientAuth: 'basic',
  profile: 'https://api.x.com/2/users/me?user.fields=profile_image_url,confirmed_email',
  person: ({ answers: { profile } }) =>
    personFrom({
      id: textAt(profile, 'data', 'id'),
      email: textAt(profile, 'data', 'confirmed_email'),
      isVerified: true,
      names: [textAt(profile, 'data', 'name'), textAt(profile, 'data', 'username')],
      image: textAt(profile, 'data', 'profile_image_url'),
    }),
})
