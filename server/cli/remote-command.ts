// Runs the verbs that need the data: in the server that holds the embedded database, or in this process over a database of its own.
import { existsSync } from 'node:fs'
import { type AssembledPlatform, assemblePlatform, databaseLocationOf, databaseWatches } from '#platform/assemble.ts'
import { readSettings, type Settings } from '#platform/config.ts'
import type { OpenDatabase } from '#platform/database/database.ts'
import { NoServer, sendControlRequest } from '#platform/database/directory/control-socket.ts'
import { lockDirectory, lockPath } from '#platform/database/directory/lock.ts'
import { openDatabase } from '#platform/database/open.ts'
import { createLog } from '#platform/log.ts'

/** What a command works with. */
export interface CommandContext {
  readonly database: OpenDatabase
  /** The assembled platform; its database is migrated first. */
  readonly platform: () => Promise<AssembledPlatform>
}

/** The result of a command: plain values, because it may come over the control socket. */
export interface CommandResult {
  readonly lines: readonly string[]
  readonly json: unknown
  readonly exitCode: number
}

/** The part of a verb that needs the data. `input` is plain values, which the command validates itself. */
export type DataCommand = (context: CommandContext, input: Readonly<Record<string, unknown>>) => Promise<CommandResult>

/** A command and its input. */
export interface RemoteCommand {
  /** The name under which a running server knows the command. */
  readonly name: string
  readonly run: DataCommand
  readonly input?: Readonly<Record<string, unknown>>
  /** Whether a missing embedded database is created; otherwise the command rejects with `NoDatabase`. */
  readonly createsDatabase?: boolean
}

/** The embedded database does not exist yet. */
export class NoDatabase extends Error {
  override readonly name = 'NoDatabase'
}

/** Runs the command in the running embedded server through its control socket, otherwise in this process. */
export async function runRemoteCommand({ name, run, input = {}, createsDatabase = false }: RemoteCommand): Promise<CommandResult> {
  const settings = readSettings()
  if (settings.DATABASE_URL !== undefined) return runLocally(settings, (context) => run(context, input))
  if (!createsDatabase && !existsSync(databaseLocationOf(settings).directory))
    throw new NoDatabase(`There is no database in ${settings.DATA_DIR} yet; the first start creates it.`)
  if (existsSync(settings.DATA_DIR)) {
    try {
      return (await sendControlRequest(lockPath(settings.DATA_DIR), { verb: name, input })) as CommandResult
    } catch (error) {
      if (!(error instanceof NoServer)) throw error
    }
  }
  const lock = await lockDirectory(settings.DATA_DIR)
  try {
    return await runLocally(settings, (context) => run(context, input))
  } finally {
    await lock.release()
  }
}

async function runLocally(settings: Settings, run: (context: CommandContext) => Promise<CommandResult>): Promise<CommandResult> {
  // Log lines would mix with the output of the verb.
  const log = createLog({ LOG_LEVEL: 'silent' })
  const database = await openDatabase(databaseLocationOf(settings), databaseWatches(log))
  let platform: Promise<AssembledPlatform> | undefined
  try {
    return await run({
      database,
      platform: () => {
        platform ??= import('../app.ts').then(() => assemblePlatform(settings, { log, database, keepsDatabase: true }))
        return platform
      },
    })
  } finally {
    await (await platform?.catch(() => undefined))?.close()
    await database.close()
  }
}
