import { monotonicMs } from '#platform/clock.ts'
import { readSettings, type Settings } from '#platform/config.ts'
import { type Role, type Running, type StartOptions, start } from '../main.ts'
import { buildWebApp } from './build-web-app.ts'
import { exits, UsageFault, type Verb, type VerbCall } from './verb.ts'

const ROLES: readonly Role[] = ['all', 'web', 'worker']
/** A gentle stop that takes longer has failed. */
const STOP_WITHIN_MS = 9500
const SAME_SIGNAL_MS = 500
/** The exit code after a mistake of ours. */
const BUG = 70

export const verb: Verb = {
  usage: '[--role all|web|worker]',
  summary: 'Starts Guildhall: database, server, worker and web app in one process.',
  options: {
    role: {
      type: 'string',
      value: 'all|web|worker',
      sentence: 'What this process does: everything, answer requests, or work in the background.',
    },
    development: { type: 'boolean', sentence: 'Serves the web app from its sources.', isHidden: true },
  },
  details: ['Settings are read from the environment; see docs/reference/configuration.md.'],
  run: async (call) => {
    const role = roleOf(call.options['role'])
    const settings = readSettings()
    const isDevelopment = call.options['development'] === true
    if (role !== 'worker' && !isDevelopment) await buildWebApp(call.say)
    const stopping = untilStopped()
    const running = await startUnlessStopped(settings, { role, isDevelopment, say: call.say }, stopping)
    if (!running) return exits.well
    endOnBugs(running)
    welcome(running, settings, call)
    await stopping
    return stop(running)
  },
}

// Who is asked to stop while the database is still waited for has nothing to finish.
async function startUnlessStopped(settings: Settings, options: StartOptions, stopping: Promise<void>): Promise<Running | undefined> {
  const asked = new AbortController()
  void stopping.then(() => asked.abort())
  try {
    return await start(settings, { ...options, signal: asked.signal })
  } catch (error) {
    if (asked.signal.aborted) return undefined
    throw error
  }
}

function roleOf(given: unknown): Role {
  const role = ROLES.find((each) => each === (given ?? 'all'))
  if (!role) throw new UsageFault(`--role must be one of ${ROLES.join(', ')}.`)
  return role
}

// The first signal asks for a gentle stop, a second one ends the process where it is. What follows within a moment is the same
// signal once more: on Ctrl-C the terminal tells everybody, and npm passes it on besides.
async function untilStopped(): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  let askedAtMs: number | undefined
  const asked = (signal: 'SIGTERM' | 'SIGINT'): void => {
    if (askedAtMs !== undefined && monotonicMs() - askedAtMs > SAME_SIGNAL_MS) process.exit(signal === 'SIGINT' ? 130 : 143)
    askedAtMs ??= monotonicMs()
    resolve()
  }
  process.on('SIGTERM', () => asked('SIGTERM'))
  process.on('SIGINT', () => asked('SIGINT'))
  return promise
}

// After an error that nobody caught the state of the process is not known: it ends, as after a kill, and whoever watches it starts it anew.
function endOnBugs({ platform }: Running): void {
  process.on('uncaughtException', (error, origin) => {
    platform.log.error('An error that nobody caught.', { error, origin })
    process.exit(BUG)
  })
}

async function stop(running: Running): Promise<number> {
  const { log } = running.platform
  log.info('stopping')
  const late = setTimeout(() => {
    log.error('The stop took too long.', { seconds: STOP_WITHIN_MS / 1000 })
    process.exit(exits.failed)
  }, STOP_WITHIN_MS)
  await running.stop()
  clearTimeout(late)
  log.info('stopped')
  process.exit(exits.well)
}

function welcome({ address, platform }: Running, settings: Settings, { isJson, tell }: VerbCall): void {
  const where = address ? `Guildhall answers at ${address}` : 'Guildhall works in the background.'
  if (settings.isProduction && !isJson) platform.log.info('started', { address: address ?? null, mail: platform.mailer.destination })
  else
    tell({
      lines: ['', where, platform.mailer.destination, ...(address ? [`First: open ${address}/sign-up and make your account.`] : []), ''],
      json: { address: address ?? null, mail: platform.mailer.destination, pid: process.pid },
    })
}
