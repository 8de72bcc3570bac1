import type { Platform } from '#platform/platform.ts'
import { servicesOf } from '../adapters/services.ts'
import { actionRequired, type CallOutcome, done, transient } from '../model.ts'
import { isRefreshDue } from '../rules.ts'
import { findTokens, forgetRefreshToken, type LinkedAccountKey, replaceTokens } from '../store.ts'

/**
 * An access token of the customer's Discord account, refreshed if it has expired. The customer must act if there is no account, or at the attempt
 * after the one at which Discord no longer accepted it. Never called in a transaction.
 */
export async function refreshDiscordToken(platform: Platform, of: Omit<LinkedAccountKey, 'provider'>): Promise<CallOutcome<string>> {
  const { database, secrets, clock } = platform
  const key = { ...of, provider: 'discord' } as const
  const stored = await findTokens(database.db, secrets, key)
  if (!stored?.accessToken) return actionRequired('link_discord')
  // Tokens are credentials: they live in the server's time.
  if (!isRefreshDue(stored.expiresAt, clock.now())) return done(stored.accessToken)
  const oauth = servicesOf(platform).discordOauth
  if (!oauth || stored.refreshToken === null) return actionRequired('link_discord')
  const refreshed = await oauth.refresh(stored.refreshToken)
  if (refreshed.kind === 'done') {
    await database.transaction((tx) => replaceTokens(tx, secrets, { key, from: stored, tokens: refreshed.value }))
    return done(refreshed.value.accessToken)
  }
  if (refreshed.kind !== 'action_required') return refreshed
  // A refresh token can be used once, and another job may have used this one a moment ago: the next attempt finds its tokens, or none.
  await database.transaction((tx) => forgetRefreshToken(tx, { key, from: stored }))
  return transient(refreshed)
}
