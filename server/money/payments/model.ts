import type { ProcessorName } from './processor.ts'

export type { ChargeOutcome, ProcessorName } from './processor.ts'

/**
 * `pending`: written down, the processor is being asked · `in_doubt`: asked, no certain answer · `requires_action`: the buyer
 * must approve it at the processor · `refunded`: taken twice and given back.
 */
export type PaymentStatus = 'pending' | 'in_doubt' | 'requires_action' | 'succeeded' | 'failed' | 'refunded'

/** One attempt to take money for something. `amount` is in minor units; times are UTC. */
export interface Payment {
  readonly organizationId: string
  readonly id: string
  /** What it is for: `checkout` and the checkout's id. */
  readonly purpose: string
  readonly purposeId: string
  readonly status: PaymentStatus
  readonly amount: number
  readonly currency: string
  readonly processor: ProcessorName
  /** The key by which the processor knows the attempt; it makes at most one charge for it. */
  readonly idempotencyKey: string
  readonly processorReference: string | null
  /** What the page needs to continue with the processor, sealed; only while an action is required. */
  readonly sealedActionSecret: string | null
  readonly declineCode: string | null
  readonly declineMessage: string | null
  readonly methodBrand: string | null
  readonly methodLast4: string | null
  readonly customerEmail: string | null
  /** When the processor was last asked what became of it. */
  readonly askedAt: Date | null
  /** When it succeeded or failed. */
  readonly settledAt: Date | null
  readonly createdAt: Date
  readonly modifiedAt: Date | null
}

/** The states in which an attempt may still succeed, and so blocks the next one for the same purpose. */
const unsettledStatuses = ['pending', 'in_doubt', 'requires_action'] as const satisfies readonly PaymentStatus[]

/** Whether the attempt may still succeed by itself. */
export function isUnsettled(payment: Pick<Payment, 'status'>): boolean {
  return (unsettledStatuses as readonly string[]).includes(payment.status)
}

/** The states of a charge in the sandbox's own record. `canceled`: given up before it was paid. */
export const sandboxChargeStatuses = ['requires_action', 'succeeded', 'declined', 'canceled', 'refunded'] as const

/** A charge in the sandbox's own record. `amount` is in minor units, zero where a key was given up before it was ever charged. */
export interface SandboxCharge {
  readonly organizationId: string
  readonly id: string
  /** What it was asked for with: at most one charge has it. */
  readonly key: string
  readonly status: (typeof sandboxChargeStatuses)[number]
  readonly amount: number
  readonly currency: string
  readonly declineCode: string | null
  readonly brand: string | null
  readonly last4: string | null
  /** How an attempt of ours names it. */
  readonly reference: string
  readonly createdAt: Date
}
