import type { Database, Tx } from '#platform/database/database.ts'
import { networkOf } from '#platform/http/guard/address.ts'
import { TooOften } from '#platform/http/guard/limits.ts'
import type { RequestInfo } from '#platform/http/request.ts'
import type { Platform } from '#platform/platform.ts'
import { mailing } from '../rules.ts'

/** Who asks for a letter. */
export interface MailSender {
  readonly request: Pick<RequestInfo, 'address'>
  readonly now: Date
}

/** Counts that a network asks for a letter, in memory; refuses with 429 when it has asked too often. */
export function countSender({ limits }: Pick<Platform, 'limits'>, { request, now }: MailSender): void {
  const wait = limits.counter(mailing.network)(networkOf(request.address), now)
  if (wait > 0) throw new TooOften(mailing.network, wait)
}

/** Counts a letter to an address; refuses with 429 when there were too many. For letters whose asker knows of the address anyhow. */
export async function takeRecipient(tx: Tx, platform: Pick<Platform, 'limits'>, about: { to: string; now: Date }): Promise<void> {
  const wait = await countRecipient(tx, platform, about)
  if (wait > 0) throw new TooOften(mailing.recipient, wait)
}

/**
 * The same in a message of its own, before gathered writes that order a letter: whether one more may be mailed. Where not, whoever
 * asked gets everything but the letter.
 */
export async function mayMail(platform: Pick<Platform, 'database' | 'limits'>, about: { to: string; now: Date }): Promise<boolean> {
  return (await countRecipient(platform.database.db, platform, about)) === 0
}

/** Counts a letter to an address among gathered writes; whether it may be mailed was looked up before. */
export function addRecipient(tx: Tx, { limits }: Pick<Platform, 'limits'>, { to, now }: { to: string; now: Date }): Promise<void> {
  return limits.addStored(tx, mailing.recipient, to, now)
}

/** Counts a letter to an address; the seconds to wait when there were too many, else 0. Say nothing of it where that would tell. */
export function countRecipient(
  db: Database,
  { limits }: Pick<Platform, 'limits'>,
  { to, now }: { to: string; now: Date },
): Promise<number> {
  return limits.hitStored(db, mailing.recipient, to, now)
}
