import { flagAt, listAt, providerUser, textAt } from './profile-fields.ts'
import { defineProvider } from './provider.ts'

// GitHub refuses requests without a user agent.
const headers = { accept: 'application/vnd.github+json', 'user-agent': 'Guildhall', 'x-github-api-version': '2022-11-28' }

/**
 * https://docs.github.com/apps/oauth-apps and …/rest/users. The email of the profile is the public one. The
 * email that counts is the primary one of the list, with its `verified`. Only clients with expiring tokens have refresh tokens.
 */
export const github = defineProvider({
  id: 'github',
  name: 'GitHub',
  endpoints: { authorize: 'https://github.com/login/oauth/authorize', token: 'https://github.com/login/oauth/access_token' },
  scopes: ['read:user', 'user:email'],
  loginHintName: 'login',
  profile: () => ({
    profile: { url: 'https://api.github.com/user', headers },
    emails: { url: 'https://api.github.com/user/emails', headers },
  }),
  // A GitHub App may lack the permission to read emails.
  optionalResponses: ['emails'],
  toUser: ({ responses: { profile, emails } }) => {
    const primary = listAt(emails).find((each) => flagAt(each, 'primary'))
    return providerUser({
      id: textAt(profile, 'id'),
      email: textAt(primary, 'email') || textAt(profile, 'email'),
      isVerified: flagAt(primary, 'verified'),
      names: [textAt(profile, 'name'), textAt(profile, 'login')],
      image: textAt(profile, 'avatar_url'),
    })
  },
})
