import { defineProvider } from './provider.ts'
import { claimAt, personFrom, textAt } from './reading.ts'

const APPLE = 'https://appleid.apple.com'

/** https://developer.apple.com/documentation/signinwithapplerestapi */
export const apple = defineProvider({
  id: 'apple',
  name: 'Apple',
  endpoints: { authorize: `${APPLE}/auth/authorize`, token: `${APPLE}/auth/token` },
  scopes: ['email', 'name'],
  // Apple documents no PKCE; the nonce binds the code's id token to this sign-in.
  hasPkce: false,
  clientAuth: 'apple-key',
  // Whoever asks for a name or an address gets the answer as a form.
  authorizeParams: { response_mode: 'form_post' },
  idTokens: {
    isIssuer: (issuer) => issuer === APPLE,
    issuer: () => APPLE,
    keys: () => `${APPLE}/auth/keys`,
    audiences: ({ id, own }) => (own.APPLE_APP_BUNDLE_IDENTIFIER === undefined ? [id] : [id, own.APPLE_APP_BUNDLE_IDENTIFIER]),
    isSignInForm: true,
  },
  person: ({ claims, user }) =>
    personFrom({
      id: textAt(claims, 'sub'),
      email: textAt(claims, 'email'),
      // Apple's own signed claim about this very address, a relay address included; it comes as a flag or as a text. For an address
      // of an organization that Apple did not verify it says false, so it is read and not presumed.
      isVerified: claimAt(claims, 'email_verified'),
      names: [nameIn(user), textAt(claims, 'name')],
    }),
})

// The form's `user` comes through the browser and nobody signed it: of all it says, only the name is used, and only as a name.
function nameIn(user: string | undefined): string {
  try {
    const given: unknown = JSON.parse(user ?? 'null')
    return `${textAt(given, 'name', 'firstName')} ${textAt(given, 'name', 'lastName')}`.trim()
  } catch {
    return ''
  }
}
