// Replaces server/platform/failpoint.ts in a process that was started with `--conditions=faults`.
import type { Failpoint } from '../../server/platform/failpoint.ts'

const { GUILDHALL_CRASH_AT } = process.env

/** Kills the process, as a power cut would, when it reaches the failpoint that the environment names. */
export function failpoint(name: Failpoint): void {
  if (name === GUILDHALL_CRASH_AT) process.kill(process.pid, 'SIGKILL')
}
