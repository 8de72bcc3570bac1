import { defineProvider } from './provider.ts'
import { personFrom, textAt } from './reading.ts'

// Reddit slows down whoever does not say in this form who is asking.
const headers = { 'user-agent': 'web:guildhall:1.0' }

/** https://github.com/reddit-archive/reddit/wiki/OAuth2. It tells whether somebody has an address, never which. */
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
  person: ({ answers: { profile } }) =>
    personFrom({
      id: textAt(profile, 'id'),
      names: [textAt(profile, 'name')],
      // Its JSON holds addresses as they would stand in HTML.
      image: textAt(profile, 'icon_img').replaceAll('&amp;', '&'),
    }),
})
