import { verifyEntries } from '#money/ledger/index.ts'
import { type DataWork, onData } from './errand.ts'
import { exits, type Verb } from './verb.ts'

const FAULTS_SHOWN = 100

/** Recomputes every entry; exit code 1 when one does not hold. */
export const verifyBooks: DataWork = async ({ database }) => {
  const pending = await database.pendingMigrations()
  if (pending.length) throw new Error('The database is not up to date; run guildhall migrate first.')
  const { checked, faults } = await verifyEntries(database.db)
  const shown = faults.slice(0, FAULTS_SHOWN)
  const lines = faults.length
    ? [
        `${faults.length} faults in ${checked} entries:`,
        ...shown.map(
          (fault) =>
            `  ${fault.entryId ? `entry ${fault.entryId}` : `order ${fault.orderId}`} of ${fault.organizationId}: ${fault.sentence}`,
        ),
        ...(faults.length > shown.length ? [`  and ${faults.length - shown.length} more`] : []),
      ]
    : [`The books hold: ${checked} entries.`]
  return { lines, json: { checked, faults }, exitCode: faults.length ? exits.failed : exits.well }
}

export const verb: Verb = {
  summary: 'Recomputes every entry of the ledger and names those that do not hold.',
  run: async ({ tell }) => {
    const worked = await onData({ name: 'verify-ledger', work: verifyBooks })
    tell(worked)
    return worked.exitCode
  },
}
