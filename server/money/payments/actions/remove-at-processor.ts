import { monotonicMs } from '#platform/clock.ts'
import type { Platform } from '#platform/platform.ts'
import { processorNamed } from '../adapters/processors.ts'
import type { PaymentMethod } from '../methods/model.ts'
import { findAttachedMethods, saveDetachment } from '../methods/store.ts'

/** Payment methods per run; the rest wait for the next run. */
const BATCH = 100
/** Concurrent requests, and how long a run starts new ones: a processor that hangs must not outlast the job's lease. */
const CONCURRENCY = 5
const RUN_MS = 10_000

/** Removes a removed payment method at its processor, outside any transaction. Where it is unreachable the job asks again. */
export async function removeAtProcessor(platform: Platform, stored: PaymentMethod): Promise<void> {
  const { organizationId, processor, method } = stored
  const isDetached = await processorNamed(platform, processor).removeMethod({ organizationId, method })
  const now = platform.clock.now({ organizationId })
  await platform.database.transaction((tx) => saveDetachment(tx, stored, { isDetached, now }))
}

/** Removes at their processors the payment methods that were removed here: by their merchant, or because their customer was deleted. */
export async function removeAtProcessors(platform: Platform): Promise<void> {
  const removed = await findAttachedMethods(platform.database.db, BATCH)
  const startMs = monotonicMs()
  for (let at = 0; at < removed.length && monotonicMs() - startMs < RUN_MS; at += CONCURRENCY)
    await Promise.all(removed.slice(at, at + CONCURRENCY).map((method) => removeAtProcessor(platform, method)))
}
