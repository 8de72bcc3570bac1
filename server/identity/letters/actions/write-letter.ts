import type { AccountLetterValues } from '#emails/account-letter.ts'
import type { Email } from '#emails/email.ts'
import type { accountEmails } from '#emails/index.ts'
import type { Tx } from '#platform/database/database.ts'
import type { Platform } from '#platform/platform.ts'
import { enqueue } from '#platform/worker/enqueue.ts'
import { sendLetterJob } from '../jobs.ts'
import { LETTER_SEAL, type WaitingLetter } from '../model.ts'

/** The letters about accounts, by name. */
export type LetterName = keyof typeof accountEmails

/** What a letter is to be told; its language, the address it goes to and that of the site are filled in. */
export type LetterValues<N extends LetterName> =
  (typeof accountEmails)[N] extends Email<infer V> ? Omit<V, Exclude<keyof AccountLetterValues, 'url'>> : never

/** A letter to be written. */
export interface LetterOrder<N extends LetterName> {
  readonly letter: N
  readonly to: string
  readonly values: LetterValues<N>
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
export async function writeLetter<N extends LetterName>(
  tx: Tx,
  platform: Pick<Platform, 'settings' | 'secrets' | 'wake'>,
  { letter, to, values, key, until, now }: LetterOrder<N>,
): Promise<void> {
  const all = { language: 'en', address: to, site: platform.settings.BASE_URL, ...values }
  const waiting: WaitingLetter = { letter, to, values: all, until: until?.toISOString() ?? null }
  const payload = { sealed: platform.secrets.seal(LETTER_SEAL, JSON.stringify(waiting)), ...(key !== undefined && { key }) }
  await enqueue(tx, platform, sendLetterJob, payload, { now, ...(key !== undefined && { key: `letter:${key}` }) })
}
