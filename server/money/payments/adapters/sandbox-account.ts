import type { Row } from '#platform/resource/columns.ts'
import { list } from '#platform/resource/list.ts'
import { table } from '#platform/resource/table.ts'
import type { SandboxFault } from '../cards.ts'
import { sandboxChargeColumns } from '../model.ts'

declare module '#platform/database/tables.ts' {
  interface Tables {
    sandbox_charges: SandboxChargesTable
  }
}

/** The rows of charges, with what only the sandbox itself reads. */
export type SandboxChargesTable = Row<typeof sandboxChargeColumns> & {
  action_secret_digest: string | null
  sealed_action_secret: string | null
  fault: SandboxFault | null
}

/**
 * The list of the sandbox's own record, like a merchant's account at a processor. It reads only the sandbox's table, so that our
 * records can be compared with it. Ids increase with time.
 */
export const sandboxChargeList = list(table('sandbox_charges', sandboxChargeColumns), { newestFirst: 'sandbox_charges.id' })
