// Starts the server: settings ▸ lock ▸ database ▸ migrations ▸ http and worker; and stops it gracefully.
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { present } from '#kernel/assert.ts'
import { type AssembledPlatform, assemblePlatform, databaseLocationOf, databaseWatches } from '#platform/assemble.ts'
import type { Settings } from '#platform/config.ts'
import { whenReachable } from '#platform/database/connection/wait-limit.ts'
import { type LockedDirectory, lockDirectory } from '#platform/database/directory/lock.ts'
import { unlessFull } from '#platform/database/disk-full.ts'
import { openDatabase } from '#platform/database/open.ts'
import { CLOCK_SKEW_MAX_MS, clockSkewMs } from '#platform/database/time/clock-skew.ts'
import type { GaugeReading } from '#platform/http/builtin/metrics.ts'
import type { PageSource } from '#platform/http/pages/source.ts'
import type { WebBuild } from '#platform/http/pages/web-build.ts'
import { createLog, type Log } from '#platform/log.ts'
import { releaseOrphanedLeases } from '#platform/orphaned-leases.ts'
import { settingWarnings } from '#platform/settings/warnings.ts'
import type { WorkProgress } from '#platform/work-control.ts'
import { countWork } from '#platform/worker/store.ts'
import type { Worker } from '#platform/worker/worker.ts'
import { type ShownProgress, startProgress } from './cli/progress.ts'

const ROOT = fileURLToPath(new URL('../', import.meta.url))

/** The role of a process: serve requests (`web`), run jobs (`worker`), or both (`all`). */
export type Role = 'all' | 'web' | 'worker'

/** Options of a start besides the settings. */
export interface StartOptions {
  readonly role: Role
  /** The web app that it serves: a build, or the sources, which reload on change; null for a worker. */
  readonly webApp: WebBuild | 'sources' | null
  /** Prints progress for the user who started it. */
  readonly print: (line: string) => void
  /** Cancels the wait for a database that does not answer yet. */
  readonly signal?: AbortSignal
}

/** A running Guildhall. */
export interface RunningServer {
  /** The URL at which it listens; undefined for a worker. */
  readonly url: string | undefined
  readonly platform: AssembledPlatform
  /** Finishes running requests, hands jobs back and closes the database, in less than ten seconds. */
  stop(): Promise<void>
}

/** The server cannot start; the message is for the user who started it. */
export class StartFault extends Error {
  override readonly name = 'StartFault'
}

