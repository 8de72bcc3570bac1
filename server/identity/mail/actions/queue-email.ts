import type { AccountEmailName, ValuesOf } from '#emails/index.ts'
import type { Language } from '#kernel/language/languages.ts'
import type { Tx } from '#platform/database/database.ts'
import type { Platform } from '#platform/platform.ts'
import { enqueue } from '#platform/worker/enqueue.ts'
import { sendEmailJob } from '../jobs.ts'
import { EMAIL_SEAL, type QueuedEmail } from '../model.ts'

/** An email to queue. */
export interface EmailSpec<N extends AccountEmailName> {
  readonly email: N
  readonly to: string
  /** The language of the recipient: of a user `emailLanguageOf`, of a customer any. */
  readonly language: Language
  readonly values: ValuesOf<N>
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
export async function queueEmail<N extends AccountEmailName>(
  tx: Tx,
  platform: Pick<Platform, 'secrets' | 'wake' | 'clock'>,
  { email, to, language, values, key, until }: EmailSpec<N>,
): Promise<void> {
  const queued: QueuedEmail = { email, to, language, values, until: until?.toISOString() ?? null }
  const payload = { sealed: platform.secrets.seal(EMAIL_SEAL, JSON.stringify(queued)), ...(key !== undefined && { key }) }
  await enqueue(tx, platform, sendEmailJob, payload, { ...(key !== undefined && { key: `letter:${key}` }) })
}
