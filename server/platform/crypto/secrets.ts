/** Everything derived from `AUTH_SECRET` (each purpose has a key of its own by HKDF; older secrets still open and verify). */
export interface Secrets {
  /** Standard base64 HMAC-SHA256 with padding over `value` with the secret itself: the session cookie's signature. */
  signCookie(value: string): string
  /** Whether `signature` is that of `value`, in constant time. */
  isCookieSigned(value: string, signature: string): boolean
  /** Hides `plain` (AES-256-GCM); `purpose` is bound to it. */
  seal(purpose: string, plain: string): string
  /** Gives back what was hidden for `purpose`; throws when it was tampered with or hidden for another. */
  open(purpose: string, sealed: string): string
  /** Lower-case hex SHA-256: how tokens are kept and looked up. */
  digest(token: string): string
}
