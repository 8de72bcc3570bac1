import { verifyLedger } from '#money/orders/index.ts'
import { type DataCommand, runRemoteCommand } from './remote-command.ts'
import { exits, type Verb } from './verb.ts'

const FAULTS_SHOWN = 100

/** Recomputes every entry and compares it with its order; exit code 1 when one does not hold. */
export const verifyBooks: DataCommand = async ({ database }) => {
  const pending = await database.pendingMigrations()
  if (pending.length) throw new Error('The database is not up to date; run guildhall migrate first.')
  const { checked, orders, faults } = await verifyLedger(database.db)
  const shown = faults.slice(0, FAULTS_SHOWN)
  const lines = faults.length
    ? [
        `${faults.length} faults in ${checked} entries of ${orders} orders:`,
        ...shown.map(
          (fault) =>
            `  ${fault.entryId ? `entry ${fault.entryId}` : `order ${fault.orderId}`} of ${fault.organizationId}: ${fault.sentence}`,
        ),
        ...(faults.length > shown.length ? [`  and ${faults.length - shown.length} more`] : []),
      ]
    : [`The books hold: ${checked} entries of ${orders} orders.`]
  return { lines, json: { checked, orders, faults }, exitCode: faults.length ? exits.failed : exits.well }
}

export const verb: Verb = {
  summary: 'Recomputes every entry of the ledger against its order and names those that do not hold.',
  run: async ({ tell }) => {
    const worked = await runRemoteCommand({ name: 'verify-ledger', work: verifyBooks })
    tell(worked)
    return worked.exitCode
  },
}
