import { createHmac } from 'node:crypto'
import { type Client, defineProvider } from './provider.ts'
import { at, flagAt, personFrom, textAt } from './reading.ts'

const GRAPH = 'https://graph.facebook.com'
const FIELDS = 'id,name,email,picture'

/** https://developers.facebook.com/docs/facebook-login */
export const facebook = defineProvider({
  id: 'facebook',
  name: 'Facebook',
  endpoints: { authorize: 'https://www.facebook.com/v21.0/dialog/oauth', token: `${GRAPH}/oauth/access_token` },
  scopes: ['email', 'public_profile'],
  refreshes: false,
  // Tokens of the limited login on iPhones, and of sign-ins that ask for `openid`.
  idTokens: {
    isIssuer: (issuer) => issuer === 'https://www.facebook.com' || issuer === 'https://limited.facebook.com',
    issuer: () => 'https://www.facebook.com',
    keys: () => 'https://www.facebook.com/.well-known/oauth/openid/jwks/',
    isRequired: false,
    isSignInForm: true,
  },
  // An access token in the place of an id token: any app's would do, so Facebook is asked whose it is.
  tokenCheck: {
    call: ({ client, accessToken }) => ({
      url: `${GRAPH}/debug_token?input_token=${encodeURIComponent(accessToken)}&access_token=${encodeURIComponent(appToken(client))}`,
    }),
    isOurs: (answer, { id }, now) =>
      flagAt(answer, 'data', 'is_valid') && textAt(answer, 'data', 'app_id') === id && isAlive(at(answer, 'data', 'expires_at'), now),
  },
  profile: ({ client, accessToken }) => ({
    profile: { url: `${GRAPH}/me?fields=${FIELDS}&appsecret_proof=${proofOf(client, accessToken)}` },
  }),
  person: ({ claims, answers: { profile } }) =>
    personFrom({
      id: textAt(profile, 'id') || textAt(claims, 'sub'),
      email: textAt(profile, 'email') || textAt(claims, 'email'),
      // Facebook makes no claim of its own about the address.
      isVerified: flagAt(profile, 'email_verified'),
      names: [textAt(profile, 'name'), textAt(claims, 'name')],
      image: textAt(profile, 'picture', 'data', 'url') || textAt(claims, 'picture'),
    }),
})

// Apps may ask for it on every call; with it a token of another app is of no use.
function proofOf({ secret }: Client, accessToken: string): string {
  return createHmac('sha256', secret ?? '')
    .update(accessToken)
    .digest('hex')
}

function appToken({ id, secret }: Client): string {
  return `${id}|${secret ?? ''}`
}

// 0 is a token without an end.
function isAlive(endsAt: unknown, now: Date): boolean {
  return typeof endsAt !== 'number' || endsAt === 0 || endsAt * 1000 > now.getTime()
}
