import { defineProvider } from './provider.ts'
import { personFrom, textAt } from './reading.ts'

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
    // The person is read from the profile, which Roblox itself gives over TLS; the code is bound by PKCE.
    isRequired: false,
  },
  profile: `${ROBLOX}/v1/userinfo`,
  // Roblox gives no address to anybody.
  person: ({ answers: { profile } }) =>
    personFrom({
      id: textAt(profile, 'sub'),
      names: [textAt(profile, 'nickname'), textAt(profile, 'name'), textAt(profile, 'preferred_username')],
      image: textAt(profile, 'picture'),
    }),
})
