import type { AccountEmailValues } from '#emails/account-email.ts'
import type { Email } from '#emails/email.ts'
import type { accountEmails } from '#emails/index.ts'
import type { Tx } from '#platform/database/database.ts'
import type { Platform } from '#platform/platform.ts'
import { enqueue } from '#platform/worker/enqueue.ts'
import { sendEmailJob } from '../jobs.ts'
import { EMAIL_SEAL, type QueuedEmail } from '../model.ts'

/** The letters about accounts, by name. */
export type EmailName = keyof typeof accountEmails

/** What a letter is to be told; its language, the address it goes to and that of the site are filled in. */
export type EmailValues<N extends EmailName> =
  (typeof accountEmails)[N] extends Email<infer V> ? Omit<V, Exclude<keyof AccountEmailValues, 'url'>> : never

/** A letter to be written. */
export interface EmailSpec<N extends EmailName> {
  readonly email: N
  readonly to: string
  readonly values: EmailValues<N>
  /** What the letter is about: orders with one key are one letter, and its message id follows from the key. */
  readonly key?: string
  /** When its link dies: from then on it is not sent any more. */
  readonly until?: Date
  readonly now: Date
}

/**
 * Orders a letter in the transaction of what it tells of: it waits sealed, for its link lets its reader in, and is composed when
 * it is sent. Only writes, so that it may be among gathered ones. Whether it may be asked for is the caller's matter: `countSender`, `countRecipient`.
 */
export async function queueEmail<N extends EmailName>(
  tx: Tx,
  platform: Pick<Platform, 'settings' | 'secrets' | 'wake'>,
  { email, to, values, key, until, now }: EmailSpec<N>,
): Promise<void> {
  const all = { language: 'en', address: to, site: platform.settings.BASE_URL, ...values }
  const waiting: QueuedEmail = { email, to, values: all, until: until?.toISOString() ?? null }
  const payload = { sealed: platform.secrets.seal(EMAIL_SEAL, JSON.stringify(waiting)), ...(key !== undefined && { key }) }
  await enqueue(tx, platform, sendEmailJob, payload, { now, ...(key !== undefined && { key: `letter:${key}` }) })
}
