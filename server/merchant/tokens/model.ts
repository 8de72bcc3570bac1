import { z } from 'zod'
import { isScope, tokenScopes } from '#contract/access.ts'
import { prefixes } from '#contract/token.ts'
import { array, type Model, recorded, text, time } from '#platform/resource/columns.ts'

/** The prefix of an organization's access token. */
export const TOKEN_PREFIX = prefixes.organizationToken

/** The schema of a scope. */
export const scope = z.enum(tokenScopes).meta({ id: 'AvailableScope' })

export const tokenColumns = {
  ...recorded,
  comment: text(),
  /** Scopes that no longer exist are dropped. */
  scopes: array(scope, isScope),
  /** Null: does not expire. */
  expiresAt: time().nullable().fixed(),
  /** Written in batches, by `saveTokenUses`. */
  lastUsedAt: time().nullable().fixed(),
} as const

/** An access token of an organization, without its secret, which is shown once and stored hashed. Times are UTC. */
export type AccessToken = Model<typeof tokenColumns>

/** An access token in the audit log. */
export const tokenAudit = {
  type: 'organization_access_token',
  details: ({ comment, scopes }: AccessToken) => ({ comment, scopes: scopes.join(' ') }),
}

/** Whether the token is valid at this instant: it expires at `expiresAt` itself. */
export function isTokenLive(token: Pick<AccessToken, 'expiresAt'>, now: Date): boolean {
  return token.expiresAt === null || now.getTime() < token.expiresAt.getTime()
}
