// The two servers of a run, each in a process of its own on the server's core: Guildhall as people start it, and the bare target.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync, readFileSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { freePort } from '#test/support/postgres.ts'
import { SETTINGS } from './fixture.ts'
import { type Cores, pinned } from './machine.ts'

const READY_WITHIN_MS = 20_000
const LOOK_AGAIN_MS = 2
/** Characters of a log that are shown when a server did not start. */
const LOG_SHOWN = 2000

/** What starting a server takes. */
export interface Ground {
  readonly cores: Cores | undefined
  readonly databaseUrl: string
  /** The folder of the run: logs and the script lie there. */
  readonly folder: string
  /** Where profiles of Guildhall are written; nowhere unless asked for. */
  readonly profiles: string | undefined
  /** Settings in place of those that every server of a run has. */
  readonly settings?: Readonly<Record<string, string>>
}

/** A server that answers. */
export interface Target {
  readonly name: string
  readonly pid: number
  readonly address: string
  stop(): Promise<void>
}

interface Start {
  readonly name: string
  readonly port: number
  readonly args: readonly string[]
  readonly env: Readonly<Record<string, string>>
}

function environment({ databaseUrl, folder, settings }: Ground, port: number): Record<string, string> {
  const { PATH = '' } = process.env
  return { PATH, ...SETTINGS, ...settings, PORT: String(port), HOST: '127.0.0.1', DATABASE_URL: databaseUrl, DATA_DIR: folder }
}

/** Starts `guildhall start` with `args`. Its log is written to a file of the run, as a service's is. */
export async function startOurs(ground: Ground, args: readonly string[]): Promise<Target> {
  const port = await freePort()
  const env = environment(ground, port)
  return start(ground, { name: `guildhall ${args.join(' ')}`, port, args: ['guildhall.js', 'start', '--json', ...args], env })
}

/** Starts the house whose password hash costs nothing. For the bench alone: the product has no such switch. */
export async function startWithoutHash(ground: Ground): Promise<Target> {
  const port = await freePort()
  return start(ground, { name: 'guildhall without hash', port, args: ['bench/house.ts'], env: environment(ground, port) })
}

/** Starts the bare target on the recordings in `script`. */
export async function startBare(ground: Ground, script: string): Promise<Target> {
  const port = await freePort()
  const args = ['bench/bare.ts', String(port), ground.databaseUrl, script]
  return start({ ...ground, profiles: undefined }, { name: 'bare', port, args, env: environment(ground, port) })
}

/** Starts the bare deliverer on the recording in `script`; it calls `receiver`. */
export async function startBareDeliveries(ground: Ground, script: string, receiver: string): Promise<Target> {
  const port = await freePort()
  const args = ['bench/bare-deliveries.ts', String(port), ground.databaseUrl, script, receiver]
  return start({ ...ground, profiles: undefined }, { name: 'bare deliverer', port, args, env: environment(ground, port) })
}

/** How a rival is set up: with a password hash that costs nothing, with its own one, or with the first and organizations. */
export type RivalSetUp = 'free' | 'real' | 'organizations'

/** Starts the server of a rival that lies in `folder`. */
export async function startRival(ground: Ground, folder: string, setUp: RivalSetUp): Promise<Target> {
  const port = await freePort()
  const args = ['bench/rivals/serve.ts', String(port), ground.databaseUrl, folder, setUp]
  const name = `better-auth ${basename(folder)} ${setUp}`
  return start({ ...ground, profiles: undefined }, { name, port, args, env: environment(ground, port) })
}

async function start(ground: Ground, { name, port, args, env }: Start): Promise<Target> {
  const profiling = ground.profiles === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${resolve(ground.profiles)}`]
  const [command = '', ...rest] = pinned(ground.cores?.server, [process.execPath, ...profiling, ...args])
  const path = join(ground.folder, `${name.replaceAll(' ', '-')}.log`)
  const log = openSync(path, 'a')
  const child = spawn(command, rest, { env, stdio: ['ignore', log, log] })
  closeSync(log)
  const ended = once(child, 'exit')
  const end = () => void child.kill('SIGKILL')
  process.once('exit', end)
  const address = `http://127.0.0.1:${port}`
  const isReady = args.includes('worker') ? async () => readFileSync(path, 'utf8').includes(`"pid":${child.pid}`) : () => answers(address)
  await untilReady(child, isReady).catch((cause: unknown) => {
    child.kill('SIGKILL')
    throw new Error(`${name} was not ready in time: ${readFileSync(path, 'utf8').slice(-LOG_SHOWN)}`, { cause })
  })
  const stop = async () => {
    process.off('exit', end)
    child.kill('SIGTERM')
    await ended
  }
  return { name, pid: child.pid ?? 0, address, stop }
}

async function answers(address: string): Promise<boolean> {
  const answer = await fetch(`${address}/readyz`).catch(() => undefined)
  await answer?.arrayBuffer()
  return answer?.ok ?? false
}

async function untilReady(child: ChildProcess, isReady: () => Promise<boolean>): Promise<void> {
  const late = AbortSignal.timeout(READY_WITHIN_MS)
  for (;;) {
    if (child.exitCode !== null) throw new Error(`It ended with ${child.exitCode}.`)
    late.throwIfAborted()
    if (await isReady()) return
    await wait(LOOK_AGAIN_MS)
  }
}
