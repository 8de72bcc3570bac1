import { flushCompileCache } from 'node:module'
import { readSettings, type Settings } from '#platform/config.ts'
import { type Role, type RunningServer, type StartOptions, start } from '../main.ts'
import { buildWebApp } from './build-web-app.ts'
import { bundleServer } from './bundle-server.ts'
import { onStopSignal } from './stop-signal.ts'
import { exits, UsageFault, type Verb, type VerbCall } from './verb.ts'

const ROLES: readonly Role[] = ['all', 'web', 'worker']
/** A graceful stop that takes longer counts as failed. */
const STOP_WITHIN_MS = 9500
/** The exit code after an uncaught error. */
const EXIT_BUG = 70

export const verb: Verb = {
  usage: '[--role all|web|worker]',
  summary: 'Starts Guildhall: database, server, worker and web app in one process.',
  options: {
    role: {
      type: 'string',
      value: 'all|web|worker',
      sentence: 'What this process does: everything, serve requests only, or run jobs only.',
    },
    development: { type: 'boolean', sentence: 'Serves the web app from its sources.', isHidden: true },
  },
  details: ['The settings come from the environment; see docs/reference/configuration.md.'],
  run: async (call) => {
    const role = roleOf(call.options['role'])
    const settings = readSettings()
    const isDevelopment = call.options['development'] === true
    const bundled = isDevelopment ? undefined : bundleServer(call.print)
    const webApp = role === 'worker' ? null : isDevelopment ? 'sources' : await buildWebApp(call.print)
    await bundled
    const stopping = untilStopSignal()
    const running = await startUnlessStopped(settings, { role, webApp, print: call.print }, stopping)
    if (!running) return exits.ok
    exitOnBugs(running)
    reportStart(running, settings, call)
    // Otherwise it is written when the process exits, and never when it is killed.
    flushCompileCache()
    await stopping
    return stop(running)
  },
}

// A stop signal that arrives while the start still waits for the database cancels the start.
async function startUnlessStopped(settings: Settings, options: StartOptions, stopping: Promise<void>): Promise<RunningServer | undefined> {
  const abort = new AbortController()
  void stopping.then(() => abort.abort())
  try {
    return await start(settings, { ...options, signal: abort.signal })
  } catch (error) {
    if (abort.signal.aborted) return undefined
    throw error
  }
}

function roleOf(option: unknown): Role {
  const role = ROLES.find((each) => each === (option ?? 'all'))
  if (!role) throw new UsageFault(`--role must be one of ${ROLES.join(', ')}.`)
  return role
}

// The first signal starts a graceful stop, a second one exits at once.
function untilStopSignal(): Promise<void> {
  return new Promise((resolve) => onStopSignal(resolve))
}

// After an uncaught error the state of the process is unknown: it exits, as after a kill, and its supervisor restarts it.
function exitOnBugs({ platform }: RunningServer): void {
  process.on('uncaughtException', (error, origin) => {
    platform.log.error('Uncaught error.', { error, origin })
    process.exit(EXIT_BUG)
  })
}

async function stop(running: RunningServer): Promise<number> {
  const { log } = running.platform
  log.info('stopping')
  const late = setTimeout(() => {
    log.error('The graceful stop timed out.', { seconds: STOP_WITHIN_MS / 1000 })
    process.exit(exits.failed)
  }, STOP_WITHIN_MS)
  await running.stop()
  clearTimeout(late)
  log.info('stopped')
  process.exit(exits.ok)
}

function reportStart({ url, platform }: RunningServer, settings: Settings, { isJson, report }: VerbCall): void {
  const status = url ? `Guildhall is running at ${url}` : 'Guildhall runs jobs in the background.'
  if (settings.isProduction && !isJson) platform.log.info('started', { address: url ?? null, mail: platform.mailer.destination })
  else
    report({
      lines: ['', status, platform.mailer.destination, ...(url ? [`Next: open ${url}/sign-up and create your account.`] : []), ''],
      json: { address: url ?? null, mail: platform.mailer.destination, pid: process.pid },
    })
}
