import { pino } from 'pino'
import { type Clock, systemClock } from './clock.ts'
import { clean } from './redaction.ts'

/** Writes one line of JSON per event. Secrets never come here: fields named like one are cut out. */
export interface Log {
  debug(event: string, fields?: Record<string, unknown>): void
  info(event: string, fields?: Record<string, unknown>): void
  warn(event: string, fields?: Record<string, unknown>): void
  error(event: string, fields?: Record<string, unknown>): void
}

type Level = 'debug' | 'info' | 'warn' | 'error'
type Write = (level: Level, event: string, fields: Record<string, unknown>) => void

const ORDER: readonly Level[] = ['debug', 'info', 'warn', 'error']
const PLAIN = /^[\w@.:/+-]+$/

/** What a log is told: how much to write, and where. */
export interface LogSettings {
  readonly LOG_LEVEL: Level | 'silent'
}

/** Lines of JSON on stdout, or one readable line per event where a person is looking. */
export function createLog(settings: LogSettings, out: NodeJS.WriteStream = process.stdout): Log {
  if (settings.LOG_LEVEL === 'silent') return logOf(() => undefined)
  return logOf(out.isTTY ? readable(settings.LOG_LEVEL, out) : machineReadable(settings.LOG_LEVEL, out))
}

function logOf(write: Write): Log {
  const at =
    (level: Level) =>
    (event: string, fields: Record<string, unknown> = {}): void =>
      write(level, event, clean(fields))
  return { debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error') }
}

// Many lines are written in one millisecond, and the text of an instant costs as much as the rest of a line.
function timeOfLine(clock: Clock): () => string {
  let told = { ms: Number.NaN, text: '' }
  return () => {
    const now = clock.now()
    const ms = now.getTime()
    if (ms !== told.ms) told = { ms, text: `,"time":"${now.toISOString()}"` }
    return told.text
  }
}

function machineReadable(level: Level, out: NodeJS.WriteStream): Write {
  const options = {
    level,
    base: null,
    messageKey: 'event',
    timestamp: timeOfLine(systemClock()),
    formatters: { level: (label: string) => ({ level: label }) },
  }
  const logger = pino(options, out === process.stdout ? turnwise() : out)
  return (at, event, fields) => logger[at](fields, event)
}

// What one turn of the event loop has to say is written in one piece at its end, and before the process ends: the last line
// before an end is the one that matters.
function turnwise(): { write(line: string): void } {
  const stdout = pino.destination({ fd: 1, sync: true })
  let waiting = ''
  const flush = (): void => {
    const lines = waiting
    waiting = ''
    if (lines) stdout.write(lines)
  }
  process.on('exit', flush)
  return {
    write: (line) => {
      if (!waiting) setImmediate(flush)
      waiting += line
    },
  }
}

function readable(least: Level, out: NodeJS.WriteStream): Write {
  return (level, event, fields) => {
    if (ORDER.indexOf(level) < ORDER.indexOf(least)) return
    const told = Object.entries(fields).map(([name, value]) => `${name}=${shown(value)}`)
    out.write(`${[level.padEnd(5), event, ...told].join(' ')}\n`)
  }
}

// Quoted unless harmless: nobody can begin a line of their own.
function shown(value: unknown): string {
  if (typeof value === 'string' && PLAIN.test(value)) return value
  return JSON.stringify(value) ?? 'undefined'
}
