import type { AccountEmailValues } from '#emails/account-email.ts'
import type { Email } from '#emails/email.ts'
import type { accountEmails } from '#emails/index.ts'
import type { Tx } from '#platform/database/database.ts'
import type { Platform } from '#platform/platform.ts'
import { enqueue } from '#platform/worker/enqueue.ts'
import { sendEmailJob } from '../jobs.ts'
import { EMAIL_SEAL, type QueuedEmail } from '../model.ts'

/** The names of the account emails. */
export type EmailName = keyof typeof accountEmails

/** The values of an email. `queueEmail` fills in the language, the recipient and the site URL. */
export type EmailValues<N extends EmailName> =
  (typeof accountEmails)[N] extends Email<infer V> ? Omit<V, Exclude<keyof AccountEmailValues, 'url'>> : never

/** An email to queue. */
export interface EmailSpec<N extends EmailName> {
  readonly email: N
  readonly to: string
  readonly values: EmailValues<N>
  /** The deduplication key: jobs with one key send one email. The message id is derived from the key. */
  readonly key?: string
  /** The expiry of the link. The email is not sent after it. */
  readonly until?: Date
}

/**
 * Enqueues an email in the transaction of its cause. The queued email is sealed, because its link authenticates the reader. It is
 * composed when it is sent. Write-only: may be a batched statement. The caller enforces the limits: `countRequester`,
 * `countRecipient`.
 */
export async function queueEmail<N extends EmailName>(
  tx: Tx,
  platform: Pick<Platform, 'settings' | 'secrets' | 'wake' | 'clock'>,
  { email, to, values, key, until }: EmailSpec<N>,
): Promise<void> {
  const all = { language: 'en', address: to, site: platform.settings.BASE_URL, ...values }
  const queued: QueuedEmail = { email, to, values: all, until: until?.toISOString() ?? null }
  const payload = { sealed: platform.secrets.seal(EMAIL_SEAL, JSON.stringify(queued)), ...(key !== undefined && { key }) }
  await enqueue(tx, platform, sendEmailJob, payload, { ...(key !== undefined && { key: `letter:${key}` }) })
}
