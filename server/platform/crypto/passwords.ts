/** What became of checking a password. */
export interface PasswordCheck {
  readonly matches: boolean
  /** Whether the stored form is an older one, to be replaced by `hash` now that the password is known. */
  readonly isOutdated: boolean
}

/** Hashes passwords (argon2id) off the event loop in a bounded queue. Never call it inside a transaction. */
export interface Passwords {
  /** Rejects with a 503 refusal when the queue is full. */
  hash(password: string): Promise<string>
  /** Checks against a stored hash; without one it takes the same time and says no. Knows argon2id and the `salt:key` scrypt form. */
  verify(password: string, stored: string | null): Promise<PasswordCheck>
}
