import { claimAt, providerUser, textAt } from './profile-fields.ts'
import { defineProvider } from './provider.ts'

const ISSUERS = ['https://www.linkedin.com/oauth', 'https://www.linkedin.com']

/** https://learn.microsoft.com/linkedin/consumer/integrations/self-serve/sign-in-with-linkedin-v2 */
export const linkedin = defineProvider({
  id: 'linkedin',
  name: 'LinkedIn',
  endpoints: {
    authorize: 'https://www.linkedin.com/oauth/v2/authorization',
    token: 'https://www.linkedin.com/oauth/v2/accessToken',
  },
  scopes: ['profile', 'email', 'openid'],
  // For native apps only, after LinkedIn has enabled it for the app.
  hasPkce: false,
  idTokens: {
    isIssuer: (issuer) => ISSUERS.includes(issuer),
    issuer: () => 'https://www.linkedin.com/oauth',
    keys: () => 'https://www.linkedin.com/oauth/openid/jwks',
    // LinkedIn does not return it.
    nonce: 'if-there',
    // The user is read from the profile, which LinkedIn itself sends over TLS.
    isRequired: false,
  },
  profile: 'https://api.linkedin.com/v2/userinfo',
  toUser: ({ responses: { profile } }) =>
    providerUser({
      id: textAt(profile, 'sub'),
      email: textAt(profile, 'email'),
      isVerified: claimAt(profile, 'email_verified'),
      names: [textAt(profile, 'name'), `${textAt(profile, 'given_name')} ${textAt(profile, 'family_name')}`],
      image: textAt(profile, 'picture'),
    }),
})
