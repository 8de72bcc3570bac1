// Runs the verbs that need the data: in the server that holds the embedded database, or in this process over a database of its own.
import { existsSync } from 'node:fs'
import { type AssembledPlatform, assemblePlatform, databaseLocationOf, databaseWatches } from '#platform/assemble.ts'
import { readSettings, type Settings } from '#platform/config.ts'
import type { OpenDatabase } from '#platform/database/database.ts'
import { NoServer, sendControlRequest } from '#platform/database/directory/control-socket.ts'
import { lockDirectory, lockPath } from '#platform/database/directory/lock.ts'
import { openDatabase } from '#platform/database/open.ts'
import { createLog } from '#platform/log.ts'
import type { WorkControl } from '#platform/work-control.ts'
import { startProgress } from './progress.ts'
import { onStopSignal } from './stop-signal.ts'

/** The context that a command works with. */
export interface CommandContext {
  readonly database: OpenDatabase
  /** The assembled platform; its database is migrated first. */
  readonly platform: () => Promise<AssembledPlatform>
  readonly control: WorkControl
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

/** The display of work that takes long. */
export interface WorkDisplay {
  /** The name of the work: `Importing users`. */
  readonly label: string
  /** Whether the first Ctrl-C ends it after its present batch instead of at once. */
  readonly endsAfterBatch?: boolean
}

/** The embedded database does not exist yet. */
export class NoDatabase extends Error {
  override readonly name = 'NoDatabase'
}

/**
 * Runs the command in the running embedded server through its control socket, otherwise in this process, and shows its progress on
 * standard error.
 */
export async function runRemoteCommand(command: RemoteCommand & WorkDisplay): Promise<CommandResult> {
  return withProgress(command, (control) => runWhereTheDataIs(command, control))
}

/** Shows the progress of `run`; with `endsAfterBatch` the first Ctrl-C aborts its signal, and a second one ends the process. */
export async function withProgress<T>({ label, endsAfterBatch }: WorkDisplay, run: (control: WorkControl) => Promise<T>): Promise<T> {
  const progress = startProgress(label)
  const stop = new AbortController()
  const endAfterBatch = (): void => {
    progress.note('Stopping after the present batch. Press Ctrl-C again to stop at once.')
    stop.abort()
  }
  const release = endsAfterBatch ? onStopSignal(endAfterBatch) : () => undefined
  try {
    return await run({ onProgress: progress.report, signal: stop.signal })
  } finally {
    release()
    progress.end()
  }
}

/** The same as `runRemoteCommand` for a part of some work, whose progress the caller shows. */
export async function runWhereTheDataIs(command: RemoteCommand, control: WorkControl): Promise<CommandResult> {
  const { name, run, input = {}, createsDatabase = false } = command
  const settings = readSettings()
  const runHere = () => runLocally(settings, (context) => run({ ...context, control }, input))
  if (settings.DATABASE_URL !== undefined) return runHere()
  if (!createsDatabase && !existsSync(databaseLocationOf(settings).directory))
    throw new NoDatabase(`There is no database in ${settings.DATA_DIR} yet; the first start creates it.`)
  if (existsSync(settings.DATA_DIR)) {
    try {
      return (await sendControlRequest(lockPath(settings.DATA_DIR), { verb: name, input }, { control })) as CommandResult
    } catch (error) {
      if (!(error instanceof NoServer)) throw error
    }
  }
  const lock = await lockDirectory(settings.DATA_DIR)
  try {
    return await runHere()
  } finally {
    await lock.release()
  }
}

type LocalContext = Omit<CommandContext, 'control'>

async function runLocally(settings: Settings, run: (context: LocalContext) => Promise<CommandResult>): Promise<CommandResult> {
  // Log lines would mix with the output of the verb.
  const log = createLog({ LOG_LEVEL: 'silent' })
  const database = await openDatabase(databaseLocationOf(settings), databaseWatches(log))
  let platform: Promise<AssembledPlatform> | undefined
  try {
    return await run({
      database,
      platform: () => {
        platform ??= import('../app.ts').then(({ composition: { bindings } }) =>
          assemblePlatform(settings, { bindings, log, database, keepsDatabase: true }),
        )
        return platform
      },
    })
  } finally {
    await (await platform?.catch(() => undefined))?.close()
    await database.close()
  }
}
