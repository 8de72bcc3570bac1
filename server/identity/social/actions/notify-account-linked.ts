import { mayEmail, queueEmail } from '#identity/mail/index.ts'
import type { ConfiguredProvider } from '#identity/providers/model.ts'
import { emailLanguageOf, type User } from '#identity/users/model.ts'
import type { Tx } from '#platform/database/database.ts'
import type { Platform } from '#platform/platform.ts'
import type { RequestInfo } from '#platform/request/request.ts'

/** The user that gets a new sign-in method, and its provider. */
export interface LinkedAccountNotice {
  readonly user: Pick<User, 'email' | 'language'>
  readonly provider: Pick<ConfiguredProvider, 'name'>
  readonly request: Pick<RequestInfo, 'language'>
  readonly now: Date
}

/**
 * Whether the notice may be emailed. A verified email always gets it: a thief of the session could use up the limit first. An unverified
 * one may belong to another person, so it counts, in a round trip of its own.
 */
export async function mayNotify(platform: Platform, user: Pick<User, 'email' | 'emailVerified'>, now: Date): Promise<boolean> {
  return user.emailVerified || (await mayEmail(platform, { to: user.email, purpose: 'account-linked', now }))
}

/** Queues an email that notifies the user of a linked account and says how to unlink it. Write-only: may be a batched statement. */
export async function notifyAccountLinked(tx: Tx, platform: Platform, notice: LinkedAccountNotice): Promise<void> {
  const { user, provider, request, now } = notice
  const values = { url: `${platform.settings.BASE_URL}/account/connections`, provider: provider.name, at: now.toISOString() }
  await queueEmail(tx, platform, { email: 'accountLinked', to: user.email, language: emailLanguageOf(user, request), values })
}
