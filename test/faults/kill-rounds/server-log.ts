import type { CommandResult } from '#test/support/guildhall.ts'

/** Two kills within a run put its job or event aside (docs/decisions/0036). What it was to do must be complete all the same. */
const PUT_ASIDE = [
  'A job was put aside: its process ended twice while it ran.',
  'The relay put an event aside: its process ended twice while it delivered the event.',
]

/** The errors in a server's log, one sentence each; a kill itself logs nothing. */
export function logFaults({ out, err }: CommandResult): string[] {
  const isExpected = (line: string) => PUT_ASIDE.some((sentence) => line.includes(sentence))
  const errors = out.split('\n').filter((line) => line.startsWith('{"level":"error"') && !isExpected(line))
  return [...errors, ...err.split('\n').filter((line) => line !== '')].map((line) => `the log says: ${line}`)
}
