import { verifyMetrics } from '#sales/metrics/index.ts'
import { type DataCommand, runRemoteCommand } from '../remote-command.ts'
import { exits, type Verb } from '../verb.ts'

/** Recomputes from every sale what is stored about it; exit code 1 if it differs. */
export const verifyMetricsData: DataCommand = async ({ database, control }) => {
  const pending = await database.pendingMigrations()
  if (pending.length) throw new Error('The database is not up to date; run guildhall migrate first.')
  const { organizations, count, faults, isComplete } = await verifyMetrics(database, control)
  const lines = count
    ? [
        `${count} faults in the figures of ${organizations} organizations:`,
        ...faults.map(({ organizationId, sentence }) => `  organization ${organizationId}: ${sentence}`),
        ...(count > faults.length ? [`  and ${count - faults.length} more`] : []),
      ]
    : [`The metrics are consistent: ${organizations} organizations.`]
  if (!isComplete) lines.push('The verification was stopped before its end. It begins anew when it is run again.')
  const exitCode = count ? exits.failed : isComplete ? exits.ok : exits.stopped
  return { lines, json: { organizations, count, faults, isComplete }, exitCode }
}

export const verb: Verb = {
  summary: 'Recomputes the figures of the metrics from the sales and lists those that differ.',
  run: async ({ report }) => {
    const result = await runRemoteCommand({
      name: 'verify-metrics',
      run: verifyMetricsData,
      label: 'Verifying the metrics',
      endsAfterBatch: true,
    })
    report(result)
    return result.exitCode
  },
}
