import { type Client, defineProvider, type Json } from './provider.ts'
import { claimAt, listAt, personFrom, textAt } from './reading.ts'

const MICROSOFT = 'https://login.microsoftonline.com'
/** The tenant of private accounts. */
const CONSUMERS = '9188040d-6c67-4c5b-b112-36a304b66dad'
const ISSUER = /^https:\/\/login\.microsoftonline\.com\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\/v2\.0$/
const TENANT_ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** https://learn.microsoft.com/entra/identity-platform/v2-protocols-oidc */
export const microsoft = defineProvider({
  id: 'microsoft',
  name: 'Microsoft',
  endpoints: (client) => ({ authorize: `${placeOf(client)}/oauth2/v2.0/authorize`, token: `${placeOf(client)}/oauth2/v2.0/token` }),
  scopes: ['openid', 'profile', 'email', 'User.Read'],
  loginHintName: 'login_hint',
  idTokens: {
    isIssuer,
    issuer: (client) => `${placeOf(client)}/v2.0`,
    keys: (client) => `${placeOf(client)}/discovery/v2.0/keys`,
  },
  person: ({ claims }) => {
    const email = textAt(claims, 'email') || textAt(claims, 'verified_primary_email', 0)
    return personFrom({
      id: textAt(claims, 'sub'),
      email,
      isVerified: isVerified(claims, email),
      names: [textAt(claims, 'name'), textAt(claims, 'preferred_username')],
    })
  },
})

function placeOf({ own }: Client): string {
  return `${MICROSOFT}/${own.MICROSOFT_TENANT}`
}

// Tokens name the tenant of the person, whichever door they came through; it has to be one that this door is for.
function isIssuer(issuer: string, claims: Json, { own }: Client): boolean {
  const tenant = ISSUER.exec(issuer)?.[1]
  if (tenant === undefined || (claims['tid'] !== undefined && claims['tid'] !== tenant)) return false
  const wanted = own.MICROSOFT_TENANT.toLowerCase()
  if (wanted === 'organizations') return tenant !== CONSUMERS
  if (wanted === 'consumers') return tenant === CONSUMERS
  return !TENANT_ID.test(wanted) || tenant === wanted
}

// `email` is whatever an administrator of any tenant wrote there. Two optional claims say that its domain was proven.
function isVerified(claims: Json, email: string): boolean {
  if (claimAt(claims, 'xms_edov') || textAt(claims, 'xms_edov') === '1') return true
  return listAt(claims, 'verified_primary_email').some((each) => String(each).toLowerCase() === email.toLowerCase())
}
