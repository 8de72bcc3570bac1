// Replaces server/platform/failpoint.ts in a process that was started with `--conditions=faults`.
import type { Failpoint } from '../../server/platform/failpoint.ts'

const { GUILDHALL_CRASH_AT, GUILDHALL_CRASH_FOR } = process.env

/**
 * Kills the process, as a power cut would, when it reaches the failpoint that the environment names, for a subject that contains the text
 * that it names.
 */
export function failpoint(name: Failpoint, subject?: unknown): void {
  if (name !== GUILDHALL_CRASH_AT) return
  if (GUILDHALL_CRASH_FOR === undefined || JSON.stringify(subject)?.includes(GUILDHALL_CRASH_FOR)) process.kill(process.pid, 'SIGKILL')
}