/** Starts the roles of `options.role`. Rejects with a message if it cannot start; everything it opened is closed then. */
export async function start(settings: Settings, options: StartOptions): Promise<RunningServer> {
  const log = createLog(settings)
  const isEmbedded = settings.DATABASE_URL === undefined
  if (isEmbedded && options.role !== 'all')
    throw new StartFault(`--role ${options.role} needs DATABASE_URL: the embedded database belongs to one process.`)
  const lock = isEmbedded ? await lockDirectory(settings.DATA_DIR) : undefined
  const closers: (() => Promise<void>)[] = [async () => lock?.release()]
  const stop = async (): Promise<void> => {
    for (const close of closers.splice(0).toReversed()) await close()
  }
  try {
    const platform = await whenReachable(() => open(settings, { ...options, log }), options)
    closers.push(() => platform.close())
    const { liveKeyFault } = await import('./live-keys.ts')
    const fault = await liveKeyFault(platform)
    if (fault !== null) throw new StartFault(fault)
    const { worker, url } = await startRoles(platform, { ...options, lock, closers })
    await worker?.start()
    for (const { sentence, values } of settingWarnings(settings)) log.warn(sentence, values)
    const skewMs = await clockSkewMs(platform.database.db, platform.clock)
    if (Math.abs(skewMs) > CLOCK_SKEW_MAX_MS) log.warn('The clock of this machine differs from the clock of the database.', { skewMs })
    return { url, platform, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

interface OpenOptions extends StartOptions {
  readonly log: Log
}

async function open(settings: Settings, { log, print, webApp }: OpenOptions): Promise<AssembledPlatform> {
  // The modules load while the database opens.
  const [database, { composition }] = await Promise.all([
    openDatabase(databaseLocationOf(settings), databaseWatches(log)),
    import('./app.ts'),
    import('#platform/http/serve.ts'),
  ])
  const webBuild = webApp === 'sources' ? undefined : webApp?.id
  let progress: ShownProgress | undefined
  const onMigration = (migrations: WorkProgress): void => {
    progress ??= startProgress('Migrating the database')
    progress.report(migrations)
  }
  const parts = { bindings: composition.bindings, print, onMigration }
  try {
    const platform = await assemblePlatform(settings, { ...parts, log, database, webBuild }).finally(() => progress?.end())
    // The embedded database is locked by this process: the holder of any lease in it is dead (decision 14).
    if (database.mode === 'embedded') await unlessFull(undefined, () => releaseOrphanedLeases(database.db, platform.clock))
    return platform
  } catch (error) {
    await database.close()
    throw error
  }
}

interface ServeOptions extends StartOptions {
  readonly lock: LockedDirectory | undefined
  readonly closers: (() => Promise<void>)[]
}

async function startRoles(
  platform: AssembledPlatform,
  options: ServeOptions,
): Promise<{ worker: Worker | undefined; url: string | undefined }> {
  const { composition } = await import('./app.ts')
  const { createWorker } = await import('#platform/worker/worker.ts')
  const { role, lock, closers } = options
  const worker = role === 'web' ? undefined : createWorker({ platform, jobs: composition.jobs, listeners: composition.listeners })
  if (worker) closers.push(() => worker.stop())
  const url = role === 'worker' ? undefined : await serve(platform, options)
  if (lock) {
    const { controlResponderOf } = await import('./cli/control-client.ts')
    lock.setUrl(url ?? '')
    lock.setResponder(controlResponderOf(platform))
  }
  return { worker, url }
}

async function serve(platform: AssembledPlatform, { webApp, closers }: ServeOptions): Promise<string> {
  const { composition } = await import('./app.ts')
  const { buildServer } = await import('#platform/http/serve.ts')
  const { settings } = platform
  const server = await buildServer({
    platform,
    routes: composition.routes,
    callers: composition.callers,
    pages: await pagesOf(present(webApp, 'The web app of a server')),
    framedBy: composition.framedBy(platform),
    onAnswered: composition.onAnswered(platform),
    gauges: () => readings(platform),
  })
  closers.push(() => server.stop())
  await server.app.listen({ port: settings.PORT, host: settings.HOST }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'EADDRINUSE')
      throw new StartFault(`Port ${settings.PORT} is in use. Stop the process that listens on it, or set another PORT.`)
    if (error.code === 'EACCES')
      throw new StartFault(`The system does not allow this user to listen on port ${settings.PORT}. Set a PORT above 1023.`)
    throw error
  })
  const { port } = server.app.server.address() as AddressInfo
  // With PORT=0 the system chooses the port, which BASE_URL does not contain.
  return settings.PORT === 0 ? `http://localhost:${port}` : settings.BASE_URL
}

async function pagesOf(webApp: WebBuild | 'sources'): Promise<PageSource> {
  if (webApp === 'sources') return (await import('#platform/http/pages/vite-pages.ts')).vitePages(ROOT)
  return (await import('#platform/http/pages/built-pages.ts')).pagesOfBuild(ROOT, webApp)
}

async function readings({ database, clock }: AssembledPlatform): Promise<GaugeReading[]> {
  const work = await countWork(database.db, clock.now())
  const gauge = (name: string, help: string, value: number): GaugeReading => ({ name, help, values: [{ value }] })
  return [
    gauge('jobs_waiting', 'Jobs that are due, scheduled or running.', work.waitingJobs),
    gauge('jobs_dead', 'Jobs whose last attempt failed.', work.deadJobs),
    gauge('facts_waiting', 'Domain events that were not relayed yet.', work.waitingEvents),
    gauge('facts_oldest_seconds', 'Age of the oldest of them in seconds.', work.oldestEventSeconds),
  ]
}
