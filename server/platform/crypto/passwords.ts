/** The result of a password check. */
export interface PasswordCheck {
  readonly matches: boolean
  /** Whether the stored hash has an older format and should be replaced by `hash`, now that the password is known. */
  readonly isOutdated: boolean
}

/** Hashes passwords (argon2id) off the event loop. Never call it inside a transaction. */
export interface PasswordHasher {
  hash(password: string): Promise<string>
  /** Verifies against a stored hash (argon2id or scrypt `salt:key`). Without a hash it takes as long and never matches. */
  verify(password: string, stored: string | null): Promise<PasswordCheck>
}

/** PasswordHasher in a bounded queue: every call waits for its turn, and rejects with a 503 refusal if the queue is full. */
export interface Passwords extends PasswordHasher {
  /**
   * Runs work that anonymous callers may start any number of times, such as the read and the hash of a sign-in, in one turn of the queue.
   * The work hashes by its parameter: a further turn inside a turn would wait for itself.
   */
  inTurn<T>(work: (hashing: PasswordHasher) => Promise<T>): Promise<T>
}

/** The same without a queue, for hashing that costs nothing. */
export function unqueued(hashing: PasswordHasher): Passwords {
  return { ...hashing, inTurn: (work) => work(hashing) }
}
