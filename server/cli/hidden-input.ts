import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { UsageFault } from './verb.ts'

/** Reads a secret from the terminal without echo. Throws a `UsageFault` if there is no terminal. */
export async function readHidden(prompt: string): Promise<string> {
  if (!process.stdin.isTTY) throw new UsageFault('There is no terminal to read the password from: use --password-stdin.')
  process.stderr.write(prompt)
  const silent = new Writable({ write: (_part, _encoding, done) => done() })
  const terminal = createInterface({ input: process.stdin, output: silent, terminal: true })
  try {
    return await terminal.question('')
  } finally {
    terminal.close()
    process.stderr.write('\n')
  }
}
