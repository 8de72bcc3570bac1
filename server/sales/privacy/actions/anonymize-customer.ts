import { eraseCreditNotes } from '#money/customer-credit/index.ts'
import { anonymizeRefusedLines } from '#money/event-imports/index.ts'
import { anonymizeOrders } from '#money/orders/index.ts'
import { erasePaymentMethods } from '#money/payments/index.ts'
import { anonymizeEvents } from '#money/usage-events/index.ts'
import type { Platform } from '#platform/platform.ts'
import type { JobOutcome } from '#platform/worker/job.ts'
import { anonymizeCheckouts } from '#sales/checkouts/index.ts'
import { eraseDownloads } from '#sales/downloads/index.ts'
import { eraseGrantAccounts } from '#sales/grants/index.ts'
import { eraseActivations } from '#sales/license-keys/index.ts'

/** The rows of one transaction: few enough that nothing waits long for their locks. */
const BATCH_SIZE = 200
/** A payment in progress is settled within a day, and access at another service is taken within days; what names the customer is erased then. */
const AGAIN_SECONDS = 3600

/** An anonymized customer. */
export interface AnonymizeCustomerInput {
  readonly organizationId: string
  readonly customerId: string
}

/**
 * Erases what orders, checkouts, payments, payment methods, credits, grants, downloads, usage events and imports of them say about a customer, and
 * the activations of license keys, in batches. Runs again while a payment of the customer is in progress, or access of theirs is still to be taken
 * at another service.
 */
export async function anonymizeCustomer(platform: Platform, input: AnonymizeCustomerInput): Promise<JobOutcome> {
  const { database, clock } = platform
  const isAnyHeld = await database.transaction(async (tx) => {
    await erasePaymentMethods(tx, { ...input, now: clock.now(input) })
    await eraseCreditNotes(tx, input)
    await eraseDownloads(tx, input)
    return eraseGrantAccounts(tx, input)
  })
  const batch = { ...input, limit: BATCH_SIZE }
  for (let erased = BATCH_SIZE; erased === BATCH_SIZE; ) erased = await database.transaction((tx) => anonymizeOrders(tx, batch))
  for (let erased = BATCH_SIZE; erased === BATCH_SIZE; ) erased = await database.transaction((tx) => eraseActivations(tx, batch))
  await anonymizeEvents(platform, input)
  await anonymizeRefusedLines(platform, input)
  for (;;) {
    const { erased, isAnyConfirmed } = await database.transaction((tx) => anonymizeCheckouts(tx, batch))
    if (erased < BATCH_SIZE) return isAnyConfirmed || isAnyHeld ? { againInSeconds: AGAIN_SECONDS } : undefined
  }
}
