import { providerUser, textAt } from './profile-fields.ts'
import { defineProvider } from './provider.ts'

const ROBLOX = 'https://apis.roblox.com/oauth'

/** https://create.roblox.com/docs/cloud/reference/oauth2 */
export const roblox = defineProvider({
  id: 'roblox',
  name: 'Roblox',
  endpoints: { authorize: `${ROBLOX}/v1/authorize`, token: `${ROBLOX}/v1/token` },
  scopes: ['openid', 'profile'],
  authorizeParams: { prompt: 'select_account consent' },
  idTokens: {
    isIssuer: (issuer) => issuer === `${ROBLOX}/`,
    issuer: () => `${ROBLOX}/`,
    keys: () => `${ROBLOX}/v1/certs`,
    algorithms: ['ES256'],
    // The user is read from the profile, which Roblox itself sends over TLS. PKCE binds the code.
    isRequired: false,
  },
  profile: `${ROBLOX}/v1/userinfo`,
  // Roblox never sends an email.
  toUser: ({ responses: { profile } }) =>
    providerUser({
      id: textAt(profile, 'sub'),
      names: [textAt(profile, 'nickname'), textAt(profile, 'name'), textAt(profile, 'preferred_username')],
      image: textAt(profile, 'picture'),
    }),
})
