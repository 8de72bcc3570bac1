import { createHmac } from 'node:crypto'
import { at, flagAt, providerUser, textAt } from './profile-fields.ts'
import { type Client, defineProvider } from './provider.ts'

const GRAPH = 'https://graph.facebook.com'
const FIELDS = 'id,name,email,picture'

/** https://developers.facebook.com/docs/facebook-login */
export const facebook = defineProvider({
  id: 'facebook',
  name: 'Facebook',
  endpoints: { authorize: 'https://www.facebook.com/v21.0/dialog/oauth', token: `${GRAPH}/oauth/access_token` },
  scopes: ['email', 'public_profile'],
  hasRefreshTokens: false,
  // The tokens of Limited Login on iPhones, and of sign-ins with the scope `openid`.
  idTokens: {
    isIssuer: (issuer) => issuer === 'https://www.facebook.com' || issuer === 'https://limited.facebook.com',
    issuer: () => 'https://www.facebook.com',
    keys: () => 'https://www.facebook.com/.well-known/oauth/openid/jwks/',
    isRequired: false,
    supportsSignIn: true,
  },
  // An access token instead of an id token may be of any app, so Facebook must confirm that it is ours.
  tokenCheck: {
    call: ({ client, accessToken }) => ({
      url: `${GRAPH}/debug_token?input_token=${encodeURIComponent(accessToken)}&access_token=${encodeURIComponent(appToken(client))}`,
    }),
    isOurs: (response, { id }, now) =>
      flagAt(response, 'data', 'is_valid') &&
      textAt(response, 'data', 'app_id') === id &&
      isUnexpired(at(response, 'data', 'expires_at'), now),
  },
  profile: ({ client, accessToken }) => ({
    profile: { url: `${GRAPH}/me?fields=${FIELDS}&appsecret_proof=${appSecretProof(client, accessToken)}` },
  }),
  toUser: ({ claims, responses: { profile } }) =>
    providerUser({
      id: textAt(profile, 'id') || textAt(claims, 'sub'),
      email: textAt(profile, 'email') || textAt(claims, 'email'),
      // Facebook makes no claim of its own about the email.
      isVerified: flagAt(profile, 'email_verified'),
      names: [textAt(profile, 'name'), textAt(claims, 'name')],
      image: textAt(profile, 'picture', 'data', 'url') || textAt(claims, 'picture'),
    }),
})

// An app can require this signature on every call. It makes the token of another app useless.
function appSecretProof({ secret }: Client, accessToken: string): string {
  return createHmac('sha256', secret ?? '')
    .update(accessToken)
    .digest('hex')
}

function appToken({ id, secret }: Client): string {
  return `${id}|${secret ?? ''}`
}

// 0 is a token without an expiry.
function isUnexpired(expiresAt: unknown, now: Date): boolean {
  return typeof expiresAt !== 'number' || expiresAt === 0 || expiresAt * 1000 > now.getTime()
}
