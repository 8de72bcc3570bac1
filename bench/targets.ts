// The servers of a run, each in its own process on the server's core: Guildhall as operators start it, the bare target and the rivals.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync, readFileSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { freePort } from '#test/support/postgres.ts'
import { SETTINGS } from './fixture.ts'
import { type Cores, pinned } from './machine.ts'

const READY_WITHIN_MS = 60_000
const POLL_MS = 2
/** Characters of the log that are printed when a server does not start. */
const LOG_SHOWN = 2000

/** The setup of a server. */
export interface TargetSetup {
  readonly cores: Cores | undefined
  readonly databaseUrl: string
  /** Whether Guildhall uses the embedded database in `folder` instead. */
  readonly isEmbedded?: boolean
  /** The folder of the run, with logs and scripts. */
  readonly folder: string
  /** The folder for CPU profiles of Guildhall; undefined for none. */
  readonly profiles: string | undefined
  /** Settings that override those of every server of a run. */
  readonly settings?: Readonly<Record<string, string>>
}

/** A running server. */
export interface Target {
  readonly name: string
  readonly pid: number
  readonly url: string
  stop(): Promise<void>
}

interface StartOptions {
  readonly name: string
  readonly port: number
  readonly args: readonly string[]
  readonly env: Readonly<Record<string, string>>
}

function environment({ databaseUrl, isEmbedded, folder, settings }: TargetSetup, port: number): Record<string, string> {
  const { PATH = '' } = process.env
  const database: Record<string, string> = isEmbedded ? {} : { DATABASE_URL: databaseUrl }
  return { PATH, ...SETTINGS, ...settings, PORT: String(port), HOST: '127.0.0.1', ...database, DATA_DIR: folder }
}

/** Starts `guildhall start` with `args`. Its log is written to a file in the folder of the run. */
export async function startServer(setup: TargetSetup, args: readonly string[]): Promise<Target> {
  const port = await freePort()
  const env = environment(setup, port)
  return start(setup, { name: `guildhall ${args.join(' ')}`, port, args: ['guildhall.js', 'start', '--json', ...args], env })
}

/** Starts the application with a free password hash. For the bench alone: the product has no such option. */
export async function startWithoutHash(setup: TargetSetup): Promise<Target> {
  const port = await freePort()
  return start(setup, { name: 'guildhall without hash', port, args: ['bench/application.ts'], env: environment(setup, port) })
}

/** Starts the bare target with the recordings in `script`. */
export async function startBare(setup: TargetSetup, script: string): Promise<Target> {
  const port = await freePort()
  const args = ['bench/bare.ts', String(port), setup.databaseUrl, script]
  return start({ ...setup, profiles: undefined }, { name: 'bare', port, args, env: environment(setup, port) })
}

/** Starts the bare deliverer with the recording in `script`; it calls `receiver`. */
export async function startBareDeliveries(setup: TargetSetup, script: string, receiver: string): Promise<Target> {
  const port = await freePort()
  const args = ['bench/bare-deliveries.ts', String(port), setup.databaseUrl, script, receiver]
  return start({ ...setup, profiles: undefined }, { name: 'bare deliverer', port, args, env: environment(setup, port) })
}

/** The setup of a rival: with a free password hash, with its own hash, or with a free hash and organizations. */
export type RivalSetUp = 'free' | 'real' | 'organizations'

/** Starts the server of the rival in `folder`. */
export async function startRival(setup: TargetSetup, folder: string, setUp: RivalSetUp): Promise<Target> {
  const port = await freePort()
  const args = ['bench/rivals/serve.ts', String(port), setup.databaseUrl, folder, setUp]
  const name = `better-auth ${basename(folder)} ${setUp}`
  return start({ ...setup, profiles: undefined }, { name, port, args, env: environment(setup, port) })
}

async function start(setup: TargetSetup, { name, port, args, env }: StartOptions): Promise<Target> {
  const profiling = setup.profiles === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${resolve(setup.profiles)}`]
  const [command = '', ...rest] = pinned(setup.cores?.server, [process.execPath, ...profiling, ...args])
  const path = join(setup.folder, `${name.replaceAll(' ', '-')}.log`)
  const log = openSync(path, 'a')
  const child = spawn(command, rest, { env, stdio: ['ignore', log, log] })
  closeSync(log)
  const ended = once(child, 'exit')
  const end = () => void child.kill('SIGKILL')
  process.once('exit', end)
  const url = `http://127.0.0.1:${port}`
  const isReady = args.includes('worker') ? async () => readFileSync(path, 'utf8').includes(`"pid":${child.pid}`) : () => isAnswering(url)
  await untilReady(child, isReady).catch((cause: unknown) => {
    child.kill('SIGKILL')
    throw new Error(`${name} was not ready in time: ${readFileSync(path, 'utf8').slice(-LOG_SHOWN)}`, { cause })
  })
  const stop = async () => {
    process.off('exit', end)
    child.kill('SIGTERM')
    await ended
  }
  return { name, pid: child.pid ?? 0, url, stop }
}

async function isAnswering(url: string): Promise<boolean> {
  const answer = await fetch(`${url}/readyz`).catch(() => undefined)
  await answer?.arrayBuffer()
  return answer?.ok ?? false
}

async function untilReady(child: ChildProcess, isReady: () => Promise<boolean>): Promise<void> {
  const late = AbortSignal.timeout(READY_WITHIN_MS)
  for (;;) {
    if (child.exitCode !== null) throw new Error(`It ended with ${child.exitCode}.`)
    late.throwIfAborted()
    if (await isReady()) return
    await wait(POLL_MS)
  }
}
