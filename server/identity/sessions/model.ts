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

/**
 * A name for a session in the form of a token, which lets nobody in: what an administrator is shown where its own person would be
 * shown the token. With a token they could act as that person without being marked.
 */
export function handleOf(sessionId: string): string {
  return sessionId.replaceAll('-', '')
}

/** The id of the session that a handle names; nothing for what is no handle. */
export function idOfHandle(handle: string): string | undefined {
  const parts = /^([0-9a-f]{8})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{12})$/.exec(handle)
  return parts?.slice(1).join('-')
}
