import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { UsageFault } from './verb.ts'

/** Asks for a secret on the terminal without showing it; where there is no terminal, says how to give it instead. */
export async function readHidden(question: string): Promise<string> {
  if (!process.stdin.isTTY) throw new UsageFault('There is no terminal to ask for the password on: give it with --password-stdin.')
  process.stderr.write(question)
  const silent = new Writable({ write: (_part, _encoding, done) => done() })
  const asking = createInterface({ input: process.stdin, output: silent, terminal: true })
  try {
    return await asking.question('')
  } finally {
    asking.close()
    process.stderr.write('\n')
  }
}
