// The start: settings ▸ lock ▸ database ▸ migrate ▸ http and worker ▸ say where; and the gentle stop.
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { type AssembledPlatform, assemblePlatform, databaseLocationOf, watchesOf } from '#platform/assemble.ts'
import type { Settings } from '#platform/config.ts'
import { onceThere } from '#platform/database/connection/wait-limit.ts'
import { type LockedDirectory, lockDirectory } from '#platform/database/directory/lock.ts'
import { unlessFull } from '#platform/database/full.ts'
import { openDatabase } from '#platform/database/open.ts'
import type { PageSource } from '#platform/http/pages/source.ts'
import type { Reading } from '#platform/http/plain/metrics.ts'
import { createLog, type Log } from '#platform/log.ts'
import { releaseOrphanedLeases } from '#platform/orphaned-leases.ts'
import { countWork } from '#platform/worker/store.ts'
import type { Worker } from '#platform/worker/worker.ts'

const ROOT = fileURLToPath(new URL('../', import.meta.url))

/** What a process does: answer requests, work in the background, or both. */
export type Role = 'all' | 'web' | 'worker'

/** What a start is told besides the settings. */
export interface StartOptions {
  readonly role: Role
  /** Serves the web app from its sources, reloading on change. */
  readonly isDevelopment: boolean
  /** Told what is going on, for the person who started it. */
  readonly say: (line: string) => void
  /** Ends the wait for a database that is not there yet. */
  readonly signal?: AbortSignal
}

/** A running Guildhall. */
export interface Running {
  /** Where it listens; undefined for a worker alone. */
  readonly address: string | undefined
  readonly platform: AssembledPlatform
  /** Finishes what was asked, hands jobs back, closes the database; under ten seconds. */
  stop(): Promise<void>
}

/** A start that cannot be: a sentence for the person who tried. */
export class StartFault extends Error {
  override readonly name = 'StartFault'
}

/** Starts what `options.role` asks for. Rejects with a sentence when it cannot; nothing is left open then. */
export async function start(settings: Settings, options: StartOptions): Promise<Running> {
  const log = createLog(settings)
  const isEmbedded = settings.DATABASE_URL === undefined
  if (isEmbedded && options.role !== 'all')
    throw new StartFault(`--role ${options.role} needs DATABASE_URL: the embedded database belongs to one process.`)
  const held = isEmbedded ? await lockDirectory(settings.DATA_DIR) : undefined
  const ending: (() => Promise<void>)[] = [async () => held?.release()]
  const stop = async (): Promise<void> => {
    for (const end of ending.splice(0).toReversed()) await end()
  }
  try {
    const platform = await onceThere(() => open(settings, { log, say: options.say }), options)
    ending.push(() => platform.close())
    const { worker, address } = await work(platform, { ...options, held, ending })
    await worker?.start()
    warn(settings, log)
    return { address, platform, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

interface Opening {
  readonly log: Log
  readonly say: (line: string) => void
}

async function open(settings: Settings, { log, say }: Opening): Promise<AssembledPlatform> {
  // The app is read while the database opens.
  const [database] = await Promise.all([
    openDatabase(databaseLocationOf(settings), watchesOf(log)),
    import('./app.ts'),
    import('#platform/http/serve.ts'),
  ])
  try {
    const platform = await assemblePlatform(settings, { log, database, say })
    // The embedded database is locked to this process: whoever held a lease there is dead (decision 14).
    if (database.mode === 'embedded') await unlessFull(undefined, () => releaseOrphanedLeases(database.db, platform.clock.now()))
    return platform
  } catch (error) {
    await database.close()
    throw error
  }
}

interface Around extends StartOptions {
  readonly held: LockedDirectory | undefined
  readonly ending: (() => Promise<void>)[]
}

async function work(platform: AssembledPlatform, around: Around): Promise<{ worker: Worker | undefined; address: string | undefined }> {
  const { composition } = await import('./app.ts')
  const { createWorker } = await import('#platform/worker/worker.ts')
  const { role, held, ending } = around
  const worker = role === 'web' ? undefined : createWorker({ platform, jobs: composition.jobs, listeners: composition.listeners })
  if (worker) ending.push(() => worker.stop())
  const address = role === 'worker' ? undefined : await serve(platform, around)
  if (held) {
    const { controlResponderOf } = await import('./cli/control-client.ts')
    held.setAddress(address ?? '')
    held.setAnswering(controlResponderOf(platform))
  }
  return { worker, address }
}

async function serve(platform: AssembledPlatform, { isDevelopment, ending }: Around): Promise<string> {
  const { composition } = await import('./app.ts')
  const { buildServer } = await import('#platform/http/serve.ts')
  const { settings } = platform
  const server = await buildServer({
    platform,
    routes: composition.routes,
    callers: composition.callers,
    pages: await pagesOf(isDevelopment),
    readings: () => readings(platform),
  })
  ending.push(() => server.stop())
  await server.app.listen({ port: settings.PORT, host: settings.HOST }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'EADDRINUSE') throw new StartFault(`Port ${settings.PORT} is in use. Stop what listens there, or set another PORT.`)
    if (error.code === 'EACCES') throw new StartFault(`Port ${settings.PORT} is not ours to listen on. Set a PORT above 1023.`)
    throw error
  })
  const { port } = server.app.server.address() as AddressInfo
  // A port that was left to the system is not in BASE_URL.
  return settings.PORT === 0 ? `http://localhost:${port}` : settings.BASE_URL
}

async function pagesOf(isDevelopment: boolean): Promise<PageSource> {
  if (!isDevelopment) return (await import('#platform/http/pages/built.ts')).builtPages(`${ROOT}dist`)
  return (await import('#platform/http/pages/vite.ts')).vitePages(ROOT)
}

async function readings({ database, clock }: AssembledPlatform): Promise<Reading[]> {
  const work = await countWork(database.db, clock.now())
  const one = (name: string, help: string, value: number): Reading => ({ name, help, values: [{ value }] })
  return [
    one('jobs_waiting', 'Jobs that are due, planned or running.', work.waitingJobs),
    one('jobs_dead', 'Jobs that failed for good.', work.deadJobs),
    one('facts_waiting', 'Facts that were not handed on yet.', work.waitingFacts),
    one('facts_oldest_seconds', 'How long the oldest of them has waited.', work.oldestFactSeconds),
  ]
}

// What is harmless on a developer's machine and worth a line on every start elsewhere.
function warn(settings: Settings, log: Log): void {
  const allowed = settings.OUTBOUND_ALLOW.filter((entry) => entry !== 'none')
  if (settings.isProduction && allowed.length)
    log.warn('Outbound calls may reach addresses that are not public.', { OUTBOUND_ALLOW: allowed.join(', ') })
  if (settings.isProduction && settings.SOCIAL_ENDPOINT_PROXY !== undefined)
    log.warn('Calls to providers go through another server, which sees their secrets.', {
      SOCIAL_ENDPOINT_PROXY: settings.SOCIAL_ENDPOINT_PROXY,
    })
  if (settings.isProduction && !settings.RATE_LIMIT_ENABLED) log.warn('Requests are not limited.', { RATE_LIMIT_ENABLED: false })
  if (!settings.isProduction && settings.DATABASE_URL && !settings.AUTH_SECRET)
    log.warn('AUTH_SECRET is not set: the one kept in DATA_DIR is used, which other machines do not have.', { DATA_DIR: settings.DATA_DIR })
}
