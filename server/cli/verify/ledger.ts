import type { LedgerFault } from '#money/books/ledger/index.ts'
import { verifyBooks } from '#sales/returns/refunds/index.ts'
import { type DataCommand, runRemoteCommand } from '../remote-command.ts'
import { exits, type Verb } from '../verb.ts'

const LISTED_MAX = 100

/** Recomputes the books, and compares credit with what was received; exit code 1 if something is at fault. Writes nothing. */
export const verifyLedgerData: DataCommand = async ({ database, control }) => {
  const pending = await database.pendingMigrations()
  if (pending.length) throw new Error('The database is not up to date; run guildhall migrate first.')
  const { checked, orders, faults, isComplete, refunds } = await verifyBooks(database.db, control)
  const listed = faults.slice(0, LISTED_MAX)
  const lines = faults.length
    ? [
        `${faults.length} faults in ${checked} entries of ${orders} orders:`,
        ...listed.map((fault) => `  ${subjectOf(fault)}: ${fault.sentence}`),
        ...(faults.length > listed.length ? [`  and ${faults.length - listed.length} more`] : []),
      ]
    : [`The ledger is consistent: ${checked} entries of ${orders} orders and ${refunds} refunds.`]
  if (!isComplete) lines.push('The verification was stopped before its end. It begins anew when it is run again.')
  const exitCode = faults.length ? exits.failed : isComplete ? exits.ok : exits.stopped
  return { lines, json: { checked, orders, refunds, faults, isComplete }, exitCode }
}

// A fault of credit or of a series of documents concerns neither an entry nor an order.
function subjectOf({ organizationId, entryId, orderId }: LedgerFault): string {
  if (entryId !== null) return `entry ${entryId} of ${organizationId}`
  return orderId === null ? `organization ${organizationId}` : `order ${orderId} of ${organizationId}`
}

export const verb: Verb = {
  summary: 'Recomputes every ledger entry from its order and lists inconsistent entries.',
  run: async ({ report }) => {
    const result = await runRemoteCommand({
      name: 'verify-ledger',
      run: verifyLedgerData,
      label: 'Verifying the ledger',
      endsAfterBatch: true,
    })
    report(result)
    return result.exitCode
  },
}
