// The machine: its cores, the pinning of processes, and their resource usage. Linux reports it in /proc; on other systems nothing is pinned.
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { arch, availableParallelism, cpus, loadavg, platform, release, totalmem } from 'node:os'

const CLOCK_TICKS = 100
const KIB = 1024
const MIB = 1024 * 1024
const GIB = 1024 * MIB

/** The cores of the server, PostgreSQL and the load. */
export interface Cores {
  readonly server: string
  readonly postgres: string
  readonly load: string
}

/** The cores of a run: the server alone on the first, the load on the last, PostgreSQL between them where there are more than two. Undefined where processes cannot be pinned. */
export function coresOf(): Cores | undefined {
  const count = availableParallelism()
  if (platform() !== 'linux' || count < 2 || spawnSync('taskset', ['--version']).status !== 0) return undefined
  const last = String(count - 1)
  return { server: '0', postgres: count === 2 ? last : `1-${count - 2}`, load: last }
}

/** Pins this process and its future children to `cores`. */
export function pinSelf(cores: string): void {
  spawnSync('taskset', ['-acp', cores, String(process.pid)])
}

/** A command line that runs on `cores`. */
export function pinned(cores: string | undefined, command: readonly string[]): readonly string[] {
  return cores === undefined ? command : ['taskset', '-c', cores, ...command]
}

/** Lines that describe the machine of the measurement. */
export function machineLines(cores: Cores | undefined): string[] {
  const [cpu] = cpus()
  const family = /^cpu family\s*:\s*(\d+)$/m.exec(existsSync('/proc/cpuinfo') ? readFileSync('/proc/cpuinfo', 'utf8') : '')?.[1]
  return [
    `${availableParallelism()} cores, ${cpu?.model.trim() ?? 'unknown'}${family ? ` (family ${family})` : ''}, ${Math.round(totalmem() / GIB)} GiB, ${platform()} ${release()} ${arch()}`,
    `Node ${process.versions.node}; load average at the start ${loadavg()
      .map((load) => load.toFixed(2))
      .join(' ')}`,
    cores
      ? `server on core ${cores.server}, PostgreSQL on ${cores.postgres}, load on ${cores.load}`
      : 'NOT PINNED: server, PostgreSQL and load share all cores here, so the figures depend on one another',
  ]
}

/** Milliseconds of processor time that a process has used, its threads included; undefined where the system does not report it. */
export function cpuMsOf(pid: number): number | undefined {
  const path = `/proc/${pid}/stat`
  if (!existsSync(path)) return undefined
  const fields = readFileSync(path, 'utf8').split(') ')[1]?.split(' ') ?? []
  return ((Number(fields[11]) + Number(fields[12])) * 1000) / CLOCK_TICKS
}

/** Busy and total time of the core with number `core`, in milliseconds. */
export function coreTimes(core: string): { readonly busyMs: number; readonly allMs: number } {
  if (core === '' || !existsSync('/proc/stat')) return { busyMs: 0, allMs: 0 }
  const line = new RegExp(`^cpu${core} (.*)$`, 'm').exec(readFileSync('/proc/stat', 'utf8'))?.[1]
  const times = line?.split(' ').map(Number) ?? []
  const all = times.slice(0, 8).reduce((sum, each) => sum + each, 0)
  return { busyMs: ((all - (times[3] ?? 0) - (times[4] ?? 0)) * 1000) / CLOCK_TICKS, allMs: (all * 1000) / CLOCK_TICKS }
}

/** Resident memory of a process in bytes; undefined where the system does not report it. */
export function residentBytes(pid: number): number | undefined {
  const path = `/proc/${pid}/status`
  const kib = existsSync(path) ? /^VmRSS:\s*(\d+) kB$/m.exec(readFileSync(path, 'utf8'))?.[1] : undefined
  return kib === undefined ? undefined : Number(kib) * KIB
}

/** Open files, sockets and pipes of a process; undefined where the system does not report it. */
export function openFiles(pid: number): number | undefined {
  const path = `/proc/${pid}/fd`
  return existsSync(path) ? readdirSync(path).length : undefined
}

/** Bytes as text. */
export function inMib(bytes: number | undefined): string {
  return bytes === undefined ? 'unknown' : `${(bytes / MIB).toFixed(0)} MiB`
}
