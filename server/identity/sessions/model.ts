import type { CallerSession } from '#platform/http/caller.ts'

/** A person's stay on one device. `token` is the unsigned one; times are UTC. */
export type Session = CallerSession & { readonly lastSeenAt: Date }

/** Characters of a session token. */
export const TOKEN_LENGTH = 32

/** Whether the text is shaped like a session token: organization tokens have a prefix and never are. */
export function isSessionToken(text: string): boolean {
  return text.length === TOKEN_LENGTH && /^[A-Za-z0-9]+$/.test(text)
}

/** The purpose for which tokens are sealed. */
export const TOKEN_SEAL = 'session-token'
