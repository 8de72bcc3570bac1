import type { AssembledPlatform } from '#platform/assemble.ts'
import type { ControlResponder } from '#platform/database/directory/control-socket.ts'
import { createAdmin } from './create-admin.ts'
import { examineData } from './doctor.ts'
import { importUsers } from './import.ts'
import { workDeadJobs } from './jobs.ts'
import { migrateData } from './migrate.ts'
import type { DataCommand } from './remote-command.ts'
import { verifyBooks } from './verify-ledger.ts'

const works: Readonly<Record<string, DataCommand>> = {
  'create-admin': createAdmin,
  doctor: examineData,
  import: importUsers,
  jobs: workDeadJobs,
  migrate: migrateData,
  'verify-ledger': verifyBooks,
}

/** How a running server answers the verbs of the command line that need its data. */
export function controlResponderOf(platform: AssembledPlatform): ControlResponder {
  return async ({ verb, given }) => {
    const work = Object.hasOwn(works, verb) ? works[verb] : undefined
    if (!work) throw new Error(`The running server does not know '${verb}': it is of another version.`)
    return work({ database: platform.database, platform: async () => platform }, given)
  }
}
