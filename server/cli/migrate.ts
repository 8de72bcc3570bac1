import { type DataCommand, runRemoteCommand } from './remote-command.ts'
import { exits, UsageFault, type Verb } from './verb.ts'

/** Applies pending migrations, or lists them with `isStatus`; exit code 1 if the list is not empty. */
export const migrateData: DataCommand = async ({ database, control }, { isStatus }) => {
  if (isStatus) {
    const pending = await database.pendingMigrations()
    const lines = pending.length ? ['These migrations are not applied yet:', ...pending.map((name) => `  ${name}`)] : [UP_TO_DATE]
    return { lines, json: { pending }, exitCode: pending.length ? exits.failed : exits.ok }
  }
  const applied = await database.migrate({ onProgress: control.onProgress })
  const lines = applied.length ? ['Applied:', ...applied.map((name) => `  ${name}`)] : [UP_TO_DATE]
  return { lines, json: { applied }, exitCode: exits.ok }
}

const UP_TO_DATE = 'The database is up to date.'

export const verb: Verb = {
  usage: '[up|status]',
  summary: 'Applies pending migrations (up), or lists them (status).',
  args: 1,
  details: ['The default is `up`. `status` exits with 1 if migrations are pending. `guildhall start` migrates by itself.'],
  run: async ({ args: [action = 'up'], report }) => {
    if (action !== 'up' && action !== 'status') throw new UsageFault(`'${action}' is neither up nor status.`)
    const result = await runRemoteCommand({
      name: 'migrate',
      run: migrateData,
      input: { isStatus: action === 'status' },
      createsDatabase: action === 'up',
      label: action === 'up' ? 'Migrating the database' : 'Reading the database',
    })
    report(result)
    return result.exitCode
  },
}
