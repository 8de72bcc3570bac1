import { claimAt, providerUser, textAt } from './profile-fields.ts'
import { defineProvider } from './provider.ts'

const APPLE = 'https://appleid.apple.com'

/** https://developer.apple.com/documentation/signinwithapplerestapi */
export const apple = defineProvider({
  id: 'apple',
  name: 'Apple',
  endpoints: { authorize: `${APPLE}/auth/authorize`, token: `${APPLE}/auth/token` },
  scopes: ['email', 'name'],
  // Apple documents no PKCE. The nonce binds the id token of the code to this sign-in.
  hasPkce: false,
  clientAuth: 'apple-key',
  // With the scopes name or email, Apple requires the response as a form.
  authorizeParams: { response_mode: 'form_post' },
  idTokens: {
    isIssuer: (issuer) => issuer === APPLE,
    issuer: () => APPLE,
    keys: () => `${APPLE}/auth/keys`,
    audiences: ({ id, settings }) =>
      settings.APPLE_APP_BUNDLE_IDENTIFIER === undefined ? [id] : [id, settings.APPLE_APP_BUNDLE_IDENTIFIER],
    supportsSignIn: true,
  },
  toUser: ({ claims, userField }) =>
    providerUser({
      id: textAt(claims, 'sub'),
      email: textAt(claims, 'email'),
      // Apple's own signed claim about this email, including a relay email, as a boolean or a text. It is false for the email of an
      // organization that Apple has not verified, so it is read and not assumed.
      isVerified: claimAt(claims, 'email_verified'),
      names: [nameIn(userField), textAt(claims, 'name')],
    }),
})

// The form field `user` comes through the browser and is not signed: only its name is used, and only as a name.
function nameIn(userField: string | undefined): string {
  try {
    const user: unknown = JSON.parse(userField ?? 'null')
    return `${textAt(user, 'name', 'firstName')} ${textAt(user, 'name', 'lastName')}`.trim()
  } catch {
    return ''
  }
}
