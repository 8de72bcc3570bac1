/** The result of a password check. */
export interface PasswordCheck {
  readonly matches: boolean
  /** Whether the stored hash has an older format and should be replaced by `hash`, now that the password is known. */
  readonly isOutdated: boolean
}

/** Hashes passwords (argon2id) off the event loop in a bounded queue. Never call it inside a transaction. */
export interface Passwords {
  /** Rejects with a 503 refusal if the queue is full. */
  hash(password: string): Promise<string>
  /** Verifies against a stored hash (argon2id or scrypt `salt:key`). Without a hash it takes as long and never matches. */
  verify(password: string, stored: string | null): Promise<PasswordCheck>
}
