// Standard Webhooks signatures, created and verified. A `whsec_` secret that is valid base64 signs twice, first with its decoded
// bytes (Standard Webhooks libraries), then with the UTF-8 bytes of the whole secret (the published client's `validateEvent`).
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

const PREFIX = 'whsec_'
const SECRET_BYTES = 32
/** The bytes that a new `whsec_` secret encodes, as Standard Webhooks say. */
const KEY_BYTES = { min: 24, max: 64 }
/** Base64 of at least one byte, with its padding or without any. */
const BASE64 = /^(?=.)(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}(?:==)?|[A-Za-z0-9+/]{3}=?)?$/

/** Seconds that a message may be old or early, inclusive (behaviour H3). */
export const TOLERANCE_SECONDS = 300

/** The signed content of a message. `timestamp` is in whole Unix seconds, `body` the exact text sent. */
export interface SignedMessage {
  readonly id: string
  readonly timestamp: number
  readonly body: string
}

/** A new secret in the form of Standard Webhooks: `whsec_` and 32 random bytes in base64. */
export function newWebhookSecret(): string {
  return `${PREFIX}${randomBytes(SECRET_BYTES).toString('base64')}`
}

/** Whether a secret may be chosen: one that begins with `whsec_` has to be base64 of 24 to 64 bytes, any other text is taken as it is. */
export function hasKeyOfItsForm(secret: string): boolean {
  if (!secret.startsWith(PREFIX)) return true
  const length = decodedKey(secret)?.length ?? 0
  return length >= KEY_BYTES.min && length <= KEY_BYTES.max
}

/** The bytes that a `whsec_` secret encodes; null for any other secret. Secrets stored before their length was checked have keys of any length. */
function decodedKey(secret: string): Buffer | null {
  const encoded = secret.startsWith(PREFIX) ? secret.slice(PREFIX.length) : ''
  return BASE64.test(encoded) ? Buffer.from(encoded, 'base64') : null
}

/** The keys of a secret, the one of Standard Webhooks first. */
function keysOf(secret: string): Buffer[] {
  const whole = Buffer.from(secret, 'utf8')
  const decoded = decodedKey(secret)
  return decoded === null ? [whole] : [decoded, whole]
}

function signWith(key: Buffer, message: SignedMessage): string {
  return `v1,${createHmac('sha256', key).update(`${message.id}.${message.timestamp}.${message.body}`).digest('base64')}`
}

/** The first signature of a message: the decoded key's for a `whsec_` secret. */
export function sign(secret: string, message: SignedMessage): string {
  return signWith(keysOf(secret)[0] ?? Buffer.alloc(0), message)
}

/** The `webhook-signature` header: the signatures of each secret in turn (the current one, then the previous one during its overlap), separated by spaces. */
export function signatureHeader(secrets: readonly string[], message: SignedMessage): string {
  return secrets.flatMap((secret) => keysOf(secret).map((key) => signWith(key, message))).join(' ')
}

/** The headers that verification reads. */
export interface SignatureHeaders {
  readonly 'webhook-id'?: string | undefined
  readonly 'webhook-timestamp'?: string | undefined
  readonly 'webhook-signature'?: string | undefined
}

/** The result of a verification: `ok`, or the specification's error text. */
export type Verdict =
  | 'ok'
  | 'missing required headers'
  | 'invalid signature headers'
  | 'message timestamp too old'
  | 'message timestamp too new'
  | 'no matching signature found'

/** A delivery as received. */
export interface ReceivedDelivery {
  readonly headers: SignatureHeaders
  /** The text as received: parsed and serialized again it may differ. */
  readonly body: string
}

/** Verifies a delivery as its receiver does, at `now` (Unix seconds). */
export function verify(secret: string, { headers, body }: ReceivedDelivery, now: number): Verdict {
  const { 'webhook-id': id, 'webhook-timestamp': stamp, 'webhook-signature': signatures } = headers
  if (!id || !stamp || !signatures) return 'missing required headers'
  if (!/^\d{1,12}$/.test(stamp)) return 'invalid signature headers'
  const timestamp = Number(stamp)
  if (now - timestamp > TOLERANCE_SECONDS) return 'message timestamp too old'
  if (timestamp - now > TOLERANCE_SECONDS) return 'message timestamp too new'
  const expected = keysOf(secret).map((key) => Buffer.from(signWith(key, { id, timestamp, body })))
  const received = signatures.split(' ').map((signature) => Buffer.from(signature))
  const matches = received.some((one) => expected.some((other) => one.length === other.length && timingSafeEqual(one, other)))
  return matches ? 'ok' : 'no matching signature found'
}
