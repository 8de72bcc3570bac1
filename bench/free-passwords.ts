import type { PasswordHasher } from '#platform/crypto/passwords.ts'
import { PASSWORD } from '#test/support/a-user.ts'

/** Passwords that are compared and not hashed, for the bench alone. */
export const freePasswords: PasswordHasher = {
  hash: async () => '$argon2id$v=19$m=19456,t=2,p=1$',
  verify: async (password) => ({ matches: password === PASSWORD, isOutdated: false }),
}
