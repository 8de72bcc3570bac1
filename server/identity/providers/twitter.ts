import { providerUser, textAt } from './profile-fields.ts'
import { defineProvider } from './provider.ts'

const ME = 'https://api.x.com/2/users/me'

/**
 * https://docs.x.com/fundamentals/authentication/oauth-2-0. `confirmed_email` exists only if the user confirmed it and the client
 * may request emails. Otherwise X refuses that request, so it is separate. A user who signed up by phone has no email.
 */
export const twitter = defineProvider({
  id: 'twitter',
  name: 'X (Twitter)',
  endpoints: { authorize: 'https://x.com/i/oauth2/authorize', token: 'https://api.x.com/2/oauth2/token' },
  scopes: ['users.read', 'tweet.read', 'offline.access', 'users.email'],
  clientAuth: 'basic',
  profile: () => ({ profile: { url: `${ME}?user.fields=profile_image_url` }, email: { url: `${ME}?user.fields=confirmed_email` } }),
  optionalResponses: ['email'],
  toUser: ({ responses: { profile, email } }) =>
    providerUser({
      id: textAt(profile, 'data', 'id'),
      email: textAt(email, 'data', 'confirmed_email'),
      isVerified: true,
      names: [textAt(profile, 'data', 'name'), textAt(profile, 'data', 'username')],
      image: textAt(profile, 'data', 'profile_image_url'),
    }),
})
