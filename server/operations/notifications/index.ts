import type { Tx } from '#platform/database/database.ts'
import type { Platform } from '#platform/platform.ts'
import { enqueue } from '#platform/worker/enqueue.ts'
import type { OwnersNews } from './actions/write-to-owners.ts'
import { writeToOwnersJob } from './jobs.ts'

/** Orders mail to the owners of an organization, in the transaction of what it tells of. */
export async function tellOwners(
  tx: Tx,
  platform: Pick<Platform, 'wake'>,
  news: Omit<OwnersNews, 'at'> & { readonly now: Date },
): Promise<void> {
  const { now, ...rest } = news
  await enqueue(tx, platform, writeToOwnersJob, { ...rest, at: now.toISOString() }, { now })
}
