import type { DataCommand } from './remote-command.ts'
import { runRemoteCommand } from './remote-command.ts'
import { exits, UsageFault, type Verb } from './verb.ts'

/** Applies what is missing, or with `isStatus` tells it; exit code 1 when something is missing. */
export const migrateData: DataCommand = async ({ database }, { isStatus }) => {
  if (isStatus) {
    const pending = await database.pendingMigrations()
    const lines = pending.length ? ['These migrations are not applied yet:', ...pending.map((name) => `  ${name}`)] : [UP_TO_DATE]
    return { lines, json: { pending }, exitCode: pending.length ? exits.failed : exits.well }
  }
  const applied = await database.migrate()
  const lines = applied.length ? ['Applied:', ...applied.map((name) => `  ${name}`)] : [UP_TO_DATE]
  return { lines, json: { applied }, exitCode: exits.well }
}

const UP_TO_DATE = 'The database is up to date.'

export const verb: Verb = {
  usage: '[up|status]',
  summary: 'Brings the database up to date (up), or tells what is missing (status).',
  args: 1,
  details: ['Without a word it is `up`. `status` ends with 1 when something is missing. A start migrates by itself.'],
  run: async ({ args: [word = 'up'], tell }) => {
    if (word !== 'up' && word !== 'status') throw new UsageFault(`'${word}' is neither up nor status.`)
    const worked = await runRemoteCommand({
      name: 'migrate',
      work: migrateData,
      given: { isStatus: word === 'status' },
      makesDatabase: word === 'up',
    })
    tell(worked)
    return worked.exitCode
  },
}
