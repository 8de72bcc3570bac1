import { defineProvider } from './provider.ts'
import { personFrom, textAt } from './reading.ts'

const ME = 'https://api.x.com/2/users/me'

/**
 * https://docs.x.com/fundamentals/authentication/oauth-2-0. `confirmed_email` is only there when the owner confirmed it and the client
 * may ask for addresses; where it may not, the question alone is refused, so it is one of its own. Who signed up by phone has none.
 */
export const twitter = defineProvider({
  id: 'twitter',
  name: 'X (Twitter)',
  endpoints: { authorize: 'https://x.com/i/oauth2/authorize', token: 'https://api.x.com/2/oauth2/token' },
  scopes: ['users.read', 'tweet.read', 'offline.access', 'users.email'],
  clientAuth: 'basic',
  profile: () => ({ profile: { url: `${ME}?user.fields=profile_image_url` }, address: { url: `${ME}?user.fields=confirmed_email` } }),
  optionalAnswers: ['address'],
  person: ({ answers: { profile, address } }) =>
    personFrom({
      id: textAt(profile, 'data', 'id'),
      email: textAt(address, 'data', 'confirmed_email'),
      isVerified: true,
      names: [textAt(profile, 'data', 'name'), textAt(profile, 'data', 'username')],
      image: textAt(profile, 'data', 'profile_image_url'),
    }),
})
