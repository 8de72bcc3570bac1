import { flagAt, providerUser, textAt } from './profile-fields.ts'
import { defineProvider } from './provider.ts'

const ISSUER = 'https://id.twitch.tv/oauth2'
const CLAIMS = { id_token: { email: null, email_verified: null, preferred_username: null, picture: null } }

/** https://dev.twitch.tv/docs/authentication/getting-tokens-oidc */
export const twitch = defineProvider({
  id: 'twitch',
  name: 'Twitch',
  endpoints: { authorize: `${ISSUER}/authorize`, token: `${ISSUER}/token` },
  scopes: ['user:read:email', 'openid'],
  // Twitch does not support PKCE.
  hasPkce: false,
  authorizeParams: { claims: JSON.stringify(CLAIMS) },
  idTokens: {
    isIssuer: (issuer) => issuer === ISSUER,
    issuer: () => ISSUER,
    keys: () => `${ISSUER}/keys`,
  },
  toUser: ({ claims }) =>
    providerUser({
      id: textAt(claims, 'sub'),
      email: textAt(claims, 'email'),
      isVerified: flagAt(claims, 'email_verified'),
      names: [textAt(claims, 'preferred_username')],
      image: textAt(claims, 'picture'),
    }),
})
