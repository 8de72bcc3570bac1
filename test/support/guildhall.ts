// Runs the `guildhall` command in separate processes, on free ports and in temporary folders.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { resolve } from 'node:path'

const ENTRY = resolve('guildhall.js')
const READY_WITHIN_MS = 120_000

/** The output and exit status of a command. */
export interface CommandResult {
  readonly code: number | null
  /** The signal that ended the process, if any. */
  readonly signal: NodeJS.Signals | null
  readonly out: string
  readonly err: string
}

/** Options of a process besides its environment. */
interface ProcessOptions {
  readonly args: readonly string[]
  /** Arguments of Node itself: `--conditions=faults` enables the failpoints. */
  readonly nodeArguments?: readonly string[] | undefined
  /** The working directory; that of the tests by default. */
  readonly cwd?: string | undefined
  /** The `guildhall.js` of another copy of the program. */
  readonly entry?: string | undefined
}

function spawnCommand(
  { args, nodeArguments = [], cwd, entry = ENTRY }: ProcessOptions,
  env: Readonly<Record<string, string>>,
): { child: ChildProcess; ended: Promise<CommandResult> } {
  const { PATH = '' } = process.env
  // The environment of the test run is not inherited: it could contain settings.
  const child = spawn(process.execPath, [...nodeArguments, entry, ...args], {
    env: { PATH, ...env },
    stdio: ['pipe', 'pipe', 'pipe'],
    ...(cwd !== undefined && { cwd }),
  })
  const output = { out: '', err: '' }
  child.stdout?.on('data', (part) => (output.out += String(part)))
  child.stderr?.on('data', (part) => (output.err += String(part)))
  const ended = once(child, 'close').then(([code, signal]) => ({ code, signal, ...output }) as CommandResult)
  return { child, ended }
}

/** Runs a command to its end, with `input` on its standard input, in the working directory `cwd`; `entry` is another copy of the program. */
export async function guildhall(
  args: readonly string[],
  env: Readonly<Record<string, string>>,
  { input = '', cwd, entry }: { readonly input?: string; readonly cwd?: string; readonly entry?: string } = {},
): Promise<CommandResult> {
  const { child, ended } = spawnCommand({ args, cwd, entry }, env)
  child.stdin?.end(input)
  return ended
}

/** A command in a separate process, which may be signalled before its end. */
export interface RunningCommand {
  signal(signal: 'SIGTERM' | 'SIGINT'): void
  /** The standard error so far. */
  errors(): string
  readonly ended: Promise<CommandResult>
}

/** Starts a command and resolves at once. */
export function startCommand(args: readonly string[], env: Readonly<Record<string, string>>): RunningCommand {
  const { child, ended } = spawnCommand({ args }, env)
  let errors = ''
  child.stdin?.end()
  child.stderr?.on('data', (part) => (errors += String(part)))
  return { signal: (signal) => void child.kill(signal), errors: () => errors, ended }
}

/** A server in a separate process. */
export interface RunningGuildhall {
  readonly pid: number
  readonly baseUrl: string
  /** Sends the signal and waits for the exit. */
  stop(signal: 'SIGTERM' | 'SIGINT' | 'SIGKILL'): Promise<CommandResult>
  signal(signal: 'SIGTERM' | 'SIGINT'): void
  /** The standard output so far: its log. */
  output(): string
  readonly ended: Promise<CommandResult>
}

/** Starts a server and waits until it prints its URL. `nodeArguments` are for Node itself; `entry` starts another copy of the program. */
export async function startGuildhall(
  env: Readonly<Record<string, string>>,
  args: readonly string[] = [],
  nodeArguments: readonly string[] = [],
  entry?: string,
): Promise<RunningGuildhall> {
  const { child, ended } = spawnCommand({ args: ['start', '--json', ...args], nodeArguments, entry }, env)
  const ready = Promise.withResolvers<string>()
  let output = ''
  child.stdout?.on('data', (part) => {
    output += String(part)
    const line = /^\{"address":.*$/m.exec(output)?.[0]
    if (line && output.includes(`${line}\n`)) ready.resolve(line)
  })
  void ended.then(({ code, out, err }) => ready.reject(new Error(`It ended with ${code} before it was ready:\n${out}${err}`)))
  const timeout = setTimeout(() => ready.reject(new Error(`It was not ready in time:\n${output}`)), READY_WITHIN_MS)
  const { address } = JSON.parse(await ready.promise.finally(() => clearTimeout(timeout))) as { address: string }
  return {
    pid: child.pid ?? 0,
    baseUrl: address,
    ended,
    output: () => output,
    signal: (signal) => void child.kill(signal),
    stop: (signal) => {
      child.kill(signal)
      return ended
    },
  }
}
