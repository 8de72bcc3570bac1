// Where verbs that need the data run: in the server that holds the embedded database, or here, over a database of our own.
import { existsSync } from 'node:fs'
import { type AssembledPlatform, assemblePlatform, databaseLocationOf, watchesOf } from '#platform/assemble.ts'
import { readSettings, type Settings } from '#platform/config.ts'
import type { OpenDatabase } from '#platform/database/database.ts'
import { NoServer, sendControlRequest } from '#platform/database/directory/control-socket.ts'
import { lockDirectory, lockPath } from '#platform/database/directory/lock.ts'
import { openDatabase } from '#platform/database/open.ts'
import { createLog } from '#platform/log.ts'

/** What a verb works on. */
export interface CommandContext {
  readonly database: OpenDatabase
  /** The whole platform, over a schema that is up to date. */
  readonly platform: () => Promise<AssembledPlatform>
}

/** What came of a verb: plain values, for they may travel through the door. */
export interface CommandResult {
  readonly lines: readonly string[]
  readonly json: unknown
  readonly exitCode: number
}

/** The part of a verb that needs the data. `given` are plain values, checked by the verb itself. */
export type DataCommand = (place: CommandContext, given: Readonly<Record<string, unknown>>) => Promise<CommandResult>

/** What is to be done with the data. */
export interface RemoteCommand {
  /** How a running server knows it. */
  readonly name: string
  readonly work: DataCommand
  readonly given?: Readonly<Record<string, unknown>>
  /** Whether an embedded database that does not exist is made; else that is refused. */
  readonly makesDatabase?: boolean
}

/** There is no embedded database yet. */
export class NoDatabase extends Error {
  override readonly name = 'NoDatabase'
}

/** Runs the errand through the door of a running embedded server, else here. */
export async function runRemoteCommand({ name, work, given = {}, makesDatabase = false }: RemoteCommand): Promise<CommandResult> {
  const settings = readSettings()
  if (settings.DATABASE_URL !== undefined) return here(settings, (place) => work(place, given))
  if (!makesDatabase && !existsSync(databaseLocationOf(settings).directory))
    throw new NoDatabase(`There is no database in ${settings.DATA_DIR} yet; the first start makes it.`)
  if (existsSync(settings.DATA_DIR)) {
    try {
      return (await sendControlRequest(lockPath(settings.DATA_DIR), { verb: name, given })) as CommandResult
    } catch (error) {
      if (!(error instanceof NoServer)) throw error
    }
  }
  const held = await lockDirectory(settings.DATA_DIR)
  try {
    return await here(settings, (place) => work(place, given))
  } finally {
    await held.release()
  }
}

async function here(settings: Settings, work: (place: CommandContext) => Promise<CommandResult>): Promise<CommandResult> {
  // Its lines would mix with the verb's answer.
  const log = createLog({ LOG_LEVEL: 'silent' })
  const database = await openDatabase(databaseLocationOf(settings), watchesOf(log))
  let platform: Promise<AssembledPlatform> | undefined
  try {
    return await work({
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
