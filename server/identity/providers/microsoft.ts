import { claimAt, listAt, providerUser, textAt } from './profile-fields.ts'
import { type Client, defineProvider, type Json } from './provider.ts'

const MICROSOFT = 'https://login.microsoftonline.com'
/** The tenant of personal accounts. */
const CONSUMERS = '9188040d-6c67-4c5b-b112-36a304b66dad'
const ISSUER = /^https:\/\/login\.microsoftonline\.com\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\/v2\.0$/

/** https://learn.microsoft.com/entra/identity-platform/v2-protocols-oidc */
export const microsoft = defineProvider({
  id: 'microsoft',
  name: 'Microsoft',
  endpoints: (client) => ({ authorize: `${tenantUrl(client)}/oauth2/v2.0/authorize`, token: `${tenantUrl(client)}/oauth2/v2.0/token` }),
  scopes: ['openid', 'profile', 'email', 'User.Read'],
  loginHintName: 'login_hint',
  idTokens: {
    isIssuer,
    issuer: (client) => `${tenantUrl(client)}/v2.0`,
    keys: (client) => `${tenantUrl(client)}/discovery/v2.0/keys`,
  },
  toUser: ({ claims }) => {
    const email = textAt(claims, 'email') || textAt(claims, 'verified_primary_email', 0)
    return providerUser({
      id: textAt(claims, 'sub'),
      email,
      isVerified: isVerified(claims, email),
      names: [textAt(claims, 'name'), textAt(claims, 'preferred_username')],
    })
  },
})

function tenantUrl({ settings }: Client): string {
  return `${MICROSOFT}/${settings.MICROSOFT_TENANT}`
}

// A token names the tenant of the user, independent of the endpoint that issued it. The configured tenant must include it.
function isIssuer(issuer: string, claims: Json, { settings }: Client): boolean {
  const tenant = ISSUER.exec(issuer)?.[1]
  if (tenant === undefined || (claims['tid'] !== undefined && claims['tid'] !== tenant)) return false
  const configured = settings.MICROSOFT_TENANT.toLowerCase()
  if (configured === 'organizations') return tenant !== CONSUMERS
  if (configured === 'consumers') return tenant === CONSUMERS
  return configured === 'common' || tenant === configured
}

// The administrator of any tenant can write any text into `email`. Two optional claims state that its domain is verified.
function isVerified(claims: Json, email: string): boolean {
  if (claimAt(claims, 'xms_edov') || textAt(claims, 'xms_edov') === '1') return true
  return listAt(claims, 'verified_primary_email').some((each) => String(each).toLowerCase() === email.toLowerCase())
}
