import type { Scope } from '#kernel/access.ts'
import { prefixes } from '#kernel/token.ts'

/** The prefix of an organization's access token. */
export const TOKEN_PREFIX = prefixes.organizationToken

/** An access token of an organization, without its secret, which is shown once and stored hashed. Times are UTC. */
export interface AccessToken {
  readonly id: string
  readonly organizationId: string
  readonly comment: string
  readonly scopes: readonly Scope[]
  /** Null: does not expire. */
  readonly expiresAt: Date | null
  readonly lastUsedAt: Date | null
  readonly createdAt: Date
  readonly modifiedAt: Date | null
}

/** Whether the token is valid at this instant: it expires at `expiresAt` itself. */
export function isTokenLive(token: Pick<AccessToken, 'expiresAt'>, now: Date): boolean {
  return token.expiresAt === null || now.getTime() < token.expiresAt.getTime()
}
