import { flagAt, providerUser, textAt } from './profile-fields.ts'
import { defineProvider } from './provider.ts'

const ISSUER = 'https://accounts.google.com'

/** https://developers.google.com/identity/openid-connect/openid-connect */
export const google = defineProvider({
  id: 'google',
  name: 'Google',
  endpoints: { authorize: `${ISSUER}/o/oauth2/auth`, token: 'https://oauth2.googleapis.com/token' },
  scopes: ['email', 'profile', 'openid'],
  // Without it Google issues no refresh token.
  authorizeParams: { access_type: 'offline' },
  loginHintName: 'login_hint',
  idTokens: {
    // Older tokens name the issuer without the scheme.
    isIssuer: (issuer) => issuer === ISSUER || issuer === 'accounts.google.com',
    issuer: () => ISSUER,
    keys: () => 'https://www.googleapis.com/oauth2/v3/certs',
    supportsSignIn: true,
  },
  toUser: ({ claims }) =>
    providerUser({
      id: textAt(claims, 'sub'),
      email: textAt(claims, 'email'),
      isVerified: flagAt(claims, 'email_verified'),
      names: [textAt(claims, 'name')],
      image: textAt(claims, 'picture'),
    }),
})
