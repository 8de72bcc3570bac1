// The warnings and errors that the servers of a test log. They are printed only when the test fails: a job that failed is often the cause.
import { Writable } from 'node:stream'
import { createLog, type Log, type LogSettings } from '#platform/log.ts'

/** The last lines suffice, and a test may log many. */
const LINES_MAX = 50

const lines: string[] = []

const collector = new Writable({
  decodeStrings: false,
  write(line, _encoding, done) {
    lines.push(String(line))
    if (lines.length > LINES_MAX) lines.shift()
    done()
  },
})

/** The log of a test server. A silent one collects its warnings and errors. */
export function testLog(settings: LogSettings): Log {
  if (settings.LOG_LEVEL !== 'silent') return createLog(settings)
  return createLog({ LOG_LEVEL: 'warn' }, collector as NodeJS.WriteStream)
}

/** Returns the lines that were collected since the last call. */
export function takeWarnings(): string[] {
  return lines.splice(0)
}
