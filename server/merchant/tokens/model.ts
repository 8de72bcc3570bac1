import type { Scope } from '#kernel/access.ts'
import { prefixes } from '#kernel/token.ts'

/** By these characters a secret is known as an organization's access token. */
export const TOKEN_PREFIX = prefixes.organizationToken

/** What a program may do for one organization, without its secret, which is shown once and stored hashed. Times are UTC. */
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

/** Whether the token opens anything at this instant: it ends at `expiresAt` itself. */
export function isTokenLive(token: Pick<AccessToken, 'expiresAt'>, now: Date): boolean {
  return token.expiresAt === null || now.getTime() < token.expiresAt.getTime()
}
