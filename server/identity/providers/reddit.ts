import { providerUser, textAt } from './profile-fields.ts'
import { defineProvider } from './provider.ts'

// Reddit throttles requests without a user agent of this form.
const headers = { 'user-agent': 'web:guildhall:1.0' }

/** https://github.com/reddit-archive/reddit/wiki/OAuth2. It discloses whether a user has an email, but never the email. */
export const reddit = defineProvider({
  id: 'reddit',
  name: 'Reddit',
  endpoints: { authorize: 'https://www.reddit.com/api/v1/authorize', token: 'https://www.reddit.com/api/v1/access_token' },
  scopes: ['identity'],
  hasPkce: false,
  clientAuth: 'basic',
  // Without it there is no refresh token.
  authorizeParams: { duration: 'permanent' },
  tokenHeaders: headers,
  profile: () => ({ profile: { url: 'https://oauth.reddit.com/api/v1/me', headers } }),
  toUser: ({ responses: { profile } }) =>
    providerUser({
      id: textAt(profile, 'id'),
      names: [textAt(profile, 'name')],
      // Its JSON contains HTML-escaped URLs.
      image: textAt(profile, 'icon_img').replaceAll('&amp;', '&'),
    }),
})
