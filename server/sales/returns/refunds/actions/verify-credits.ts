import type { LedgerFault } from '#money/books/ledger/index.ts'
import type { Database } from '#platform/database/database.ts'
import { uncontrolled, type WorkControl, workInBatches } from '#platform/work-control.ts'
import { type CreditedCustomer, creditedCustomersAfter, movementsOf, overstatedOrders, type StoredMovement } from '../credit/reads.ts'
import { type Excess, findExcess } from '../credit/rules.ts'

/** Customers per batch, each with the subscriptions that have given credit to them. */
const BATCH = 200

/** Orders with too many credit notes that are listed. */
const LISTED_MAXIMUM = 100

/** The result of a verification of the credit of subscriptions. */
export interface VerifyCreditsResult {
  readonly faults: readonly LedgerFault[]
  /** Whether it was not stopped before the end. */
  readonly isComplete: boolean
}

/**
 * Compares for every subscription of every organization that has given credit what was given back with what was received (decision 91),
 * and for every order that credit names. Ends after a batch when `control` ends it. Writes nothing.
 */
export async function verifyCredits(db: Database, control: WorkControl = uncontrolled): Promise<VerifyCreditsResult> {
  const faults: LedgerFault[] = []
  const { isComplete } = await workInBatches<CreditedCustomer>(
    {
      noun: 'subscriptions with credit',
      size: BATCH,
      read: (last, size) => creditedCustomersAfter(db, last, size),
      work: async (customers) => {
        const bySubscription = [...Map.groupBy(await movementsOf(db, customers), keyOf).values()]
        faults.push(...bySubscription.flatMap(faultsOf))
        return bySubscription.length
      },
    },
    control,
  )
  return { faults, isComplete }
}

// Amounts of two currencies cannot be compared.
const keyOf = ({ organizationId, subscriptionId, currency }: StoredMovement) => `${organizationId} ${subscriptionId} ${currency}`

/** The fault of a subscription; where it has none as a whole, those of its orders that credit names. */
function faultsOf(movements: readonly StoredMovement[]): LedgerFault[] {
  const excess = findExcess(movements)
  if (excess) return movements.slice(0, 1).map(({ subscriptionId, ...of }) => toCreditFault(of, excess, { subscriptionId, orderId: null }))
  const named = new Set(movements.filter(({ kind }) => kind === 'credited').map(({ orderId }) => orderId))
  const byOrder = Map.groupBy(
    movements.filter(({ orderId }) => orderId !== null && named.has(orderId)),
    ({ orderId }) => orderId,
  )
  return [...byOrder].flatMap(([orderId, ofOrder]) => {
    const excessOfOrder = findExcess(ofOrder)
    return excessOfOrder
      ? ofOrder.slice(0, 1).map(({ subscriptionId, ...of }) => toCreditFault(of, excessOfOrder, { subscriptionId, orderId }))
      : []
  })
}

function toCreditFault(
  { organizationId, currency }: Pick<StoredMovement, 'organizationId' | 'currency'>,
  { received, returned, tooMuch }: Excess,
  { subscriptionId, orderId }: Pick<StoredMovement, 'subscriptionId' | 'orderId'>,
): LedgerFault {
  const subject = orderId === null ? `subscription ${subscriptionId}` : `order ${orderId}`
  const sentence = `of ${subject}: ${received} ${currency} was received and ${returned} given back, ${tooMuch} too much`
  return { organizationId, entryId: null, orderId, subscriptionId, sentence }
}

/** The orders of all organizations whose credit notes state more than the order. */
export async function verifyCreditNotes(db: Database): Promise<LedgerFault[]> {
  const overstated = await overstatedOrders(db, LISTED_MAXIMUM)
  return overstated.map(({ organizationId, orderId, currency, total, stated }) => ({
    organizationId,
    entryId: null,
    orderId,
    sentence: `of order ${orderId}: its credit notes state ${stated} ${currency}, which is more than ${total}`,
  }))
}
