import type { AssembledPlatform } from '#platform/assemble.ts'
import type { ControlResponder } from '#platform/database/directory/control-socket.ts'
import { showBooks } from './books.ts'
import { manageCatchUp } from './catch-up.ts'
import { createAdmin } from './create-admin.ts'
import { examineData } from './doctor.ts'
import { importUsers } from './import.ts'
import { manageDeadJobs } from './jobs.ts'
import { migrateData } from './migrate.ts'
import { managePayouts } from './payouts.ts'
import type { DataCommand } from './remote-command.ts'
import { resealValues } from './secret.ts'
import { manageTestClock } from './test-clock/clock.ts'
import { verifyLedgerData } from './verify/ledger.ts'
import { verifyMetricsData } from './verify/metrics.ts'
import { verifyUsageData } from './verify/usage.ts'
import { followEvents } from './webhooks/listen.ts'
import { triggerEvent } from './webhooks/trigger.ts'

const commands: Readonly<Record<string, DataCommand>> = {
  books: showBooks,
  'catch-up': manageCatchUp,
  clock: manageTestClock,
  'create-admin': createAdmin,
  doctor: examineData,
  import: importUsers,
  jobs: manageDeadJobs,
  listen: followEvents,
  migrate: migrateData,
  payouts: managePayouts,
  secret: resealValues,
  trigger: triggerEvent,
  'verify-ledger': verifyLedgerData,
  'verify-usage': verifyUsageData,
  'verify-metrics': verifyMetricsData,
}

/** Runs the verbs of the command line that need the data of the running server. */
export function controlResponderOf(platform: AssembledPlatform): ControlResponder {
  return async ({ verb, input }, control) => {
    const command = Object.hasOwn(commands, verb) ? commands[verb] : undefined
    if (!command) throw new Error(`The running server does not know '${verb}': it is a different version.`)
    return command({ database: platform.database, platform: async () => platform, control }, input)
  }
}
