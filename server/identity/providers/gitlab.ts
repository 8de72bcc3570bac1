import { defineProvider, type Known } from './provider.ts'
import { flagAt, personFrom, textAt } from './reading.ts'

const GITLAB_COM = 'https://gitlab.com'

/** https://docs.gitlab.com/api/oauth2/ and https://docs.gitlab.com/api/users/#get-the-current-user */
export const gitlab = defineProvider({
  id: 'gitlab',
  name: 'GitLab',
  endpoints: ({ own }) => ({ authorize: `${own.GITLAB_ISSUER}/oauth/authorize`, token: `${own.GITLAB_ISSUER}/oauth/token` }),
  scopes: ['read_user'],
  // Only sign-ins that ask for `openid` get one.
  idTokens: {
    isIssuer: (issuer, _claims, { own }) => issuer === own.GITLAB_ISSUER,
    issuer: ({ own }) => own.GITLAB_ISSUER,
    keys: ({ own }) => `${own.GITLAB_ISSUER}/oauth/discovery/keys`,
    isRequired: false,
  },
  profile: ({ client: { own } }) => ({ profile: { url: `${own.GITLAB_ISSUER}/api/v4/user` } }),
  person: (known) => {
    const { profile } = known.answers
    if (textAt(profile, 'state') !== 'active' || flagAt(profile, 'locked')) return null
    return personFrom({
      id: textAt(profile, 'id'),
      email: textAt(profile, 'email'),
      isVerified: isVerified(known),
      names: [textAt(profile, 'name'), textAt(profile, 'username')],
      image: textAt(profile, 'avatar_url'),
    })
  },
})

// `confirmed_at` says that the address was confirmed, but a GitLab of one's own may be set to confirm everybody unasked.
function isVerified({ claims, answers: { profile }, client }: Known): boolean {
  const email = textAt(profile, 'email').toLowerCase()
  if (flagAt(claims, 'email_verified') && textAt(claims, 'email').toLowerCase() === email) return true
  return client.own.GITLAB_ISSUER === GITLAB_COM && textAt(profile, 'confirmed_at') !== ''
}
