// Keys of the fake provider and id tokens signed by them. Written without a library, because a library refuses to create invalid tokens.
import { createHmac, createPublicKey, generateKeyPairSync, type KeyObject, sign, verify } from 'node:crypto'
import type { Json } from './provider-spec.ts'

const RSA_BITS = 2048
const SMALL_BITS = 1024

/** Invalid signatures of an id token. */
export type WrongSignature = 'foreign key' | 'small key' | 'no signature' | 'shared secret'

type Algorithm = 'RS256' | 'ES256'

const keys = new Map<string, KeyObject>()

// One key of each kind for the whole process: generating them is slow.
function keyOf(name: string, bits: number, algorithm: Algorithm): KeyObject {
  const known = keys.get(name)
  if (known) return known
  const { privateKey } =
    algorithm === 'RS256' ? generateKeyPairSync('rsa', { modulusLength: bits }) : generateKeyPairSync('ec', { namedCurve: 'P-256' })
  keys.set(name, privateKey)
  return privateKey
}

/** The public keys that a provider publishes. */
export function publishedKeys(algorithm: Algorithm): Json {
  const jwk = (kid: string, key: KeyObject): Json => ({
    ...createPublicKey(key).export({ format: 'jwk' }),
    kid,
    use: 'sig',
    alg: algorithm,
  })
  const own = jwk(`own-${algorithm}`, keyOf(`own-${algorithm}`, RSA_BITS, algorithm))
  const isSmallKnown = keys.has('small')
  return { keys: isSmallKnown && algorithm === 'RS256' ? [own, jwk('small', keyOf('small', SMALL_BITS, 'RS256'))] : [own] }
}

/** Creates an id token with the claims. `wrong` signs it in a way that must be rejected; a small key is published from then on. */
export function signedToken(claims: Json, algorithm: Algorithm, wrong?: WrongSignature): string {
  const part = (value: Json): string => Buffer.from(JSON.stringify(value)).toString('base64url')
  const own = `own-${algorithm}`
  const head: Json = { alg: algorithm, kid: own, typ: 'JWT' }
  const signWith = (key: KeyObject, header: Json): string => {
    const text = `${part(header)}.${part(claims)}`
    return `${text}.${sign('sha256', Buffer.from(text), { key, dsaEncoding: 'ieee-p1363' }).toString('base64url')}`
  }
  if (wrong === 'no signature') return `${part({ ...head, alg: 'none' })}.${part(claims)}.`
  if (wrong === 'shared secret') {
    const text = `${part({ ...head, alg: 'HS256' })}.${part(claims)}`
    const secret = createPublicKey(keyOf(own, RSA_BITS, algorithm)).export({ type: 'spki', format: 'pem' })
    return `${text}.${createHmac('sha256', secret).update(text).digest('base64url')}`
  }
  if (wrong === 'small key') return signWith(keyOf('small', SMALL_BITS, 'RS256'), { ...head, alg: 'RS256', kid: 'small' })
  return signWith(keyOf(wrong === 'foreign key' ? `foreign-${algorithm}` : own, RSA_BITS, algorithm), head)
}

const teamKeys = generateKeyPairSync('ec', { namedCurve: 'P-256' })
/** Our team and key ids at Apple. */
export const appleTeam = { team: 'TEAM123456', key: 'KEY1234567' }

/** The private key of our team at Apple, as in its .p8 file. */
export function appleKeyFile(): string {
  return teamKeys.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
}

const HALF_A_YEAR = 15_777_000

/** The fault of a client secret for Apple; undefined for a valid one. */
export function appleSecretFault(secret: string, clientId: string, nowSeconds: number): string | undefined {
  const [head = '', body = '', signature = ''] = secret.split('.')
  const read = (part: string): Json => JSON.parse(Buffer.from(part, 'base64url').toString() || '{}') as Json
  const isSigned = verify(
    'sha256',
    Buffer.from(`${head}.${body}`),
    { key: teamKeys.publicKey, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  )
  if (!isSigned) return 'the client secret is not signed by the key of the team'
  const { iss, sub, aud, exp, iat } = read(body)
  if (read(head)['kid'] !== appleTeam.key || read(head)['alg'] !== 'ES256') return 'the client secret names another key'
  if (iss !== appleTeam.team || sub !== clientId || aud !== 'https://appleid.apple.com') return 'the client secret is for another client'
  if (typeof exp !== 'number' || typeof iat !== 'number' || exp <= nowSeconds || exp - iat > HALF_A_YEAR)
    return 'the client secret has expired or lives too long'
  return undefined
}
