import type { KeyObject } from 'node:crypto'

/**
 * Signatures, sealing and digests derived from `AUTH_SECRET`. Each purpose has its own key by HKDF; older secrets still open and
 * verify.
 */
export interface Secrets {
  /** Standard base64 HMAC-SHA256 with padding over `value` with the secret itself: the signature of the session cookie. */
  signCookie(value: string): string
  /** Whether `signature` is the signature of `value`, in constant time. */
  isCookieSigned(value: string, signature: string): boolean
  /** Encrypts `plain` (AES-256-GCM); `purpose` is authenticated with it. */
  seal(purpose: string, plain: string): string
  /** Decrypts text that was sealed for `purpose`; throws if it was changed or sealed for another purpose. */
  open(purpose: string, sealed: string): string
  /** The same, and null for text that cannot be opened, because its secret was lost, and for null. */
  openOrNull(purpose: string, sealed: string | null): string | null
  /** The keys of HMAC signatures for `purpose`: the first signs, and each of them verifies. */
  signingKeys(purpose: string): readonly KeyObject[]
  /** The ids that sealed text carries of the secret that sealed it. */
  readonly keyIds: { readonly current: string; readonly previous: readonly string[] }
  /** Lower-case hex SHA-256: the form in which tokens are stored and looked up. */
  digest(token: string): string
}
