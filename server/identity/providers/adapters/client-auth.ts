import { createPrivateKey } from 'node:crypto'
import { SignJWT } from 'jose'
import type { ClientAuth } from 'oauth4webapi'
import type { Client, Provider } from '../provider.ts'

const APPLE = 'https://appleid.apple.com'
/** Apple allows six months. We create a secret for each request. */
const APPLE_SECRET_SECONDS = 300

/** The client authentication at the token endpoint, as the provider requires it. */
export function clientAuthOf(provider: Provider, client: Client, now: Date): ClientAuth {
  return async (...[, , body, headers]) => {
    const secret = client.secret ?? (provider.clientAuth === 'apple-key' ? await appleSecret(client, now) : '')
    if (provider.clientAuth === 'basic') headers.set('authorization', basic(client.id, secret))
    else body.set('client_secret', secret)
    // Also sent beside the header: several providers require it and none refuses it.
    body.set(provider.clientIdName, client.id)
  }
}

// RFC 6749 form-encodes both first. Ids and secrets contain `-` and `_`, which the providers with this header do not decode.
function basic(id: string, secret: string): string {
  return `Basic ${Buffer.from(`${encodeURIComponent(id)}:${encodeURIComponent(secret)}`).toString('base64')}`
}

/** Apple's client secret: a JWT signed by the team's key (ES256), valid for five minutes. */
export async function appleSecret({ id, settings }: Client, now: Date): Promise<string> {
  const issuedAt = Math.floor(now.getTime() / 1000)
  return new SignJWT()
    .setProtectedHeader({ alg: 'ES256', kid: settings.APPLE_KEY_ID ?? '' })
    .setIssuer(settings.APPLE_TEAM_ID ?? '')
    .setSubject(id)
    .setAudience(APPLE)
    .setIssuedAt(issuedAt)
    .setExpirationTime(issuedAt + APPLE_SECRET_SECONDS)
    .sign(createPrivateKey(settings.APPLE_PRIVATE_KEY ?? ''))
}
