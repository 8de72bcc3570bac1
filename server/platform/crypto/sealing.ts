import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  hash,
  hkdfSync,
  type KeyObject,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto'
import { present } from '#kernel/assert.ts'
import type { Secrets } from './secrets.ts'

const KEY_BYTES = 32
const IV_BYTES = 12
const TAG_BYTES = 16
const KEY_ID_BYTES = 6
const VERSION = 'v1'

/**
 * Derives all keys from `secret`, the current value of AUTH_SECRET. Text signed or sealed under one of `previous` still verifies and
 * opens. Sealed text reads `v1.<key id>.<base64url of iv, ciphertext and tag>`; the key id identifies the secret.
 */
export function createSecrets(secret: string, previous: readonly string[] = []): Secrets {
  const all = [secret, ...previous]
  // Created once: turning bytes into a key for each cookie and each sealed text costs more than the work itself.
  const signing = all.map((each) => createSecretKey(Buffer.from(each)))
  const ids = all.map((each) => derive(each, 'guildhall:key-id', KEY_ID_BYTES).toString('hex'))
  const keys = new Map<string, KeyObject>()
  const derivedKey = (index: number, use: string): KeyObject => {
    const name = `${index} ${use}`
    const known = keys.get(name) ?? createSecretKey(derive(all[index] ?? '', `guildhall:${use}`, KEY_BYTES))
    keys.set(name, known)
    return known
  }
  const keyOf = (index: number, purpose: string): KeyObject => derivedKey(index, `seal:${purpose}`)
  const open = (purpose: string, sealed: string): string => {
    const [version, id, hidden, ...rest] = sealed.split('.')
    const index = ids.indexOf(id ?? '')
    if (version !== VERSION || hidden === undefined || rest.length) throw new Error('This was not sealed here.')
    if (index < 0) throw new Error('This was sealed with a secret that is not known any more.')
    return decrypt(keyOf(index, purpose), purpose, hidden)
  }
  return {
    signCookie: (value) => signature(present(signing[0], 'The secret'), value).toString('base64'),
    isCookieSigned: (value, candidate) =>
      signing.map((each) => isSame(signature(each, value).toString('base64'), candidate)).includes(true),
    seal: (purpose, plain) => `${VERSION}.${ids[0]}.${encrypt(keyOf(0, purpose), purpose, plain)}`,
    open,
    openOrNull: (purpose, sealed) => {
      try {
        return sealed === null ? null : open(purpose, sealed)
      } catch {
        return null
      }
    },
    signingKeys: (purpose) => all.map((_, index) => derivedKey(index, `sign:${purpose}`)),
    keyIds: { current: present(ids[0], 'The secret'), previous: ids.slice(1).filter((id) => id !== ids[0]) },
    digest: (token) => hash('sha256', token),
  }
}

function derive(secret: string, purpose: string, bytes: number): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', purpose, bytes))
}

function signature(key: KeyObject, value: string): Buffer {
  return createHmac('sha256', key).update(value).digest()
}

function isSame(expected: string, candidate: string): boolean {
  const [left, right] = [Buffer.from(expected), Buffer.from(candidate)]
  return left.length === right.length && timingSafeEqual(left, right)
}

function encrypt(key: KeyObject, purpose: string, plain: string): string {
  const iv = randomBytes(IV_BYTES)
  const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(purpose))
  return Buffer.concat([iv, cipher.update(plain, 'utf8'), cipher.final(), cipher.getAuthTag()]).toString('base64url')
}

function decrypt(key: KeyObject, purpose: string, hidden: string): string {
  const bytes = Buffer.from(hidden, 'base64url')
  if (bytes.length < IV_BYTES + TAG_BYTES) throw new Error('This was not sealed here.')
  const tag = bytes.subarray(-TAG_BYTES)
  const cipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, IV_BYTES), { authTagLength: TAG_BYTES })
  cipher.setAAD(Buffer.from(purpose)).setAuthTag(tag)
  return Buffer.concat([cipher.update(bytes.subarray(IV_BYTES, -TAG_BYTES)), cipher.final()]).toString('utf8')
}
