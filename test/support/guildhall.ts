// The `guildhall` command in processes of its own, as people run it: on free ports and in folders of this run.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { resolve } from 'node:path'

const ENTRY = resolve('guildhall.js')
const READY_WITHIN_MS = 60_000

/** What a verb said and how it ended. */
export interface Ended {
  readonly code: number | null
  /** What ended it from outside: `SIGKILL` where nothing was left to be said. */
  readonly signal: NodeJS.Signals | null
  readonly out: string
  readonly err: string
}

/** What a process is started with besides its environment. */
interface Call {
  readonly args: readonly string[]
  /** For Node itself: `--conditions=faults` makes it a test build. */
  readonly nodeArguments?: readonly string[] | undefined
}

function spawned(
  { args, nodeArguments = [] }: Call,
  env: Readonly<Record<string, string>>,
): { child: ChildProcess; ended: Promise<Ended> } {
  const { PATH = '' } = process.env
  // Nothing of the run's own environment: a setting there would be one here.
  const child = spawn(process.execPath, [...nodeArguments, ENTRY, ...args], { env: { PATH, ...env }, stdio: ['pipe', 'pipe', 'pipe'] })
  const said = { out: '', err: '' }
  child.stdout?.on('data', (part) => (said.out += String(part)))
  child.stderr?.on('data', (part) => (said.err += String(part)))
  const ended = once(child, 'close').then(([code, signal]) => ({ code, signal, ...said }) as Ended)
  return { child, ended }
}

/** Runs a verb to its end, with `input` on its standard input. */
export async function guildhall(args: readonly string[], env: Readonly<Record<string, string>>, input = ''): Promise<Ended> {
  const { child, ended } = spawned({ args }, env)
  child.stdin?.end(input)
  return ended
}

/** A server in a process of its own. */
export interface RunningGuildhall {
  readonly pid: number
  readonly address: string
  /** Sends the signal and gives how it ended. */
  end(signal: 'SIGTERM' | 'SIGINT' | 'SIGKILL'): Promise<Ended>
  signal(signal: 'SIGTERM' | 'SIGINT'): void
  /** What it has said on its output so far: its log. */
  said(): string
  readonly ended: Promise<Ended>
}

/** Starts a server and waits until it says where it answers. `nodeArguments` are for Node itself. */
export async function startGuildhall(
  env: Readonly<Record<string, string>>,
  args: readonly string[] = [],
  nodeArguments: readonly string[] = [],
): Promise<RunningGuildhall> {
  const { child, ended } = spawned({ args: ['start', '--json', ...args], nodeArguments }, env)
  const lines = Promise.withResolvers<string>()
  let said = ''
  child.stdout?.on('data', (part) => {
    said += String(part)
    const line = /^\{"address":.*$/m.exec(said)?.[0]
    if (line && said.includes(`${line}\n`)) lines.resolve(line)
  })
  void ended.then(({ code, out, err }) => lines.reject(new Error(`It ended with ${code} before it was ready:\n${out}${err}`)))
  const late = setTimeout(() => lines.reject(new Error(`It was not ready in time:\n${said}`)), READY_WITHIN_MS)
  const { address } = JSON.parse(await lines.promise.finally(() => clearTimeout(late))) as { address: string }
  return {
    pid: child.pid ?? 0,
    address,
    ended,
    said: () => said,
    signal: (signal) => void child.kill(signal),
    end: (signal) => {
      child.kill(signal)
      return ended
    },
  }
}
