// The operations on an organization that need all its payments settled: its deletion, and the removal of its test data.
import { Refusal, refuseWhen } from '#kernel/refusal.ts'
import type { Tx } from '#platform/database/database.ts'
import type { Platform } from '#platform/platform.ts'
import { organizationRefusals } from '../refusals.ts'
import { closeOrganization, lockOrganizationForDeletion } from '../store.ts'

/** The payments of organizations, which a higher layer knows. */
export interface OrganizationPayments {
  /** Whether an organization has unsettled payments: taken, or possibly taken, and not yet booked or refunded. */
  isSettling(tx: Tx, organizationId: string): Promise<boolean>
  /** Cancels the open payment attempts of an organization, outside any transaction. Some may stay open. Returns whether one has succeeded. */
  cancel(platform: Platform, organizationId: string): Promise<boolean>
  /** Whether an organization has paid live orders, whose records must not be lost. */
  hasBooks(tx: Tx, organizationId: string): Promise<boolean>
  /** Copies these records without personal data, to stay after the deletion. */
  archive(tx: Tx, platform: Pick<Platform, 'clock'>, organizationId: string): Promise<void>
}

declare module '#platform/bindings.ts' {
  interface Bindings {
    readonly organizationPayments: OrganizationPayments
  }
}

/** Locks an organization, and refuses while one of its payments is unsettled: its outcome could not be recorded afterwards. */
export async function lockSettled(tx: Tx, { bindings }: Pick<Platform, 'bindings'>, organizationId: string): Promise<void> {
  await lockOrganizationForDeletion(tx, organizationId)
  refuseWhen(await bindings.organizationPayments.isSettling(tx, organizationId), organizationRefusals.paymentsUnsettled)
}

/** Seconds for which an organization starts no payment once its deletion has met an unsettled one. */
const CLOSED_SECONDS = 5 * 60
/** Attempts to delete: a payment may have started while the organization was being closed. */
const ROUNDS = 3

/** The work that runs in a transaction that begins with `lockSettled`. */
export interface SettledRun<T> {
  readonly organizationId: string
  readonly run: (tx: Tx) => Promise<T>
}

/**
 * Runs what needs every payment settled. Where one is not, the organization starts no other for five minutes and the open attempts are
 * cancelled at the processor, so that no buyer holds it up, neither by one payment left half-way nor by ever new ones. Refuses what cannot be
 * cancelled: a payment that has succeeded meanwhile must not lose its order.
 */
export async function runSettled<T>(
  transaction: <R>(run: (tx: Tx) => Promise<R>) => Promise<R>,
  { platform }: { readonly platform: Platform },
  { organizationId, run }: SettledRun<T>,
): Promise<T> {
  const first = await unlessUnsettled(() => transaction(run))
  if (!(first instanceof Refusal)) return first
  const until = new Date(platform.clock.now({ organizationId }).getTime() + CLOSED_SECONDS * 1000)
  await transaction((tx) => closeOrganization(tx, organizationId, until))
  let latest: T | Refusal = first
  for (let round = 1; latest instanceof Refusal && round <= ROUNDS; round += 1) {
    if (await platform.bindings.organizationPayments.cancel(platform, organizationId)) throw latest
    latest = await unlessUnsettled(() => transaction(run))
  }
  if (latest instanceof Refusal) throw latest
  return latest
}

// The refusal where a payment is unsettled; throws every other failure.
async function unlessUnsettled<T>(run: () => Promise<T>): Promise<T | Refusal> {
  try {
    return await run()
  } catch (error) {
    if (error instanceof Refusal && error.code === organizationRefusals.paymentsUnsettled.code) return error
    throw error
  }
}
