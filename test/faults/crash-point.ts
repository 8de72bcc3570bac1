// Stands in for server/platform/crash-point.ts in a process that was started with `--conditions=faults`.
import type { CrashPoint } from '../../server/platform/crash-point.ts'

const { GUILDHALL_CRASH_AT } = process.env

/** Ends the process at once, as a power cut would, when it comes to the point that the environment names. */
export function crashPoint(name: CrashPoint): void {
  if (name === GUILDHALL_CRASH_AT) process.kill(process.pid, 'SIGKILL')
}
