import type { Row } from '#platform/resource/columns.ts'
import { list } from '#platform/resource/list.ts'
import { table } from '#platform/resource/table.ts'
import type { SandboxFault } from '../cards.ts'
import { sandboxChargeColumns } from '../model.ts'

declare module '#platform/database/tables.ts' {
  interface Tables {
    sandbox_charges: SandboxChargesTable
    sandbox_methods: SandboxMethodsTable
    sandbox_refunds: SandboxRefundsTable
  }
}

/** The rows of charges and set-ups, with what only the sandbox itself reads. */
export type SandboxChargesTable = Row<typeof sandboxChargeColumns> & {
  action_secret_digest: string | null
  sealed_action_secret: string | null
  fault: SandboxFault | null
  /** The number of the card; null for a token that names none. */
  card: string | null
  /** The expiry of the card, `MMYY`; null where its token names none. */
  card_expiry: string | null
  /** The saved method that is charged, or that is saved with the first success. */
  method_id: string | null
  /** The customer whose method is saved; null where none is. */
  saves_for: string | null
}

/** A saved method. */
export interface SandboxMethodsTable {
  organization_id: string
  id: string
  customer_id: string
  card: string
  created_at: Date
  removed_at: Date | null
}

/** A refund. A pending one already counts in `refunded_amount` of its charge. */
export interface SandboxRefundsTable {
  organization_id: string
  id: string
  /** The key of the request; null where it was made at the sandbox itself. */
  key: string | null
  charge_id: string
  amount: number
  status: 'pending' | 'succeeded' | 'failed'
  created_at: Date
}

/** The rows of charges, with what others may read. */
export const sandboxCharges = table('sandbox_charges', sandboxChargeColumns)

/**
 * The list of the sandbox's own record, like a merchant's account at a processor. It reads only the sandbox's table, so that our
 * records can be compared with it. Ids increase with time.
 */
export const sandboxChargeList = list(sandboxCharges, { newestFirst: 'sandbox_charges.id' })
