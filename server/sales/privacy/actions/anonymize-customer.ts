import { anonymizeOrders, eraseOrderEmails } from '#money/billing/orders/index.ts'
import { anonymizeSubscriptions } from '#money/billing/subscriptions/index.ts'
import { erasePaymentMethods } from '#money/payments/index.ts'
import { eraseCreditNotes } from '#money/usage/credit/index.ts'
import { anonymizeRefusedLines } from '#money/usage/event-imports/index.ts'
import { anonymizeEvents } from '#money/usage/events/index.ts'
import { eraseCustomerFromAuditLog } from '#platform/audit/erasure.ts'
import type { Tx } from '#platform/database/database.ts'
import type { Platform } from '#platform/platform.ts'
import type { JobOutcome } from '#platform/worker/job.ts'
import { eraseDownloads } from '#sales/access/downloads/index.ts'
import { eraseGrantAccounts } from '#sales/access/grants/index.ts'
import { eraseActivations } from '#sales/access/license-keys/index.ts'
import { anonymizeCheckouts, anonymizeNamedCheckouts } from '#sales/checkouts/index.ts'

/** The rows of one transaction: few enough that nothing waits long for their locks. */
const BATCH_SIZE = 200
/** A payment in progress is settled within a day, and access at another service is taken within days; what names the customer is erased then. */
const AGAIN_SECONDS = 3600

/** An anonymized customer. */
export interface AnonymizeCustomerInput {
  readonly organizationId: string
  readonly customerId: string
  /** The email and the merchant's id that it had: rows that name it by nothing else are found by them. */
  readonly email?: string | null | undefined
  readonly externalId?: string | null | undefined
}

/**
 * Erases what orders, subscriptions, checkouts, payments, payment methods, credits, grants, downloads, usage events and imports of them say about a
 * customer, the activations of license keys, and where the customer's requests came from, in batches. Runs again while a payment of the customer is
 * in progress, or access of theirs is still to be taken at another service.
 */
export async function anonymizeCustomer(platform: Platform, input: AnonymizeCustomerInput): Promise<JobOutcome> {
  const { database, clock } = platform
  const { organizationId, customerId, email = null, externalId = null } = input
  const customer = { organizationId, customerId }
  const isAnyHeld = await database.transaction(async (tx) => {
    await erasePaymentMethods(tx, { ...customer, now: clock.now(customer) })
    await eraseCreditNotes(tx, customer)
    await eraseDownloads(tx, customer)
    await eraseCustomerFromAuditLog(tx, customer)
    return eraseGrantAccounts(tx, customer)
  })
  const batch = { ...customer, limit: BATCH_SIZE }
  const batches: readonly ((tx: Tx) => Promise<number>)[] = [
    (tx) => anonymizeOrders(tx, batch),
    (tx) => anonymizeSubscriptions(tx, batch),
    (tx) => eraseOrderEmails(tx, batch),
    (tx) => eraseActivations(tx, batch),
    (tx) => anonymizeNamedCheckouts(tx, { organizationId, email, externalId, limit: BATCH_SIZE }),
  ]
  for (const erase of batches) for (let erased = BATCH_SIZE; erased === BATCH_SIZE; ) erased = await database.transaction(erase)
  await anonymizeEvents(platform, customer)
  const names = [customerId, email, externalId].filter((name) => name !== null)
  await anonymizeRefusedLines(platform, { organizationId, names })
  for (;;) {
    const { erased, isAnyConfirmed } = await database.transaction((tx) => anonymizeCheckouts(tx, batch))
    if (erased < BATCH_SIZE) return isAnyConfirmed || isAnyHeld ? { againInSeconds: AGAIN_SECONDS } : undefined
  }
}
