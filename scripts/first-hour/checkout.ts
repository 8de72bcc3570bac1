// A working copy of Guildhall as a newcomer has it, and its server.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'

const READY_WITHIN_MS = 180_000
const POLL_MS = 100
/** A server stops in less than ten seconds; one that is ended but not collected by its parent still counts as running. */
const ENDS_WITHIN_MS = 12_000
const OUTPUT_SHOWN = 3000

/** The environment of a newcomer's shell: nothing of this process but where programs and the packages of npm are. */
export function newcomersEnvironment(): Record<string, string> {
  const variables = Object.entries(process.env).filter(([name]) =>
    /^(PATH|HOME|USER|LANG|TMPDIR|npm_config_.*|https?_proxy|no_proxy)$/i.test(name),
  )
  // npm puts the programs of the package whose script it runs first in PATH.
  const path = (process.env['PATH'] ?? '').split(':').filter((folder) => !folder.includes('node_modules'))
  return { ...Object.fromEntries(variables.map(([name, value]) => [name, value ?? ''])), PATH: path.join(':') }
}

/** Runs a command to its end; throws with its output if it fails. */
export function run(folder: string, [command = '', ...args]: readonly string[]): string {
  try {
    return execFileSync(command, args, { cwd: folder, env: newcomersEnvironment(), encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] })
  } catch (error) {
    const { stdout, stderr } = error as { stdout?: string; stderr?: string }
    throw new Error(`${command} ${args.join(' ')} failed: ${`${stdout}${stderr}`.slice(-OUTPUT_SHOWN)}`, { cause: error })
  }
}

/** A server that `npm start` has started. */
export interface StartedServer {
  readonly url: string
  stop(): Promise<void>
}

/** Runs `npm start` in a working copy and resolves when the server is ready. */
export async function npmStart(folder: string, settings: Readonly<Record<string, string>>): Promise<StartedServer> {
  const env = { ...newcomersEnvironment(), ...settings }
  // A process group of its own, because npm does not pass every signal on.
  const child = spawn('npm', ['start'], { cwd: folder, env, stdio: ['ignore', 'pipe', 'pipe'], detached: true })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      output = `${output}${chunk}`.slice(-OUTPUT_SHOWN)
    })
  }
  const url = `http://localhost:${settings['PORT']}`
  const kill = (): void => void signal(child, 'SIGKILL')
  process.once('exit', kill)
  await untilReady(child, url).catch((cause: unknown) => {
    kill()
    throw new Error(`npm start: ${output}`, { cause })
  })
  const stop = async (): Promise<void> => {
    process.off('exit', kill)
    const ended = child.exitCode === null ? once(child, 'exit') : undefined
    signal(child, 'SIGTERM')
    await ended
    // npm ends before the server, which writes its compiled modules at its end.
    for (const deadlineMs = performance.now() + ENDS_WITHIN_MS; isRunning(child) && performance.now() < deadlineMs; ) await wait(POLL_MS)
  }
  return { url, stop }
}

/** Signals the process group of a child; false if none of its processes runs any more. */
function signal({ pid }: ChildProcess, name: NodeJS.Signals | 0): boolean {
  if (pid === undefined) return false
  try {
    return process.kill(-pid, name)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
    return false
  }
}

const isRunning = (child: ChildProcess): boolean => signal(child, 0)

async function untilReady(child: ChildProcess, url: string): Promise<void> {
  for (const deadlineMs = performance.now() + READY_WITHIN_MS; performance.now() < deadlineMs; await wait(POLL_MS)) {
    if (child.exitCode !== null) throw new Error(`It ended with ${child.exitCode}.`)
    const answer = await fetch(`${url}/readyz`).catch(() => undefined)
    if (answer?.ok) return
  }
  throw new Error('It was not ready in time.')
}
