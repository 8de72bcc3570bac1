import { POLL_BATCH, pollEach } from '#platform/attempt/poll.ts'
import type { Platform } from '#platform/platform.ts'
import { processorNamed } from '../adapters/processors.ts'
import type { PaymentMethod } from '../methods/model.ts'
import { findAttachedMethods, saveDetachment } from '../methods/store.ts'

/** Removes a removed payment method at its processor, outside any transaction. Where it is unreachable the job asks again. */
export async function removeAtProcessor(platform: Platform, stored: PaymentMethod): Promise<void> {
  const { organizationId, processor, method } = stored
  const isDetached = await processorNamed(platform, processor).removeMethod({ organizationId, method })
  const now = platform.clock.now({ organizationId })
  await platform.database.transaction((tx) => saveDetachment(tx, stored, { isDetached, now }))
}

/** Removes at their processors the payment methods that were removed here: by their merchant, or because their customer was deleted. */
export async function removeAtProcessors(platform: Platform): Promise<void> {
  const removed = await findAttachedMethods(platform.database.db, POLL_BATCH)
  await pollEach(removed, (method) => removeAtProcessor(platform, method))
}
