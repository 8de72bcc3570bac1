import { sum } from '#kernel/money.ts'

/**
 * The kinds of movements of a subscription's money. `captured`: by the payment of an order · `credit_used`: an order was paid with credit ·
 * `credited`: the rest of a period became credit of the customer · `refunded`: by us, also where the processor has not confirmed it ·
 * `taken_back`: by a dispute that is open or lost, or by a refund that was made at the processor itself.
 */
export const movementKinds = ['captured', 'credit_used', 'credited', 'refunded', 'taken_back'] as const
export type MovementKind = (typeof movementKinds)[number]

/** A movement of a subscription's money: minor units with the tax, above zero. */
export interface Movement {
  readonly kind: MovementKind
  readonly amount: number
  /** The order whose money it is; null for credit that names none. */
  readonly orderId: string | null
  readonly at: Date
  /** Decides the order of what happened in one millisecond, as `newId` does within one process. */
  readonly id: string
}

/** The money that was given back although it had not been received, in minor units with the tax. */
export interface Excess {
  /** The sum that had been received when too much was given back for the last time. */
  readonly received: number
  /** The sum that had been given back and taken back then. */
  readonly returned: number
  /** The sum that was given back beyond what was left, each time it was. */
  readonly tooMuch: number
}

const receiving: readonly MovementKind[] = ['captured', 'credit_used']

/**
 * Replays the movements of one subscription, or of one order: each time that we give something back, as credit or as a refund, at least
 * that much must be left of what was received. Null where that was always so. The sum is followed from instant to instant, because credit
 * that was never paid for pays later orders, and would then count as received.
 *
 * A sum that a bank or the processor takes back is a loss, and no fault. It takes the money of its own order alone: what of that was given
 * back before is lost, and lessens nothing that was received for other orders.
 */
export function findExcess(movements: readonly Movement[]): Excess | null {
  let [received, returned, left, tooMuch] = [0, 0, 0, 0]
  let excess: Excess | null = null
  const leftOfOrders = new Map<string | null, number>()
  for (const { kind, amount, orderId } of [...movements].sort(compare)) {
    const leftOfOrder = leftOfOrders.get(orderId) ?? 0
    if (receiving.includes(kind)) {
      received = sum([received, amount])
      left = sum([left, amount])
      leftOfOrders.set(orderId, sum([leftOfOrder, amount]))
      continue
    }
    returned = sum([returned, amount])
    leftOfOrders.set(orderId, Math.max(0, leftOfOrder - amount))
    const taken = kind === 'taken_back' ? Math.min(amount, leftOfOrder) : amount
    const lacking = Math.max(0, taken - left)
    left = Math.max(0, left - taken)
    if (lacking === 0 || kind === 'taken_back') continue
    tooMuch = sum([tooMuch, lacking])
    excess = { received, returned, tooMuch }
  }
  return excess
}

// A test clock stands still, and two processes do not number alike: what was captured at an instant counts before what was given back then.
function compare(one: Movement, other: Movement): number {
  const [isOneCaptured, isOtherCaptured] = [one.kind === 'captured', other.kind === 'captured']
  return (
    one.at.getTime() - other.at.getTime() ||
    Number(isOtherCaptured) - Number(isOneCaptured) ||
    (one.id < other.id ? -1 : Number(one.id > other.id))
  )
}
