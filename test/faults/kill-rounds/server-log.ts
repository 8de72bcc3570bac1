import type { CommandResult } from '#test/support/guildhall.ts'

/** Two kills within a run put its job aside (docs/decisions/0036). What it was to do must be complete all the same. */
const PUT_ASIDE = 'A job was put aside: its process ended twice while it ran.'

/** The errors in a server's log, one sentence each; a kill itself logs nothing. */
export function logFaults({ out, err }: CommandResult): string[] {
  const errors = out.split('\n').filter((line) => line.startsWith('{"level":"error"') && !line.includes(PUT_ASIDE))
  return [...errors, ...err.split('\n').filter((line) => line !== '')].map((line) => `the log says: ${line}`)
}
