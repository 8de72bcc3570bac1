import { flagAt, providerUser, textAt } from './profile-fields.ts'
import { defineProvider, type ProfileResult } from './provider.ts'

const GITLAB_COM = 'https://gitlab.com'

/** https://docs.gitlab.com/api/oauth2/ and https://docs.gitlab.com/api/users/#get-the-current-user */
export const gitlab = defineProvider({
  id: 'gitlab',
  name: 'GitLab',
  endpoints: ({ settings }) => ({ authorize: `${settings.GITLAB_ISSUER}/oauth/authorize`, token: `${settings.GITLAB_ISSUER}/oauth/token` }),
  scopes: ['read_user'],
  // Only sign-ins with the scope `openid` have one.
  idTokens: {
    isIssuer: (issuer, _claims, { settings }) => issuer === settings.GITLAB_ISSUER,
    issuer: ({ settings }) => settings.GITLAB_ISSUER,
    keys: ({ settings }) => `${settings.GITLAB_ISSUER}/oauth/discovery/keys`,
    isRequired: false,
  },
  profile: ({ client: { settings } }) => ({ profile: { url: `${settings.GITLAB_ISSUER}/api/v4/user` } }),
  toUser: (result) => {
    const { profile } = result.responses
    if (textAt(profile, 'state') !== 'active' || flagAt(profile, 'locked')) return null
    return providerUser({
      id: textAt(profile, 'id'),
      email: textAt(profile, 'email'),
      isVerified: isVerified(result),
      names: [textAt(profile, 'name'), textAt(profile, 'username')],
      image: textAt(profile, 'avatar_url'),
    })
  },
})

// `confirmed_at` is the time when the email was confirmed, but a self-hosted GitLab may confirm every email without a check.
function isVerified({ claims, responses: { profile }, client }: ProfileResult): boolean {
  const email = textAt(profile, 'email').toLowerCase()
  if (flagAt(claims, 'email_verified') && textAt(claims, 'email').toLowerCase() === email) return true
  return client.settings.GITLAB_ISSUER === GITLAB_COM && textAt(profile, 'confirmed_at') !== ''
}
