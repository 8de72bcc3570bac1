import { faultSentence, verifyUsage } from '#money/usage/counts/index.ts'
import { type DataCommand, runRemoteCommand } from '../remote-command.ts'
import { exits, type Verb } from '../verb.ts'

/** Recomputes from every event what is stored about them; exit code 1 if it differs. */
export const verifyUsageData: DataCommand = async ({ database, control }) => {
  const pending = await database.pendingMigrations()
  if (pending.length) throw new Error('The database is not up to date; run guildhall migrate first.')
  const { organizations, events, faults, isComplete } = await verifyUsage(database, control)
  const { count, listed } = faults
  const lines = count
    ? [
        `${count} faults in ${events} events of ${organizations} organizations:`,
        ...listed.map((fault) => `  ${faultSentence(fault)}`),
        ...(count > listed.length ? [`  and ${count - listed.length} more`] : []),
      ]
    : [`The usage is consistent: ${events} events of ${organizations} organizations.`]
  if (!isComplete) lines.push('The verification was stopped before its end. It begins anew when it is run again.')
  const exitCode = count ? exits.failed : isComplete ? exits.ok : exits.stopped
  return { lines, json: { organizations, events, count, faults: listed, isComplete }, exitCode }
}

export const verb: Verb = {
  summary: 'Recomputes the figures of meters from the events and lists those that differ.',
  run: async ({ report }) => {
    const result = await runRemoteCommand({
      name: 'verify-usage',
      run: verifyUsageData,
      label: 'Verifying the usage',
      endsAfterBatch: true,
    })
    report(result)
    return result.exitCode
  },
}
