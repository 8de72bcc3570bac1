import { pino } from 'pino'
import { type Clock, systemClock } from './clock.ts'
import { clean } from './redaction.ts'

/** Writes one line per event. Fields named like a secret are redacted. */
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

/** The settings of a log. */
export interface LogSettings {
  readonly LOG_LEVEL: Level | 'silent'
}

/** Writes lines of JSON, or readable lines if `out` is a terminal. */
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

// Many lines have the same millisecond, and formatting the time costs as much as the rest of a line.
function timeOfLine(clock: Clock): () => string {
  let cached = { ms: Number.NaN, text: '' }
  return () => {
    const now = clock.now()
    const ms = now.getTime()
    if (ms !== cached.ms) cached = { ms, text: `,"time":"${now.toISOString()}"` }
    return cached.text
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
  const logger = pino(options, out === process.stdout ? bufferedStdout() : out)
  return (at, event, fields) => logger[at](fields, event)
}

// Buffers the lines of one turn of the event loop and writes them at its end and when the process exits: the last line before an exit is
// the one that matters.
function bufferedStdout(): { write(line: string): void } {
  const stdout = pino.destination({ fd: 1, sync: true })
  let buffer = ''
  const flush = (): void => {
    const lines = buffer
    buffer = ''
    if (lines) stdout.write(lines)
  }
  process.on('exit', flush)
  return {
    write: (line) => {
      if (!buffer) setImmediate(flush)
      buffer += line
    },
  }
}

function readable(least: Level, out: NodeJS.WriteStream): Write {
  return (level, event, fields) => {
    if (ORDER.indexOf(level) < ORDER.indexOf(least)) return
    const texts = Object.entries(fields).map(([name, value]) => `${name}=${formatValue(value)}`)
    out.write(`${[level.padEnd(5), event, ...texts].join(' ')}\n`)
  }
}

// Quoted unless harmless: a value cannot start a new line.
function formatValue(value: unknown): string {
  if (typeof value === 'string' && PLAIN.test(value)) return value
  return JSON.stringify(value) ?? 'undefined'
}
